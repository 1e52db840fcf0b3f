// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.fairlead.protocol.report.Student;

/**
 * The mean of (first − factor·second) over pairs, and how sure it is by Student's test: what the interval of a ratio of two paired means
 * is made of (Fieller's), since first/second is above the factor where this is above 0. It asks nothing of the ratio's distribution,
 * which has no mean when the second side is close to 0.
 *
 * <p>Example: 12, 14, 13 and 10, 12, 11 with the factor 1: each pair says 2, so the mean is 2 and its standard error 0.
 *
 * @param n pairs, at least two
 */
record PairedDifference(int n, double mean, double standardError) {
    private static final int STEPS = 60;

    static PairedDifference of(List<Double> firsts, double factor, List<Double> seconds) {
        int n = firsts.size();
        double[] differences = IntStream.range(0, n)
                .mapToDouble(i -> firsts.get(i) - factor * seconds.get(i))
                .toArray();
        double mean = IntStream.range(0, n).mapToDouble(i -> differences[i]).sum() / n;
        double squares = IntStream.range(0, n)
                .mapToDouble(i -> (differences[i] - mean) * (differences[i] - mean))
                .sum();
        return new PairedDifference(n, mean, Math.sqrt(squares / (n - 1) / n));
    }

    /** Where between two factors a test ceases to hold, by bisection: the last at which it does. */
    static double edge(double holdsAt, double failsAt, DoublePredicate holds) {
        double inside = holdsAt;
        double outside = failsAt;
        for (int i = 0; i < STEPS; i++) {
            double middle = (inside + outside) / 2;
            if (holds.test(middle)) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        return inside;
    }

    /** The lower end of the one-sided 95 % interval of the mean. */
    double lowerEnd() {
        return mean - reach();
    }

    /** The upper end of the one-sided 95 % interval of the mean. */
    double upperEnd() {
        return mean + reach();
    }

    private double reach() {
        return Student.ONE_SIDED.quantile(n - 1) * standardError;
    }

    /** The probability of such a mean, or a larger one, if the true one were 0. */
    double pAboveZero() {
        if (standardError == 0) {
            return mean > 0 ? 0 : 1;
        }
        return TDistribution.of(n - 1.0).survivalProbability(mean / standardError);
    }
}
