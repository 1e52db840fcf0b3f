// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * How much longer than the baseline a contender took, over paired repetitions; of a metric of which less is better.
 *
 * @param n paired repetitions
 * @param ratio contender / baseline, the geometric mean over repetitions: above 1 the contender took longer
 * @param high upper end of its one-sided 95 % confidence interval; null when n is too small
 * @param p probability of such values if the contender took no more than {@link #TOLERATED} longer, corrected by Holm's method where
 *     several queries, or several applications, are asked about at once; null when n is too small
 * @param slower whether p is small enough to say, with 95 % confidence, that the contender took longer than is tolerated
 */
public record Slowdown(String metric, String contender, int n, double ratio, Double high, Double p, boolean slower) {
    /** A slow-down up to this share is none. */
    public static final double TOLERATED = 0.03;

    private static final double SIGNIFICANT = 0.05;

    public Slowdown(String metric, String contender, int n, double ratio, Double high, Double p) {
        this(metric, contender, n, ratio, high, p, p != null && p <= SIGNIFICANT);
    }
}
