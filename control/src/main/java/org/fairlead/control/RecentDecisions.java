// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.fairlead.protocol.message.DecisionMessage;

/** The last decisions, for those who ask why, as many as a memory has room for; the oldest make room. Safe for threads. */
public final class RecentDecisions {
    /** Kept at most. */
    public static final int MOST = 10_000;

    /** Twice what 10,000 decisions with usual names take, bytes. */
    static final long MOST_BYTES = 64L << 20;

    private static final int BYTES_OF_AN_OBJECT = 64;

    private final ArrayDeque<DecisionMessage> kept = new ArrayDeque<>();
    private long keptBytes;
    private long total;

    public synchronized void add(DecisionMessage decision) {
        kept.addLast(decision);
        keptBytes += bytes(decision);
        while (kept.size() > MOST || keptBytes > MOST_BYTES) {
            keptBytes -= bytes(kept.removeFirst());
        }
        total++;
    }

    /** About what it takes in memory at most, bytes. */
    private static long bytes(DecisionMessage decision) {
        List<String> texts = new ArrayList<>(List.of(
                decision.nameNode(),
                decision.subject(),
                decision.client(),
                decision.mode(),
                decision.policy(),
                decision.reason()));
        texts.addAll(decision.chosen());
        texts.addAll(decision.stock());
        for (DecisionMessage.Scored candidate : decision.candidates()) {
            texts.add(candidate.host());
            texts.add(candidate.limit());
        }
        long objects = 1L + texts.size() + decision.candidates().size();
        long characters = texts.stream().mapToLong(String::length).sum();
        return BYTES_OF_AN_OBJECT * objects + Character.BYTES * characters;
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
