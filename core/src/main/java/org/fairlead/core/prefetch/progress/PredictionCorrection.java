// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * What tasks take that were predicted to take so long at their launch: slope · predicted + intercept, in nanoseconds.
 *
 * <p><b>Goals.</b> A prediction that is too long or too short by a part of itself, as of input from sources that give more or less than was thought, is corrected as well as one that lacks what tasks do besides reading.
 *
 * <p><b>Constraints.</b> Few samples, of which some are far off. Tasks that had most of their input on their host are told from those that fetched it, since one hangs on computing and the other on the network; and the first of a stage from those that began when others had
 * ended, since before that nobody knows what they compute.
 *
 * <p><b>Algorithm.</b> The slope is the median of the slopes between each two of the newest {@value #LINE} tasks whose input lay alike (Theil and Sen), at least 0; of pairs whose predictions differ by less than a tenth nothing follows, and of fewer than {@value #LEAST_FOR_SLOPE} tasks neither: then it is 1. The
 * intercept is the median of what is left of its like; where none of these has ended, of those whose input lay alike; else of all. The newest {@value #KEPT} tasks count.
 *
 * <p><b>Example.</b> Of eight tasks four were predicted to take 1 s and took 0.9, four 3 s and took 1.7: the slope is 0.4, the intercept 0.5 s. One that is predicted to take 2 s takes 1.3.
 *
 * <p><b>Source.</b> H. Theil, "A rank-invariant method of linear and polynomial regression analysis", 1950; P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968. Which tasks count is ours. Not safe for threads.
 */
public final class PredictionCorrection {
    static final int LEAST_FOR_SLOPE = 8;
    private static final int KEPT = 256;
    private static final int LINE = 64;
    private static final int MOST_CACHED = 64;
    private static final double MOST_NEAR = 0.5;
    private static final double LEAST_DIFFERENCE = 0.1;

    private final Deque<Sample> samples = new ArrayDeque<>();
    /** Since the last task ended: each look-ahead asks for each task that runs. */
    private final Map<Input, Double> slopes = new EnumMap<>(Input.class);

    private final Map<Like, OptionalDouble> intercepts = new HashMap<>();

    /** What tasks have in common. */
    private record Like(Input input, boolean first, double slope) {}

    private enum Input {
        UNKNOWN,
        NEAR,
        FAR;

        static Input of(double missingShare) {
            return Double.isNaN(missingShare) ? UNKNOWN : missingShare > MOST_NEAR ? FAR : NEAR;
        }
    }

    private record Sample(double missingShare, boolean first, double predicted, double took) {
        boolean isLike(Input input) {
            return input == Input.UNKNOWN || (input == Input.FAR) == (missingShare > MOST_NEAR);
        }
    }

    /**
     * A task has ended; one of which nothing was predicted says nothing.
     *
     * @param missingShare of its input when it began, from 0 to 1; NaN where nobody knows
     * @param first whether no task of its stage had ended when it began
     * @param predictedNanos at its launch; NaN where nothing was predicted
     */
    void add(double missingShare, boolean first, double predictedNanos, double tookNanos) {
        if (Double.isFinite(predictedNanos)) {
            slopes.clear();
            intercepts.clear();
            samples.addLast(new Sample(missingShare, first, predictedNanos, tookNanos));
            if (samples.size() > KEPT) {
                samples.removeFirst();
            }
        }
    }

    /**
     * By how much longer tasks take of which one more unit of time is predicted.
     *
     * @param missingShare of a task's input, from 0 to 1; NaN where nobody knows
     */
    double slope(double missingShare) {
        return slopes.computeIfAbsent(Input.of(missingShare), this::slope);
    }

    private double slope(Input input) {
        List<Sample> alike = samples.stream().filter(each -> each.isLike(input)).toList();
        List<Sample> newest = alike.subList(Math.max(0, alike.size() - LINE), alike.size());
        if (newest.size() < LEAST_FOR_SLOPE) {
            return 1;
        }
        double[] between = new double[newest.size() * (newest.size() - 1) / 2];
        int pairs = 0;
        for (Sample one : newest) {
            for (Sample other : newest) {
                double further = one.predicted - other.predicted;
                if (further > LEAST_DIFFERENCE * one.predicted) {
                    between[pairs++] = (one.took - other.took) / further;
                }
            }
        }
        return Math.max(0, Medians.of(Arrays.copyOf(between, pairs)).orElse(1));
    }

    /**
     * What they take besides; empty before any has ended.
     *
     * @param missingShare of a task's input, from 0 to 1; NaN where nobody knows
     * @param first whether no task of its stage has ended
     * @param slope by which these predictions are corrected
     */
    OptionalDouble intercept(double missingShare, boolean first, double slope) {
        if (intercepts.size() > MOST_CACHED) {
            intercepts.clear(); // slopes of others change while nothing ends here
        }
        return intercepts.computeIfAbsent(new Like(Input.of(missingShare), first, slope), this::intercept);
    }

    private OptionalDouble intercept(Like asked) {
        OptionalDouble like = intercept(asked.slope, each -> each.first == asked.first && each.isLike(asked.input));
        if (like.isEmpty()) {
            like = intercept(asked.slope, each -> each.isLike(asked.input));
        }
        return like.isPresent() ? like : intercept(asked.slope, each -> true);
    }

    private OptionalDouble intercept(double slope, Predicate<Sample> counts) {
        return Medians.of(samples.stream()
                .filter(counts)
                .mapToDouble(each -> each.took - slope * each.predicted)
                .toArray());
    }
}
