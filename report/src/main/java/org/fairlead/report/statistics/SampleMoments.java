// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import java.util.Optional;

/**
 * A sample in brief, value by value (B. P. Welford, Note on a Method for Calculating Corrected Sums of Squares and Products, 1962).
 *
 * @param n how many values
 * @param mean 0 where there are none
 * @param squares sum of the squared distances from the mean
 */
public record SampleMoments(long n, double mean, double squares) {
    public static final SampleMoments NONE = new SampleMoments(0, 0, 0);

    public static SampleMoments of(double... values) {
        SampleMoments moments = NONE;
        for (double value : values) {
            moments = moments.and(value);
        }
        return moments;
    }

    public SampleMoments and(double value) {
        double distance = value - mean;
        double next = mean + distance / (n + 1);
        return new SampleMoments(n + 1, next, squares + distance * (value - next));
    }

    /** Of at least two values. */
    double varianceOfMean() {
        return squares / (n - 1) / n;
    }

    /** The mean, as an estimate of what the values were drawn from; for at least two. */
    Estimate estimate() {
        return new Estimate(mean, Math.sqrt(varianceOfMean()), n - 1.0, n);
    }

    /**
     * The two-sided interval of the mean: Student's t with n − 1 degrees of freedom, times the standard deviation over √n, on both sides.
     * Empty for fewer than {@value Interval#FEWEST} values. Example: 100, 110, 120 has the standard deviation 10, so 110 ± 4.3027 · 10 / √3.
     */
    public Optional<Interval> interval() {
        return n < Interval.FEWEST ? Optional.empty() : Optional.of(estimate().between());
    }
}
