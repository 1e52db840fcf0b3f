// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

/**
 * Quantiles of samples, linear between the two nearest of the sorted values: the p-quantile of x₀ ≤ … ≤ xₙ₋₁ stands at the place
 * p·(n−1). What NumPy does unless told otherwise, and definition 7 of R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical
 * Packages, 1996. Example: the 0.9-quantile of 10, 20, 30 stands at place 1.8 and is 28.
 */
public final class Quantiles {
    private Quantiles() {}

    /**
     * @param sorted ascending, at least one value
     * @param share from 0 to 1
     */
    public static double of(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
