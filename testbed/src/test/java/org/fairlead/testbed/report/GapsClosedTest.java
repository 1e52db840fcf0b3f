// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.junit.jupiter.api.Test;

class GapsClosedTest {
    private final List<RoundRecord> rounds = new ArrayList<>();

    private void measured(String contender, int repetitions, IntToDoubleFunction seconds) {
        for (int i = 1; i <= repetitions; i++) {
            MeasuredSample sample = MeasuredSample.seconds("block_write_time", seconds.applyAsDouble(i), "/a", "h1");
            rounds.add(new RoundRecord(
                    i, 1, contender, "", 0, 1, 0.5, false, List.of(sample), List.of(), List.of(), List.of()));
        }
    }

    private List<GapClosed> gaps() {
        return GapsClosed.of(rounds, "stock", "clairvoyant", List.of("stock", "ours", "clairvoyant"));
    }

    @Test
    void whereEveryRepetitionSaysTheSameTheLowerEndIsTheShare() {
        measured("stock", 3, i -> 20 + i);
        measured("ours", 3, i -> 12 + i);
        measured("clairvoyant", 3, i -> 10 + i);

        assertThat(gaps()).singleElement().satisfies(gap -> {
            assertThat(gap.contender()).isEqualTo("ours");
            assertThat(gap.n()).isEqualTo(3);
            assertThat(gap.share()).isCloseTo(0.8, within(1e-9));
            assertThat(gap.low()).isCloseTo(0.8, within(1e-9));
        });
    }

    @Test
    void twoRepetitionsAreTooFewForALowerEnd() {
        measured("stock", 2, i -> 20);
        measured("ours", 2, i -> 15);
        measured("clairvoyant", 2, i -> 10);

        assertThat(gaps()).singleElement().satisfies(gap -> assertThat(gap.low())
                .isNull());
    }

    @Test
    void aBoundThatIsNotBetterLeavesNoGap() {
        measured("stock", 5, i -> 10);
        measured("ours", 5, i -> 9);
        measured("clairvoyant", 5, i -> 10);

        assertThat(gaps()).isEmpty();
    }

    @Test
    void aBoundThatIsNotClearlyBetterGivesNoLowerEnd() {
        measured("stock", 4, i -> i % 2 == 0 ? 20 : 10);
        measured("ours", 4, i -> 14);
        measured("clairvoyant", 4, i -> 14.5);

        assertThat(gaps()).singleElement().satisfies(gap -> assertThat(gap.low())
                .isNull());
    }

    @Test
    void theLowerEndIsBelowTheTruthInAbout95Of100Runs() {
        Random random = new Random(5);
        int below = 0;
        int runs = 1000;
        for (int run = 0; run < runs; run++) {
            rounds.clear();
            double[] common = random.doubles(8, 0.8, 1.2).toArray();
            measured("stock", 8, i -> common[i - 1] * (20 + 2 * random.nextGaussian()));
            measured("ours", 8, i -> common[i - 1] * (12 + random.nextGaussian()));
            measured("clairvoyant", 8, i -> common[i - 1] * (10 + random.nextGaussian()));
            below += gaps().get(0).low() <= 0.8 ? 1 : 0;
        }

        assertThat(below).isBetween(930, 970);
    }
}
