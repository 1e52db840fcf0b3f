// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The rank sum of some of a sample's values, and what it would be if they were drawn from the sample at random.
 *
 * <p><b>Source.</b> F. Wilcoxon, Individual Comparisons by Ranking Methods, 1945, with the variance for ties; several samples are joined with
 * weights 1/(N+1) as P. van Elteren does, On the combination of independent two-sample tests of Wilcoxon, 1960.
 *
 * @param excess above the expected rank sum
 * @param size of the whole sample, N
 */
public record RankSum(double excess, double variance, int size) {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /**
     * One for each group.
     *
     * @param groups number of each value's group
     */
    public static RankSum[] of(double[] values, int[] groups, int groupCount) {
        int n = values.length;
        int[] sorted = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] ranks = new double[n];
        double ties = 0;
        for (int from = 0; from < n; ) {
            int to = from;
            while (to < n && values[sorted[to]] == values[sorted[from]]) {
                to++;
            }
            for (int i = from; i < to; i++) {
                ranks[sorted[i]] = (from + 1 + to) / 2.0;
            }
            double alike = to - from;
            ties += alike * alike * alike - alike;
            from = to;
        }
        double[] sums = new double[groupCount];
        int[] sizes = new int[groupCount];
        for (int i = 0; i < n; i++) {
            sums[groups[i]] += ranks[i];
            sizes[groups[i]]++;
        }
        double spread = n > 1 ? (n + 1 - ties / ((double) n * (n - 1))) / 12 : 0;
        RankSum[] all = new RankSum[groupCount];
        Arrays.setAll(
                all,
                group -> new RankSum(
                        sums[group] - 0.5 * sizes[group] * (n + 1), spread * sizes[group] * (n - sizes[group]), n));
        return all;
    }

    /** The probability of such a rank sum, or a larger one, by chance; with a correction for its steps. */
    public double chance() {
        return variance > 0 ? NORMAL.survivalProbability((excess - 0.5) / Math.sqrt(variance)) : 1;
    }

    /** Adds samples up, one after another. */
    public static final class Joined {
        private double excess;
        private double variance;

        public void add(RankSum sample) {
            add(sample, 1);
        }

        /** @param importance of the sample beside others, above 0: nothing that its ranks decide */
        public void add(RankSum sample, double importance) {
            double weight = importance / (sample.size + 1);
            excess += weight * sample.excess;
            variance += weight * weight * sample.variance;
        }

        /** The probability that all together are as large, or larger, by chance. */
        public double chance() {
            return variance > 0 ? NORMAL.survivalProbability(excess / Math.sqrt(variance)) : 1;
        }
    }
}
