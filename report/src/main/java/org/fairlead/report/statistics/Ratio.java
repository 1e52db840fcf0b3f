// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report.statistics;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How two contenders compare: the ratio of their values, and how sure it is.
 *
 * <p><b>Goals.</b> An interval that holds the true ratio about 95 times in 100 with few values (3 to 20), whatever the values of a pair have in
 * common: a slow minute of the machine slows both.
 *
 * <p><b>Constraints.</b> No chance; unchanged when all values are scaled; turned upside down when the sides change places. All values, or
 * both means, are above 0.
 *
 * <p><b>Algorithm.</b> The logarithm of the ratio is estimated with a standard error; Student's t times that is the reach of the interval.
 * <ul>
 *   <li>Of pairs: the logarithms of the pairs' own ratios are a sample of n, with n − 1 degrees of freedom. So the ratio is the geometric mean of
 *       these ratios, and a pair in which both sides are slow counts no more than another.
 *   <li>Of samples: the ratio is that of the means x̄ and ȳ. The squared error of its logarithm is s²/(n·x̄²) of one sample plus the same of
 *       the other (the delta method), with as many degrees of freedom as Welch's approximation gives.
 * </ul>
 *
 * <p>Example of pairs: 20, 40, 80 against 10, 20, 20. Their ratios are 2, 2, 4, the logarithms to the base of 2 are 1, 1, 2, with the mean
 * 4/3 and the standard deviation 1/√3. The ratio is 2^(4/3) = 2.52, the interval 2^(4/3 ± 4.3027/3), so 0.93 to 6.81.
 *
 * <p>Example of samples: 9, 10, 11 against 18, 20, 22. Means are 10 and 20, standard deviations 1 and 2, both squared errors 1/300, the
 * degrees of freedom 4. The ratio is 0.5, the interval 0.5 · e^(± 2.7764·√(2/300)), so 0.40 to 0.63.
 */
public final class Ratio {
    private final double firstMean;
    private final double secondMean;
    private final Estimate logarithm;
    private final boolean enough;

    private Ratio(double firstMean, double secondMean, Estimate logarithm, boolean enough) {
        this.firstMean = firstMean;
        this.secondMean = secondMean;
        this.logarithm = logarithm;
        this.enough = enough;
    }

    /**
     * Empty when there is no pair, or a value is not above 0.
     *
     * @param firsts one value of each pair
     * @param seconds the other
     */
    public static Optional<Ratio> ofPairs(double[] firsts, double[] seconds) {
        int n = firsts.length;
        if (seconds.length != n) {
            throw new IllegalArgumentException(n + " values on one side but " + seconds.length + " on the other");
        }
        if (n == 0 || IntStream.range(0, n).anyMatch(i -> !isFiniteAboveZero(firsts[i], seconds[i]))) {
            return Optional.empty();
        }
        SampleMoments logarithms = SampleMoments.of(IntStream.range(0, n)
                .mapToDouble(i -> Math.log(firsts[i] / seconds[i]))
                .toArray());
        return Optional.of(new Ratio(mean(firsts), mean(seconds), logarithms.estimate(), n >= Interval.FEWEST));
    }

    /** Empty when a mean is not above 0. */
    public static Optional<Ratio> ofSamples(SampleMoments first, SampleMoments second) {
        if (!isFiniteAboveZero(first.mean(), second.mean())) {
            return Optional.empty();
        }
        double one = first.varianceOfMean() / first.mean() / first.mean();
        double other = second.varianceOfMean() / second.mean() / second.mean();
        double degrees =
                (one + other) * (one + other) / (one * one / (first.n() - 1) + other * other / (second.n() - 1));
        Estimate logarithm = new Estimate(
                Math.log(first.mean() / second.mean()), Math.sqrt(one + other), degrees, first.n() + second.n());
        boolean enough = Math.min(first.n(), second.n()) >= Interval.FEWEST;
        return Optional.of(new Ratio(first.mean(), second.mean(), logarithm, enough));
    }

    private static boolean isFiniteAboveZero(double first, double second) {
        return first > 0 && second > 0 && Double.isFinite(first / second) && first / second > 0;
    }

    /** Pairs, or values of both samples. */
    public long n() {
        return logarithm.n();
    }

    public double firstMean() {
        return firstMean;
    }

    public double secondMean() {
        return secondMean;
    }

    /** First over second: above 1 means that the second's values are smaller. */
    public double ratio() {
        return power(logarithm.value());
    }

    /** Two-sided; empty for fewer than {@value Interval#FEWEST} pairs, or values of either sample. */
    public Optional<Interval> interval() {
        return enough ? Optional.of(logarithm.between().map(Ratio::power)) : Optional.empty();
    }

    /** One-sided: what the ratio is at most. Empty where {@link #interval} is. */
    public Optional<Interval> atMost() {
        return enough ? Optional.of(logarithm.atMost().map(Ratio::power)) : Optional.empty();
    }

    /**
     * The probability of such a ratio, or a larger one, if the true one were at most {@code most}: Student's one-sided test. Empty where
     * {@link #interval} is.
     */
    public Optional<Double> chanceIfAtMost(double most) {
        return enough ? Optional.of(logarithm.chanceAbove(Math.log(most))) : Optional.empty();
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Without the last bits: e^(log x) may differ from x in them, and from one machine to another. */
    private static double power(double logarithm) {
        double ratio = Math.exp(logarithm);
        double scale = Math.pow(10, 12 - Math.ceil(Math.log10(ratio)));
        double shortened = Math.rint(ratio * scale) / scale;
        return Double.isFinite(shortened) ? shortened : ratio;
    }
}
