// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.report;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How two contenders compare that met the same chances: the ratio of paired values, with its 95 % interval.
 *
 * <p><b>Goals.</b> An interval that holds the true ratio about 95 times in 100 with few pairs (3 to 20), whatever a pair has in common.
 *
 * <p><b>Constraints.</b> No chance; unchanged when all values are scaled; turned upside down when the sides change places.
 *
 * <p><b>Algorithm.</b> The logarithms of the pairs' own ratios are taken as a sample of a normal distribution: their mean is the
 * logarithm of the ratio (which is so the geometric mean of the pairs' ratios), and Student's t with n − 1 degrees of freedom, times their
 * standard deviation over √n, is the reach of the interval on both sides.
 *
 * <p>Example: 20, 40, 80 against 10, 20, 20: the pairs' ratios are 2, 2, 4, their logarithms to the base of 2 are 1, 1, 2, with the mean 4/3
 * and the standard deviation 1/√3. The ratio is 2^(4/3) = 2.52, the interval 2^(4/3 ± 4.3027/3), so 0.93 to 6.81.
 *
 * @param n pairs
 * @param firstMean mean of the first side
 * @param secondMean mean of the second side
 * @param ratio first over second: above 1 means that the second's values are smaller
 * @param interval its ends; empty for fewer than {@value #FEWEST} pairs, because Student's quantile for two is 12.7, which says nothing
 */
public record PairedRatio(int n, double firstMean, double secondMean, double ratio, Optional<Interval> interval) {
    public static final int FEWEST = 3;

    /** Ends of an interval. */
    public record Interval(double low, double high) {}

    /**
     * Empty when there is no pair, or a value is not above 0.
     *
     * @param firsts one value of each pair
     * @param seconds the other
     */
    public static Optional<PairedRatio> of(double[] firsts, double[] seconds) {
        int n = firsts.length;
        if (seconds.length != n) {
            throw new IllegalArgumentException(n + " values on one side but " + seconds.length + " on the other");
        }
        if (n == 0 || IntStream.range(0, n).anyMatch(i -> !isFiniteAboveZero(firsts[i], seconds[i]))) {
            return Optional.empty();
        }
        double[] logs = IntStream.range(0, n)
                .mapToDouble(i -> Math.log(firsts[i] / seconds[i]))
                .toArray();
        double mean = mean(logs);
        return Optional.of(
                new PairedRatio(n, mean(firsts), mean(seconds), rounded(Math.exp(mean)), interval(logs, mean)));
    }

    private static boolean isFiniteAboveZero(double first, double second) {
        return first > 0 && second > 0 && Double.isFinite(first / second) && first / second > 0;
    }

    private static Optional<Interval> interval(double[] logs, double mean) {
        int n = logs.length;
        if (n < FEWEST) {
            return Optional.empty();
        }
        double squares = IntStream.range(0, n)
                .mapToDouble(i -> (logs[i] - mean) * (logs[i] - mean))
                .sum();
        double reach = Student.TWO_SIDED.quantile(n - 1) * Math.sqrt(squares / (n - 1) / n);
        return Optional.of(new Interval(rounded(Math.exp(mean - reach)), rounded(Math.exp(mean + reach))));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Without the last bits: e^(log x) may differ from x in them, and from one machine to another. */
    private static double rounded(double ratio) {
        double scale = Math.pow(10, 12 - Math.ceil(Math.log10(ratio)));
        double shortened = Math.rint(ratio * scale) / scale;
        return Double.isFinite(shortened) ? shortened : ratio;
    }
}
