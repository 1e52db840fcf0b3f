// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.skewaware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a quarter of the paper's hosts. */
class SkewAwareExperimentTest {
    private static ExperimentResult result;

    @BeforeAll
    static void run() {
        result = new SkewAwareExperiment(Batch.IN_TURN).run("small", 1, 1);
    }

    private static double mean(int table, String contender, double skewness) {
        ExperimentTable of = result.tables().get(table);
        return of.row(contender)
                .orElseThrow()
                .cells()
                .get(SkewAwareTable.key(skewness))
                .mean();
    }

    @Test
    void theFrozenConstantsGiveTheFiguresThatTheyWereSetOn() {
        assertThat(mean(0, SkewAwareContender.SLOW, 3.0)).isCloseTo(2.49, within(0.15));
        assertThat(mean(0, SkewAwareContender.FAST, 3.0)).isCloseTo(1.39, within(0.06));
    }

    @Test
    void theMoreSkewTheWorseAStoreIsOnTheInterconnect() {
        for (String store : new String[] {SkewAwareContender.SLOW, SkewAwareContender.FAST}) {
            assertThat(mean(0, store, 3.0)).isGreaterThan(mean(0, store, 2.7));
        }
    }

    @Test
    void oursIsNeverSlowerThanTheBetterOfTheTwo() {
        for (int table = 0; table < 2; table++) {
            for (double skewness : SkewAwareTable.SKEWNESS) {
                double slow = Math.min(1, mean(table, SkewAwareContender.SLOW, skewness));
                double fast = Math.min(1, mean(table, SkewAwareContender.FAST, skewness));
                assertThat(mean(table, SkewAwareContender.OURS_SLOW, skewness)).isLessThan(slow * 1.005);
                assertThat(mean(table, SkewAwareContender.OURS_FAST, skewness)).isLessThan(fast * 1.005);
            }
        }
    }

    @Test
    void noneIsBelowTheBoundOfLinkAndStore() {
        for (int table = 0; table < 2; table++) {
            double bound = mean(table, SkewAwareTable.BOUND_FAST, SkewAwareTable.HIGHEST);
            assertThat(mean(table, SkewAwareContender.OURS_FAST, SkewAwareTable.HIGHEST))
                    .isBetween(0.999 * bound, bound / 0.9);
        }
    }

    @Test
    void parametersSayWhereTheyComeFromAndNotesWhatIsPredicted() {
        assertThat(result.parameters()).hasSize(8).allSatisfy(each -> assertThat(each.origin())
                .isNotBlank());
        assertThat(result.notes()).anySatisfy(note -> assertThat(note).contains("published is up to 3.23"));
        assertThat(result.notes()).anySatisfy(note -> assertThat(note).contains("published is 7.2 %"));
    }
}
