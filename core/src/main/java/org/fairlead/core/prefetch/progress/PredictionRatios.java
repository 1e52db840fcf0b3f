// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/** How many times as long as predicted at their launch tasks took. The newest {@value #KEPT} count. Not safe for threads. */
public final class PredictionRatios {
    private static final int KEPT = 256;

    private final Deque<Double> ratios = new ArrayDeque<>();
    private OptionalDouble median = OptionalDouble.empty();
    private boolean isCurrent = true;

    /** A task took so many times as long as predicted; one of which nothing was predicted (NaN, or infinite) says nothing. */
    void add(double ratio) {
        if (Double.isFinite(ratio)) {
            ratios.addLast(ratio);
            if (ratios.size() > KEPT) {
                ratios.removeFirst();
            }
            isCurrent = false;
        }
    }

    /** Empty before any task ended of which something was predicted. */
    public OptionalDouble median() {
        if (!isCurrent) {
            median = Medians.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
            isCurrent = true;
        }
        return median;
    }
}
