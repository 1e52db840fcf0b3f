// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.cluster.ExecutorInfo;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.input.ShuffleRange;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Map$;

class CopyPlannerTest extends CopyPlannerScene {
    @Test
    void blocksAreCopiedToTheirOwnersFromWhoMadeThem() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        wrote("2", 3, 11);
        settle();

        assertThat(planner.count(CopyOutcome.COPIED)).isEqualTo(1);
        assertThat(toSecond).hasSize(1);
        assertThat(toSecond.get(0).sources()).containsExactly(new CopyOrder.Source("h1", 7000, "1"));
        assertThat(toSecond.get(0).map()).containsExactly(10);
        assertThat(toSecond.get(0).reduce()).containsExactly(1);
        assertThat(toFirst.get(0).map()).containsExactly(11);
        assertThat(toFirst.get(0).reduce()).containsExactly(0);
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");
        assertThat(planner.isCopied(3)).isTrue();
    }

    @Test
    void observingTellsNobody() throws InterruptedException {
        mode = Mode.OBSERVE;
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        wrote("2", 3, 11);
        settle();

        assertThat(planner.count(CopyOutcome.OBSERVED)).isEqualTo(1);
        assertThat(toFirst).isEmpty();
        assertThat(toSecond).isEmpty();
        assertThat(planner.isCopied(3)).isFalse();
    }

    @Test
    void aCanaryDrawsShuffles() throws InterruptedException {
        mode = Mode.CANARY;
        start(PlantedFault.NONE);
        for (int shuffle = 0; shuffle < 40; shuffle++) {
            submitted(shuffle, MAPS, 0);
            wrote("1", shuffle, 10);
        }
        settle();

        assertThat(planner.count(CopyOutcome.COPIED)).isBetween(5L, 35L);
        assertThat(planner.count(CopyOutcome.COPIED) + planner.count(CopyOutcome.OBSERVED))
                .isEqualTo(40);
    }

    @Test
    void aStageOfOneWaveAndOneThatIsMadeAgainAreLeftToStock() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, 2, 0);
        wrote("1", 3, 10);
        submitted(4, MAPS, 1);
        wrote("1", 4, 11);
        settle();

        assertThat(planner.count(CopyOutcome.ONE_WAVE)).isEqualTo(1);
        assertThat(planner.count(CopyOutcome.REPEATED)).isEqualTo(1);
        assertThat(toSecond).isEmpty();
    }

    @Test
    void plansThatThrowAreNotTriedAfterAFew() throws InterruptedException {
        start(PlantedFault.of("throw"));
        for (int shuffle = 0; shuffle < 4; shuffle++) {
            submitted(shuffle, MAPS, 0);
            wrote("1", shuffle, 10);
        }
        settle();

        assertThat(planner.count(CopyOutcome.FAILED)).isEqualTo(3);
        assertThat(planner.count(CopyOutcome.BROKEN)).isEqualTo(1);
        assertThat(toSecond).isEmpty();
    }

    @Test
    void aStageThatHasEndedIsNotPlanned() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        settle();
        planner.ended(3);
        wrote("1", 3, 10);
        submitted(4, MAPS, 0);
        wrote("1", 4, 11);
        settle();

        assertThat(planner.count(CopyOutcome.LATE)).isEqualTo(1);
        assertThat(planner.count(CopyOutcome.COPIED)).isEqualTo(1);
    }

    @Test
    void lengthsThatAreNoneCostTheirOutputAlone() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        planner.wrote("1", 3, 9, new byte[] {1});
        wrote("1", 3, 10);
        settle();

        assertThat(planner.count(CopyOutcome.COPIED)).isEqualTo(1);
    }

    @Test
    void whoIsGoneIsSentNothingAndHasNothing() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");

        planner.left("2");
        wrote("1", 3, 11);
        settle();

        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
        assertThat(planner.report().shuffles().get(0).count("bytes.planned")).isEqualTo(8000);
        assertThat(holders(2).tasks()).isEmpty();
    }

    @Test
    void whatAnExecutorRefusesIsNotCountedOn() throws InterruptedException {
        refused = new int[] {0};
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        settle(); // the answer is heard after what it answers

        assertThat(toSecond).hasSize(1);
        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
        assertThat(planner.report().shuffles().get(0).count("bytes.planned")).isZero();
        assertThat(holders(2).tasks()).isEmpty();
    }

    @Test
    void whatASenderDidNotGiveIsNotCountedOn() throws IOException, InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");

        ShuffleMessages.read(
                new Object[] {"fairlead-shuffle", "2", 3, new long[] {10}, new int[] {1}, new long[] {8000}}, planner);
        settle();

        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
        assertThat(planner.report().shuffles().get(0).count("bytes.planned")).isZero();
        assertThat(holders(2).tasks()).isEmpty();
    }

    /** As of a union: the first one reads what is not copied. */
    @Test
    void tasksOfAStageMayReadDifferentShuffles() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();

        StageHolders holders = StageHolders.of(
                planner, 2, reads(Set.of(3, 5), task -> List.of(new ShuffleRange(task == 0 ? 5 : 3, task, task + 1))));

        assertThat(holders.tasks().orElseThrow().holder(1)).isEqualTo("2");
    }

    @Test
    void tasksThatRunBesideTheirMapTasksAreDrawnToNobody() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();

        StageHolders holders =
                StageHolders.of(planner, 2, reads(Set.of(3), task -> List.of(new ShuffleRange(3, 0, 0))));

        assertThat(holders.tasks()).isEmpty();
    }

    @Test
    void anExecutorWithAResourceProfileSendsOutputAndOwnsNone() throws InterruptedException {
        start(PlantedFault.NONE);
        new ShuffleListener(planner, 1)
                .onExecutorAdded(new SparkListenerExecutorAdded(
                        0,
                        "2",
                        new ExecutorInfo(
                                "h2", 4, Map$.MODULE$.empty(), Map$.MODULE$.empty(), Map$.MODULE$.empty(), 1)));
        submitted(3, MAPS, 0);
        wrote("2", 3, 10);
        wrote("1", 3, 11);
        settle();

        assertThat(toFirst.get(0).map()).containsExactly(10, 10);
        assertThat(toFirst.get(0).reduce()).containsExactly(0, 1);
        assertThat(toSecond).isEmpty();
    }

    @Test
    void onceItsMapStageHasEndedNothingMoreIsCopied() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        settle();
        planner.ended(3);
        wrote("1", 3, 11);
        settle();

        assertThat(toSecond).extracting(CopyOrder::what).containsExactly(CopyOrder.What.COPY, CopyOrder.What.ENOUGH);
        assertThat(planner.hostOfCopy(3, 10, 1)).isEqualTo("h2");
        assertThat(planner.hostOfCopy(3, 11, 1)).isEmpty();
        assertThat(planner.isCopied(3)).isTrue();
    }

    @Test
    void ofTheLastOutputNothingIsCopied() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        for (int map = 0; map < MAPS; map++) {
            wrote("1", 3, map);
        }
        settle();

        assertThat(toSecond.get(toSecond.size() - 1).what()).isEqualTo(CopyOrder.What.ENOUGH);
        assertThat(planner.hostOfCopy(3, MAPS - 2, 1)).isEqualTo("h2");
        assertThat(planner.hostOfCopy(3, MAPS - 1, 1)).isEmpty();
    }

    @Test
    void itIsCountedWhereTasksThatHaveCopiesRun() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        wrote("2", 3, 11);
        settle();
        StageHolders holders = holders(2);

        holders.launched(0, "1");
        holders.launched(1, "1");
        settle();

        CopiedShuffle told = planner.report().shuffles().get(0);
        assertThat(told.count("tasks.there")).isEqualTo(1);
        assertThat(told.count("tasks.elsewhere")).isEqualTo(1);
        assertThat(planner.report().counts()).containsEntry("tasks.there", 1L);
    }

    @Test
    void aReportSaysWhatWasPredictedAndWhy() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        submitted(4, 2, 0);
        wrote("1", 4, 12);
        settle();

        CopiesReport report = planner.report();

        assertThat(report.mode()).isEqualTo("enforce");
        assertThat(report.shuffles()).extracting(CopiedShuffle::outcome).containsExactly("one_wave", "copied");
        assertThat(report.shuffles().get(0).fetchSeconds()).isNull();
        assertThat(report.shuffles().get(1).gainSeconds())
                .isPositive()
                .isLessThanOrEqualTo(report.shuffles().get(1).fetchSeconds());
    }

    @Test
    void aShuffleThatIsGoneIsForgotten() throws InterruptedException {
        start(PlantedFault.NONE);
        submitted(3, MAPS, 0);
        wrote("1", 3, 10);
        planner.removed(3);
        settle();

        assertThat(planner.isCopied(3)).isFalse();
        assertThat(planner.hostOfCopy(3, 10, 1)).isEmpty();
    }
}
