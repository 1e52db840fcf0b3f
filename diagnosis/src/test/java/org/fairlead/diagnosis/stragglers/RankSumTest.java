// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Ranks, ties and adjustment, against values that R gives (wilcox.test with exact = FALSE, p.adjust). */
final class RankSumTest {
    @Test
    void theLargestOfTenAreUnlikely() {
        double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        int[] groups = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1};

        RankSum[] sums = RankSum.of(values, groups, 2);

        assertThat(sums[1].excess()).isEqualTo(10.5);
        assertThat(sums[1].variance()).isCloseTo(19.25, within(1e-12));
        assertThat(sums[1].chance()).isCloseTo(0.01133, within(5e-5));
        assertThat(sums[0].chance()).isGreaterThan(0.98);
    }

    @Test
    void tiesLessenTheVariance() {
        RankSum[] sums = RankSum.of(new double[] {1, 1, 1, 1, 2, 2}, new int[] {0, 0, 0, 1, 1, 1}, 2);

        // Ranks 2.5 and 5.5; 9/12 · (7 − (60 + 6)/30).
        assertThat(sums[1].excess()).isEqualTo(13.5 - 10.5);
        assertThat(sums[1].variance()).isCloseTo(3.6, within(1e-12));
    }

    @Test
    void whereAllAreAlikeNothingIsUnlikely() {
        assertThat(RankSum.of(new double[] {1, 1, 1, 1}, new int[] {0, 0, 1, 1}, 2)[1].chance())
                .isEqualTo(1);
    }

    @Test
    void chancesAreAdjustedForHowManyThereAre() {
        assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03}))
                .containsExactly(new double[] {0.03, 0.06, 0.06}, within(1e-12));
        assertThat(Holm.adjusted(new double[0])).isEmpty();
        assertThat(Holm.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
    }
}
