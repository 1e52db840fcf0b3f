// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.fairlead.diagnosis.stragglers.RankSum;

/**
 * How some of what was seen differs from the rest of its samples.
 *
 * <p><b>Example.</b> Logarithms of 1, 1, 1 and 3, 3, 3, the last three of which are asked about: a shift of ln 3, which explains 6 · ¼ · (ln 3)² of the squares.
 *
 * @param shift of the scores' mean, over all samples
 * @param explained of the squares of the scores around their samples' means: what regression trees split by (Breiman et al., 1984)
 * @param chance of scores that are so large, or larger, by chance: Wilcoxon's rank sum, joined over samples
 */
record Contrast(double shift, double explained, double chance) {
    /** With fewer of the rest nothing is compared. Those that are asked about may be few: joined over samples, they tell, and a single rank is less sure than the normal distribution has it. */
    private static final int FEWEST = 3;

    private static final Contrast UNKNOWN = new Contrast(0, 0, 1);

    /** Something seen, with a score that is larger where it is slower. */
    interface Scored {
        double score();
    }

    static <T extends Scored> Contrast of(Collection<List<T>> samples, Predicate<T> asked) {
        double product = 0;
        double squares = 0;
        RankSum.Joined joined = new RankSum.Joined();
        for (List<T> sample : samples) {
            int size = sample.size();
            int[] groups =
                    sample.stream().mapToInt(each -> asked.test(each) ? 1 : 0).toArray();
            int members = java.util.Arrays.stream(groups).sum();
            if (members == 0 || size - members < FEWEST) {
                continue;
            }
            double[] scores = sample.stream().mapToDouble(Scored::score).toArray();
            double of = 0;
            double rest = 0;
            for (int i = 0; i < size; i++) {
                of += groups[i] * scores[i] / members;
                rest += (1 - groups[i]) * scores[i] / (size - members);
            }
            double weight = (double) members * (size - members) / size;
            product += weight * (of - rest);
            squares += weight;
            joined.add(RankSum.of(scores, groups, 2)[1]);
        }
        return squares > 0 ? new Contrast(product / squares, product * product / squares, joined.chance()) : UNKNOWN;
    }

    /** Whether there was anything to compare. */
    boolean isKnown() {
        return chance < 1;
    }
}
