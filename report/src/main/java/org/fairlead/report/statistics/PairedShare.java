// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import java.util.Optional;

/**
 * What share of a whole a part is, of the means of pairs that may be of any sign, and what it is at least: such as how much of what could be
 * gained was gained.
 *
 * <p><b>Algorithm.</b> Fieller's (E. C. Fieller, Some Problems in Interval Estimation, 1954): the lower end is the least share g that
 * Student's one-sided test of the mean of part − g·whole does not rule out. With the share s, the residuals r = part − s·whole, the squared errors v of means, c of
 * both, and q = (t / mean whole)², that is s − (q·c(r, whole) + √(q·(v(r) − q·(v(r)·v(whole) − c(r, whole)²)))) / (1 − q·v(whole)).
 *
 * <p>Example: parts 8, 8, 8 of wholes 10, 10, 10: each pair says 0.8, and so do the share and its lower end.
 *
 * @param share of the means
 * @param atLeast one-sided; empty for fewer than {@value Interval#FEWEST} pairs, and where the mean of the wholes is not surely above 0 by
 *     the same test
 */
public record PairedShare(int n, double share, Optional<Interval> atLeast) {
    /** Empty when there is no pair, or the mean of the wholes is not above 0. */
    public static Optional<PairedShare> of(double[] parts, double[] wholes) {
        int n = parts.length;
        if (wholes.length != n) {
            throw new IllegalArgumentException(n + " parts but " + wholes.length + " wholes");
        }
        double whole = SampleMoments.of(wholes).mean();
        if (!(whole > 0)) {
            return Optional.empty();
        }
        double share = SampleMoments.of(parts).mean() / whole;
        return Optional.of(new PairedShare(n, share, atLeast(parts, wholes, share, whole)));
    }

    private static Optional<Interval> atLeast(double[] parts, double[] wholes, double share, double meanWhole) {
        int n = parts.length;
        if (n < Interval.FEWEST) {
            return Optional.empty();
        }
        double ofResidual = 0;
        double ofWhole = 0;
        double ofBoth = 0;
        for (int i = 0; i < n; i++) {
            double residual = parts[i] - share * wholes[i];
            double distance = wholes[i] - meanWhole;
            ofResidual += residual * residual;
            ofWhole += distance * distance;
            ofBoth += residual * distance;
        }
        double means = (n - 1.0) * n;
        double t = Estimate.quantile(n - 1, 1 - Interval.LEVEL);
        double q = t * t / meanWhole / meanWhole / means;
        double sure = 1 - q * ofWhole;
        if (sure <= 0) {
            return Optional.empty();
        }
        double square = q * (ofResidual - q * (ofResidual * ofWhole - ofBoth * ofBoth));
        double low = share - (q * ofBoth + Math.sqrt(Math.max(0, square))) / sure;
        return Optional.of(new Interval(share, low, Double.POSITIVE_INFINITY, Interval.LEVEL, n));
    }
}
