package org.fairlead.testbed.results;

/**
 * A metric of two contenders over paired repetitions.
 *
 * @param n paired repetitions
 * @param baselineMean mean over repetitions of the mean sample of a repetition
 * @param ratio baselineMean / contenderMean: above 1 where a smaller value is better means that the contender is better
 * @param ciLow lower end of the 95 % confidence interval of the ratio; null when n is too small for one
 * @param ciHigh upper end
 */
public record Comparison(
        String metric,
        String unit,
        String baseline,
        String contender,
        int n,
        double baselineMean,
        double contenderMean,
        double ratio,
        Double ciLow,
        Double ciHigh) {}
