// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.protocol.application.PredictedSaving;
import org.junit.jupiter.api.Test;

class StageSavingsTest {
    private final StageSavings savings = new StageSavings();

    private static PlanExplanation grounds(
            int task, double here, double elsewhere, int stocksTask, double stocksSeconds) {
        return new PlanExplanation(
                task,
                List.of(
                        new PlanExplanation.Candidate("h1", "h2", 0, here, "link a->b"),
                        new PlanExplanation.Candidate("h4", "h4", elsewhere - 1, 1.0, "disk of h4")),
                Optional.of(new PlanExplanation.Stock(stocksTask, "any", stocksSeconds)));
    }

    @Test
    void aLaunchSavesWhatStocksTaskWouldHaveTakenMore() {
        savings.planned(grounds(0, 2, 9, 5, 8));
        savings.planned(grounds(1, 2, 9, 1, 2));

        assertThat(savings.sum()).isEqualTo(new PredictedSaving(2, 1, 8, 2));
    }

    @Test
    void aTaskThatStockWouldHaveLaunchedInManySlotsCountsOnce() {
        for (int task = 0; task < 4; task++) {
            savings.planned(grounds(task, 2, 9, 5, 8));
        }

        assertThat(savings.sum()).isEqualTo(new PredictedSaving(4, 1, 8, 2));
    }

    @Test
    void aSlotLeftFreeSavesWhatItsTaskEndsSoonerElsewhereAndOnce() {
        savings.declined(grounds(3, 9, 5, 3, 9));
        savings.declined(grounds(3, 9, 5, 3, 9));

        assertThat(savings.sum()).isEqualTo(new PredictedSaving(0, 1, 9, 5));
    }

    @Test
    void whileObservingStocksLaunchesAreHeldAgainstOurs() {
        savings.observed(7, grounds(2, 2, 9, 7, 6), false);
        savings.observed(8, grounds(8, 9, 5, 8, 9), true);
        savings.observed(9, grounds(9, 2, 9, 9, 2), false);

        assertThat(savings.sum()).isEqualTo(new PredictedSaving(3, 2, 15, 7));
    }

    @Test
    void whatDiffersByLessThanATwentiethOrHasNoEndIsNoSaving() {
        savings.planned(grounds(0, 2, 9, 5, 2.05));
        savings.planned(grounds(0, 2, 9, 5, Double.POSITIVE_INFINITY));

        assertThat(savings.sum()).isEqualTo(new PredictedSaving(1, 0, 0, 0));
    }
}
