// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimate whose error, divided by the standard error, has Student's distribution.
 *
 * @param degrees of freedom; of no matter where the standard error is 0
 * @param n pairs, or values of all samples together
 */
record Estimate(double value, double standardError, double degrees, long n) {
    private static final double DIGITS = 1e7;

    /** Two-sided. */
    Interval between() {
        double reach = reach((1 - Interval.LEVEL) / 2);
        return new Interval(value, value - reach, value + reach, Interval.LEVEL, n);
    }

    /** One-sided: only the upper end. */
    Interval atMost() {
        double high = value + reach(1 - Interval.LEVEL);
        return new Interval(value, Double.NEGATIVE_INFINITY, high, Interval.LEVEL, n);
    }

    /** The probability of such an estimate, or a larger one, if the truth were {@code truth}. */
    double chanceAbove(double truth) {
        double above = value - truth;
        if (standardError == 0) {
            return above > 0 ? 0 : 1;
        }
        return TDistribution.of(degrees).survivalProbability(above / standardError);
    }

    /**
     * Student's, with seven decimals: it is found by iteration, whose last digits may differ from one machine to another.
     *
     * @param beyond share of the distribution that lies above
     */
    static double quantile(double degrees, double beyond) {
        return Math.rint(TDistribution.of(degrees).inverseSurvivalProbability(beyond) * DIGITS) / DIGITS;
    }

    private double reach(double beyond) {
        return standardError == 0 ? 0 : quantile(degrees, beyond) * standardError;
    }
}
