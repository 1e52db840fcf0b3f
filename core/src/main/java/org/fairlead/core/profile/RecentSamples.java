// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Arrays;

/** The newest of a kind of figure, as long as they are not too old. Safe for threads. */
final class RecentSamples {
    private final double[] values;
    private final long[] atNanos;
    private final long longestNanos;
    private long count;

    /** A median of figures, and of how many. */
    record Median(double value, int figures) {
        static final Median NONE = new Median(0, 0);
    }

    /**
     * @param kept figures, of which the oldest is replaced first
     * @param longestNanos age from which a figure does not count
     */
    RecentSamples(int kept, long longestNanos) {
        values = new double[kept];
        atNanos = new long[kept];
        this.longestNanos = longestNanos;
    }

    synchronized void add(double value, long nowNanos) {
        int at = (int) (count % values.length);
        values[at] = value;
        atNanos[at] = nowNanos;
        count++;
    }

    synchronized Median median(long nowNanos) {
        double[] counted = sorted(nowNanos);
        int number = counted.length;
        return number == 0 ? Median.NONE : new Median((counted[(number - 1) / 2] + counted[number / 2]) / 2, number);
    }

    /** Those that count, the least first. */
    synchronized double[] sorted(long nowNanos) {
        double[] counted = new double[values.length];
        int number = 0;
        for (int i = 0; i < Math.min(count, values.length); i++) {
            if (nowNanos - atNanos[i] < longestNanos) {
                counted[number] = values[i];
                number++;
            }
        }
        Arrays.sort(counted, 0, number);
        return Arrays.copyOf(counted, number);
    }
}
