// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.junit.jupiter.api.Test;

class StockAssignersTest {
    private static final long SECOND = OfferingCluster.SECOND;
    private final OfferingCluster cluster = OfferingCluster.ofRacks(3, 3);
    private final TaskSet tasks = cluster.maps();

    private String ask(TaskAssigner assigner, String host, double seconds) {
        Choice choice = assigner.choose(cluster.offer(host), tasks, cluster, (long) (seconds * SECOND));
        if (choice instanceof Choice.Launch launch) {
            tasks.launched(launch.task());
            return launch.task() + " " + launch.locality();
        }
        return ((Choice.Decline) choice).cause().name();
    }

    private void onH1(int count) {
        for (int task = 0; task < count; task++) {
            cluster.add(tasks, task, 1e6, "h1");
        }
    }

    @Test
    void hadoopWithoutDelayTakesTheNearestTaskAtOnce() {
        TaskAssigner hadoop = TaskAssigners.named("stock-hadoop");
        cluster.add(tasks, 0, 1, "h9");
        cluster.add(tasks, 1, 1, "h2");
        cluster.add(tasks, 2, 1, "h1");

        assertThat(ask(hadoop, "h1", 0)).isEqualTo("2 HOST");
        assertThat(ask(hadoop, "h1", 0)).isEqualTo("1 RACK");
        assertThat(ask(hadoop, "h1", 0)).isEqualTo("0 ANY");
        assertThat(ask(hadoop, "h1", 0)).isEqualTo("NOTHING_PENDING");
    }

    @Test
    void delaySchedulingSkipsUntilTheLevelOpensAndALocalLaunchClosesItAgain() {
        TaskAssigner delayed =
                TaskAssigners.make("stock-hadoop", AssignerOptions.USUAL.with(AssignerOptions.Delay.skips(2, 3)));
        onH1(9);
        for (int skip = 0; skip < 5; skip++) {
            assertThat(ask(delayed, "h9", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        }
        assertThat(ask(delayed, "h9", 0)).isEqualTo("0 ANY");
        assertThat(ask(delayed, "h9", 0)).as("at the last level").isEqualTo("1 ANY");
        assertThat(ask(delayed, "h1", 0)).isEqualTo("2 HOST");
        assertThat(ask(delayed, "h2", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(delayed, "h2", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(delayed, "h2", 0)).as("after two skips").isEqualTo("3 RACK");
        for (int skip = 0; skip < 3; skip++) {
            assertThat(ask(delayed, "h9", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        }
        assertThat(ask(delayed, "h9", 0)).as("from the rack's level").isEqualTo("4 ANY");
    }

    @Test
    void delaysInSecondsCountFromTheFirstDecline() {
        TaskAssigner delayed =
                TaskAssigners.make("stock-hadoop", AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(4, 5)));
        onH1(2);
        assertThat(ask(delayed, "h9", 10)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(delayed, "h2", 13.9)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(delayed, "h9", 18.9)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(delayed, "h9", 19)).isEqualTo("0 ANY");
    }

    @Test
    void sparkWaitsThreeSecondsALevelAndALaunchSetsTheLevelAndTheTime() {
        TaskAssigner spark = TaskAssigners.named("stock-spark");
        onH1(9);
        assertThat(ask(spark, "h2", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(spark, "h2", 2.9)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(spark, "h2", 3)).isEqualTo("0 RACK");
        assertThat(ask(spark, "h2", 4)).isEqualTo("1 RACK");
        assertThat(ask(spark, "h9", 6.9)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(spark, "h1", 6.9)).isEqualTo("2 HOST");
        assertThat(ask(spark, "h2", 9.8)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(spark, "h2", 9.9)).isEqualTo("3 RACK");
        assertThat(ask(spark, "h9", 12.9)).isEqualTo("4 ANY");
        assertThat(ask(spark, "h9", 13)).isEqualTo("5 ANY");
    }

    @Test
    void whereRoundsAreToldSparkWaitsAnewOnlyAfterOneThatRefusedNothing() {
        TaskAssigner spark = TaskAssigners.make(
                "stock-spark", AssignerOptions.USUAL.with(AssignerOptions.Waits.USUAL.withRounds(true)));
        onH1(9);
        assertThat(ask(spark, "h1", 0)).isEqualTo("0 HOST");
        assertThat(ask(spark, "h2", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        spark.roundEnded(tasks, true, 0);
        assertThat(ask(spark, "h1", 2)).isEqualTo("1 HOST");
        spark.roundEnded(tasks, false, 2 * SECOND);
        assertThat(ask(spark, "h2", 3)).as("h2 has been declined since 0 s").isEqualTo("2 RACK");
        spark.roundEnded(tasks, true, 3 * SECOND);
        assertThat(ask(spark, "h1", 4)).isEqualTo("3 HOST");
        spark.roundEnded(tasks, false, 4 * SECOND);
        assertThat(ask(spark, "h2", 6.9)).as("anew since 4 s").isEqualTo("WAITS_FOR_LOCALITY");
    }

    @Test
    void whereRoundsAreToldAShuffleWaitsForHostsThatHoldAFifthOfIt() {
        TaskAssigner spark = TaskAssigners.make(
                "stock-spark", AssignerOptions.USUAL.with(AssignerOptions.Waits.USUAL.withRounds(true)));
        TaskSet reduces = cluster.reduces();
        reduces.sentBy(
                MapOutputMatrix.alike(Map.of(cluster.h("h1"), 0.7, cluster.h("h4"), 0.19, cluster.h("h7"), 0.11)));
        cluster.add(reduces, 0, 1e6);
        Offer small = new Offer(cluster.h("h4"), 1, false, InputKind.SHUFFLE);
        Offer large = new Offer(cluster.h("h1"), 1, false, InputKind.SHUFFLE);
        assertThat(spark.choose(small, reduces, cluster, 0)).isInstanceOf(Choice.Decline.class);
        assertThat(spark.choose(large, reduces, cluster, 0)).isInstanceOf(Choice.Launch.class);
        assertThat(spark.choose(small, reduces, cluster, 6 * SECOND)).isInstanceOf(Choice.Launch.class);
        TaskAssigner before = TaskAssigners.named("stock-spark");
        assertThat(before.choose(small, reduces, cluster, 6 * SECOND)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void aShuffleFromManyHostsWaitsForNone() {
        TaskAssigner spark = TaskAssigners.make(
                "stock-spark", AssignerOptions.USUAL.with(AssignerOptions.Waits.USUAL.withRounds(true)));
        TaskSet reduces = cluster.reduces();
        Map<Integer, Double> even = new HashMap<>();
        for (int host = 1; host <= 6; host++) {
            even.put(cluster.h("h" + host), 1.0);
        }
        reduces.sentBy(MapOutputMatrix.alike(even));
        cluster.add(reduces, 0, 1e6);
        Offer elsewhere = new Offer(cluster.h("h9"), 1, false, InputKind.SHUFFLE);
        assertThat(spark.choose(elsewhere, reduces, cluster, 0)).isInstanceOf(Choice.Launch.class);
    }

    @Test
    void sparkPassesSeveralLevelsInOneAskingWhenTheirWaitsAreOver() {
        TaskAssigner spark = TaskAssigners.named("stock-spark");
        onH1(2);
        assertThat(ask(spark, "h9", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(spark, "h9", 6)).isEqualTo("0 ANY");
    }

    @Test
    void sparkDoesNotWaitWhereNoRackIsKnownNorForShufflesNorWithoutPreference() {
        TaskAssigner standalone = TaskAssigners.named("stock-spark:standalone");
        onH1(1);
        assertThat(ask(standalone, "h2", 0)).isEqualTo("WAITS_FOR_LOCALITY");
        assertThat(ask(standalone, "h2", 3)).isEqualTo("0 RACK");

        cluster.add(tasks, 5, 1);
        assertThat(ask(standalone, "h9", 3)).isEqualTo("5 HOST");
        TaskSet reduces = cluster.reduces();
        cluster.add(reduces, 3, 1);
        assertThat(TaskAssigners.named("stock-spark").choose(cluster.offer("h4"), reduces, cluster, 0))
                .isInstanceOf(Choice.Launch.class);
    }

    @Test
    void anExclusiveSlotTakesTasksOfItsKindOnly() {
        onH1(1);
        Offer reduceSlot = new Offer(cluster.h("h1"), 1, true, InputKind.SHUFFLE);
        for (String name : TaskAssigners.names()) {
            assertThat(TaskAssigners.named(name).choose(reduceSlot, tasks, cluster, 1))
                    .as(name)
                    .isEqualTo(new Choice.Decline(Choice.Cause.NOTHING_PENDING, Choice.Decline.NEXT_OFFER));
        }
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThatAreAccepted() {
        assertThatThrownBy(() -> TaskAssigners.named("fastest"))
                .hasMessageStartingWith(
                        "no task assigner 'fastest'; accepted: stock-hadoop, stock-spark, stock-spark:standalone, cormorant");
    }
}
