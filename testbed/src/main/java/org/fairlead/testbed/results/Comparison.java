// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * A metric of two contenders over paired repetitions.
 *
 * @param n paired repetitions
 * @param baselineMean mean over repetitions of the mean sample of a repetition
 * @param ratio baseline / contender, the geometric mean over repetitions: above 1 where a smaller value is better means that the contender is better
 * @param ciLow lower end of the 95 % confidence interval of the ratio; null when n is too small for one
 * @param ciHigh upper end
 * @param processorBound in how many of the repetitions the processors were too busy in the contender's round: above 0, the contender is at
 *     least as good as the ratio says, and how much better is not known
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
        Double ciHigh,
        int processorBound) {}
