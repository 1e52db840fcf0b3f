// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/**
 * How many times as long as predicted at their launch tasks took: those that had most of their input on their host apart from those that fetched it, since one hangs on computing and the other on the network. The newest {@value #KEPT}
 * count. Not safe for threads.
 */
public final class PredictionRatios {
    private static final int KEPT = 256;
    private static final double MOST = 0.5;

    private final Deque<Ratio> ratios = new ArrayDeque<>();

    private record Ratio(double missingShare, double ratio) {}

    /**
     * A task has ended; one of which nothing was predicted says nothing.
     *
     * @param missingShare of its input when it began, from 0 to 1; NaN where nobody knows
     * @param ratio of the time that it took and what was predicted; no number, or infinite, where nothing was
     */
    void add(double missingShare, double ratio) {
        if (Double.isFinite(ratio)) {
            ratios.addLast(new Ratio(missingShare, ratio));
            if (ratios.size() > KEPT) {
                ratios.removeFirst();
            }
        }
    }

    /**
     * The median of its like, or, where none of these has ended, of all; empty before any has.
     *
     * @param missingShare of a task's input, from 0 to 1; NaN where nobody knows
     */
    public OptionalDouble median(double missingShare) {
        if (Double.isNaN(missingShare)) {
            return median(share -> true);
        }
        boolean isMissing = missingShare > MOST;
        OptionalDouble ofItsLike = median(share -> isMissing ? share > MOST : share <= MOST);
        return ofItsLike.isPresent() ? ofItsLike : median(share -> true);
    }

    private OptionalDouble median(DoublePredicate counts) {
        return Medians.of(ratios.stream()
                .filter(each -> counts.test(each.missingShare))
                .mapToDouble(Ratio::ratio)
                .toArray());
    }
}
