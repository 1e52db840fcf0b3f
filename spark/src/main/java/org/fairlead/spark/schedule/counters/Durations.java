// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.counters;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;

/** A histogram of durations whose classes are an eighth of a power of two wide; adding takes no lock. */
public final class Durations {
    private static final int PARTS = 8;

    private final AtomicLongArray classes = new AtomicLongArray(64 * PARTS);
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    public Durations() {}

    public void add(long nanos) {
        classes.incrementAndGet(classOf(Math.max(0, nanos)));
        longest.accumulate(nanos);
    }

    /** @return an upper bound of the share's quantile, at most an eighth above it; 0 of none */
    public long quantile(double share) {
        long all = count();
        long wanted = (long) Math.ceil(share * all);
        long seen = 0;
        for (int i = 0; i < classes.length() && all > 0; i++) {
            seen += classes.get(i);
            if (seen >= wanted) {
                return Math.min(upper(i), longest());
            }
        }
        return 0;
    }

    public long longest() {
        return longest.get();
    }

    public long count() {
        long count = 0;
        for (int i = 0; i < classes.length(); i++) {
            count += classes.get(i);
        }
        return count;
    }

    /** Exact below 8; above, the power of two and the three bits after its first. */
    private static int classOf(long nanos) {
        if (nanos < PARTS) {
            return (int) nanos;
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        return (power - 2) * PARTS + (int) ((nanos >>> (power - 3)) & (PARTS - 1));
    }

    private static long upper(int at) {
        if (at < PARTS) {
            return at;
        }
        int power = at / PARTS + 2;
        long first = 1L << power;
        long step = first / PARTS;
        return first + (at % PARTS + 1) * step - 1;
    }
}
