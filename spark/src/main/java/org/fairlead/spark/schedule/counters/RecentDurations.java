// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import java.util.Arrays;

/** How long the last tasks of a stage took that ended well, and by that which running task is late. Milliseconds; for one thread. */
public final class RecentDurations {
    private static final int KEPT = 31;
    private static final double FACTOR = 1.5;
    private static final long SLACK_MILLIS = 1_000;

    private final long[] millis = new long[KEPT];
    private int ended;

    public void add(long duration) {
        millis[ended++ % KEPT] = duration;
    }

    /** Whether a task that has run for so long takes a second more than half as long again as others did; none is while none has ended. */
    public boolean isLate(long runningMillis) {
        int known = Math.min(ended, KEPT);
        if (known == 0) {
            return false;
        }
        long[] sorted = Arrays.copyOf(millis, known);
        Arrays.sort(sorted);
        return runningMillis > SLACK_MILLIS + FACTOR * sorted[known / 2];
    }
}
