// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Counts in an executor since it began: in all, and of the newest shuffles. Safe for threads. */
final class CopyCounts {
    private static final int MOST_SHUFFLES = 256;

    private final long[] totals = new long[CopyCount.number()];
    private final Map<Integer, long[]> byShuffle = new LinkedHashMap<>();
    private final Set<Integer> changed = new LinkedHashSet<>();

    /** What is of no shuffle in particular. */
    synchronized void add(CopyCount count, long more) {
        totals[count.place()] += more;
    }

    synchronized void add(int shuffle, CopyCount count, long more) {
        totals[count.place()] += more;
        byShuffle.computeIfAbsent(shuffle, unused -> new long[CopyCount.number()])[count.place()] += more;
        changed.add(shuffle);
        if (byShuffle.size() > MOST_SHUFFLES) {
            int oldest = byShuffle.keySet().iterator().next();
            byShuffle.remove(oldest);
            changed.remove(oldest);
        }
    }

    synchronized void set(CopyCount count, long now) {
        totals[count.place()] = now;
    }

    /** In the order of {@link CopyCount}. */
    synchronized long[] all() {
        return totals.clone();
    }

    /** Likewise by shuffle, of those that have changed since they were last asked for; no more at once than so many. */
    synchronized Map<Integer, long[]> changed(int most) {
        Map<Integer, long[]> found = new HashMap<>();
        for (Iterator<Integer> each = changed.iterator(); each.hasNext() && found.size() < most; ) {
            int shuffle = each.next();
            found.put(shuffle, byShuffle.get(shuffle).clone());
            each.remove();
        }
        return found;
    }
}
