// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * By how much predicted times, of ends or of launches, were wrong, relative to how far ahead they were made: whoever fetches during that lead has so much less or more
 * of it. The newest {@value #KEPT} count. Not safe for threads.
 */
public final class PredictionErrors {
    private static final int KEPT = 1024;

    private final double[] shares = new double[KEPT];
    private long count;

    /** What was predicted has happened. One that was made no earlier says nothing. */
    public void add(long madeAtNanos, long predictedNanos, long happenedNanos) {
        double lead = (double) happenedNanos - madeAtNanos;
        if (lead > 0) {
            shares[(int) (count % KEPT)] = Math.abs((double) predictedNanos - happenedNanos) / lead;
            count++;
        }
    }

    /** Predictions that were judged. */
    public long count() {
        return count;
    }

    /** The median of errors as shares of the lead: 0.25 if what was 4 s ahead was predicted a second too early or too late. */
    public OptionalDouble medianRelativeError() {
        int number = (int) Math.min(count, KEPT);
        return Medians.of(Arrays.copyOf(shares, number));
    }
}
