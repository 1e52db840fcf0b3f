// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.fairlead.protocol.message.DecisionMessage;

/** The last decisions, for those who ask why; the oldest make room. Safe for threads. */
public final class RecentDecisions {
    /** Kept at most. */
    public static final int MOST = 10_000;

    private final ArrayDeque<DecisionMessage> kept = new ArrayDeque<>();
    private long total;

    public synchronized void add(DecisionMessage decision) {
        if (kept.size() == MOST) {
            kept.removeFirst();
        }
        kept.addLast(decision);
        total++;
    }

    /** Newest first. */
    public synchronized List<DecisionMessage> last(int most) {
        List<DecisionMessage> newest = new ArrayList<>(Math.min(most, kept.size()));
        Iterator<DecisionMessage> backwards = kept.descendingIterator();
        while (newest.size() < most && backwards.hasNext()) {
            newest.add(backwards.next());
        }
        return newest;
    }

    /** Ever added. */
    public synchronized long total() {
        return total;
    }
}
