// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
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

    /** Of those that are asked about. */
    static <T extends Scored> Contrast of(Collection<List<T>> samples, Predicate<T> asked) {
        return of(samples, each -> asked.test(each) ? 0 : -1, 1)[0];
    }

    /**
     * Of each of several groups against all the rest, in one pass.
     *
     * @param group from 0; below 0 for what is in none
     * @param groups how many there are
     */
    static <T extends Scored> Contrast[] of(Collection<List<T>> samples, ToIntFunction<T> group, int groups) {
        return of(samples, group, groups, sample -> 1);
    }

    /** @param importance of each sample beside the others, above 0: nothing that depends on which of it is in which group */
    static <T extends Scored> Contrast[] of(
            Collection<List<T>> samples, ToIntFunction<T> group, int groups, ToDoubleFunction<List<T>> importance) {
        double[] products = new double[groups];
        double[] squares = new double[groups];
        RankSum.Joined[] joined = new RankSum.Joined[groups];
        Arrays.setAll(joined, unused -> new RankSum.Joined());
        for (List<T> sample : samples) {
            int size = sample.size();
            double counts = importance.applyAsDouble(sample);
            double[] scores = sample.stream().mapToDouble(Scored::score).toArray();
            int[] of = sample.stream()
                    .mapToInt(group)
                    .map(each -> each < 0 ? groups : each)
                    .toArray();
            int[] members = new int[groups + 1];
            double[] sums = new double[groups + 1];
            double all = 0;
            for (int i = 0; i < size; i++) {
                members[of[i]]++;
                sums[of[i]] += scores[i];
                all += scores[i];
            }
            RankSum[] ranks = RankSum.of(scores, of, groups + 1);
            for (int each = 0; each < groups; each++) {
                int rest = size - members[each];
                if (members[each] > 0 && rest >= FEWEST) {
                    double weight = counts * members[each] * rest / size;
                    products[each] += weight * (sums[each] / members[each] - (all - sums[each]) / rest);
                    squares[each] += weight;
                    joined[each].add(ranks[each], counts);
                }
            }
        }
        Contrast[] contrasts = new Contrast[groups];
        Arrays.setAll(
                contrasts,
                each -> squares[each] > 0
                        ? new Contrast(
                                products[each] / squares[each],
                                products[each] * products[each] / squares[each],
                                joined[each].chance())
                        : UNKNOWN);
        return contrasts;
    }

    /** Whether there was anything to compare. */
    boolean isKnown() {
        return chance < 1;
    }
}
