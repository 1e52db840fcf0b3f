// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class StageDecisionsTest extends OfferedSlots {
    @Test
    void aTaskIsReadOverTheLinkThatHasRoom() {
        picture.loaded(link -> link.from().name().equals("h1") ? 0.99 : 0);
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));

        List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.slot("1", "h3", 1));

        assertThat(launched).extracting(Launched::task).containsExactly(1);
        assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isEqualTo(1);
        settled(cluster);
        assertThat(picture.running()).containsExactly(launched.get(0).id());
        assertThat(recorded(cluster).launches()).singleElement().satisfies(launch -> {
            assertThat(launch.rule()).isEqualTo("planned");
            assertThat(launch.source()).isEqualTo("h2");
            assertThat(launch.distance()).isEqualTo("rack");
        });
    }

    @Test
    void whatEndedIsNoLongerCommitted() {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        TaskSetManager manager = cluster.submit(on("h1"), on("h2"));
        List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));

        cluster.finish(manager, launched.get(0).id());

        settled(cluster);
        assertThat(picture.running()).isEmpty();
        assertThat(cluster.scheduling.orElseThrow().planner().running()).isZero();
    }

    @Test
    void allTasksAreLaunchedWhateverThePolicy() {
        for (String policy : List.of("fairlead", "cormorant", "status-aware", "stock-spark", "stock-hadoop")) {
            FakeCluster cluster = ours(options(policy), Mode.ENFORCE);
            cluster.submit(tasks(60));

            assertThat(launchAll(cluster, 60)).as(policy).hasSize(60).doesNotHaveDuplicates();
        }
    }

    @Test
    void whileObservingStockDecides() {
        FakeCluster cluster = ours(options("fairlead"), Mode.OBSERVE);

        assertThat(sequence(cluster, 40)).isEqualTo(sequence(stock(), 40));
        assertThat(recorded(cluster).launches()).isNotEmpty().allSatisfy(launch -> assertThat(launch.rule())
                .isEqualTo("observed"));
    }

    @Test
    void whileOffNothingIsPlanned() {
        FakeCluster cluster = ours(options("fairlead"), Mode.OFF);

        assertThat(sequence(cluster, 40)).isEqualTo(sequence(stock(), 40));
        assertThat(figures(cluster).plans()).isZero();
    }

    @Test
    void aCanaryEnforcesAShareOfTheStages() {
        FakeCluster cluster = ours(options("fairlead"), new SparkModes(Mode.CANARY, Map.of(), 0.5));
        for (int stage = 0; stage < 20; stage++) {
            cluster.submit(on("h1"));
            offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
        }

        assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isBetween(4L, 16L);
    }

    @Test
    void thePictureIsToldHowManyTasksHaveNotBegun() throws InterruptedException {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"), on("h3"));
        offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
        long end = System.nanoTime() + LONGEST_NANOS;
        while (picture.residual() != 2 && System.nanoTime() - end < 0) {
            Thread.sleep(5);
        }
        assertThat(picture.residual()).isEqualTo(2);
    }

    @Test
    void aPoolHasAModeOfItsOwn() {
        set("spark.scheduler.mode", "FAIR");
        FakeCluster cluster = ours(options("fairlead"), new SparkModes(Mode.ENFORCE, Map.of("quiet", Mode.OFF), 0.1));
        cluster.submit(pool("quiet"), on("h1"), on("h2"));

        assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1))).hasSize(1);
        assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isZero();
    }

    @Test
    void aPolicyThatThrowsLeavesTheStageToStock() {
        PlanOptions options = options("fairlead", PlantedFault.of("throw"), Duration.ofMillis(50));
        FakeCluster cluster = ours(options, Mode.ENFORCE);
        cluster.submit(tasks(60));

        assertThat(launchAll(cluster, 60)).hasSize(60);
        assertThat(figures(cluster).failures()).isPositive();
        assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isZero();
    }

    @Test
    void aPolicyThatHangsLeavesTheStageToStock() {
        PlanOptions options = options("fairlead", PlantedFault.of("hang"), Duration.ofMillis(50));
        FakeCluster cluster = ours(options, Mode.ENFORCE);
        cluster.submit(tasks(60));

        assertThat(launchAll(cluster, 60)).hasSize(60);
        assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isZero();
    }

    @Test
    void withoutAPictureStockDecidesAtOnce() {
        picture.lost();
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));

        assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1))).hasSize(1);
    }

    @Test
    void aPictureThatIsLostLeavesTheRestToStock() {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(tasks(60));
        List<Integer> launched = new ArrayList<>(launchAll(cluster, 10));
        picture.lost();
        launched.addAll(launchAll(cluster, 60 - launched.size()));

        assertThat(launched).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void aDeclineEnds() {
        picture.loaded(link -> link.to().name().equals("h3") ? 0.9 : 0);
        FakeCluster cluster = ours(
                new PlanOptions(
                        "status-aware:receive",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(300),
                        false,
                        1,
                        PlantedFault.NONE),
                Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"), on("h1"), on("h2"));

        for (int i = 0; i < 4; i++) {
            assertThat(offerUntilLaunched(cluster, FakeCluster.slot("1", "h3", 1)))
                    .hasSize(1);
        }
        assertThat(figures(cluster).of(OfferCounters.Outcome.DECLINED)).isPositive();
        StageDetail recorded = recorded(cluster);
        assertThat(recorded.stage().declines().get("receiver_busy"))
                .isEqualTo(figures(cluster).of(OfferCounters.Outcome.DECLINED));
        assertThat(recorded.stage().freeSeconds()).isPositive();
        assertThat(recorded.declines()).isNotEmpty().allSatisfy(decline -> {
            assertThat(decline.host()).isEqualTo("h3");
            assertThat(decline.untilMillis()).isGreaterThanOrEqualTo(decline.lastMillis());
        });
    }

    @Test
    void whatFailedOnAnExecutorIsNotTriedThereAgain() {
        set("spark.excludeOnFailure.enabled", "true");
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        TaskSetManager manager = cluster.submit(new String[][] {on("h1")});
        List<Launched> first =
                offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1), FakeCluster.slot("2", "h2", 0));
        assertThat(first).extracting(Launched::executor).containsExactly("1");
        cluster.fail(manager, first.get(0).id());

        for (int i = 0; i < 20; i++) {
            assertThat(cluster.offer(FakeCluster.slot("1", "h1", 1))).isEmpty();
        }
        assertThat(offerUntilLaunched(cluster, FakeCluster.slot("2", "h2", 1)))
                .extracting(Launched::executor)
                .containsExactly("2");
    }

    @Test
    void fairPoolsShareAsInStock() {
        set("spark.scheduler.mode", "FAIR");
        Function<FakeCluster, List<Integer>> stages = cluster -> {
            TaskSetManager one = cluster.submit(pool("one"), tasks(20));
            TaskSetManager other = cluster.submit(pool("other"), tasks(20));
            cluster.scheduling.ifPresent(ours -> ours.planner().executors().offered("1", "h1", 1));
            awaitPlans(cluster, 2);
            List<Integer> served = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int before = one.runningTasks();
                awaitPlans(cluster, i + 2);
                offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));
                served.add(one.runningTasks() > before ? one.stageId() : other.stageId());
            }
            return served;
        };

        assertThat(stages.apply(ours(options("fairlead"), Mode.ENFORCE))).isEqualTo(stages.apply(stock()));
    }

    @Test
    void streamingQueriesHaveSparksOwnManagers() {
        Properties properties = new Properties();
        properties.setProperty("sql.streaming.queryId", "query");
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);

        TaskSetManager streaming = cluster.submit(properties, on("h1"), on("h2"));
        TaskSetManager other = cluster.submit(on("h1"), on("h2"));

        assertThat(streaming).isNotInstanceOf(FairleadTaskSetManager.class);
        assertThat(other).isInstanceOf(FairleadTaskSetManager.class);
    }

    @Test
    void whereTasksNeedMoreThanCoresAllStagesHaveSparksOwnManagers() {
        set("spark.task.resource.gpu.amount", "1");
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);

        assertThat(cluster.submit(on("h1"), on("h2"))).isNotInstanceOf(FairleadTaskSetManager.class);
        assertThat(recorded(cluster).stage().stockAlone()).contains("spark.task.resource.");
    }

    private List<Integer> sequence(FakeCluster cluster, int tasks) {
        cluster.submit(tasks(tasks));
        List<Integer> launched = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            for (Launched one : cluster.offer(FakeCluster.slot("1", "h1", 1))) {
                launched.add(one.task());
            }
        }
        return launched;
    }

    /** Offers slots of all hosts until so many tasks are launched, again when the scheduler asks or a second has passed, as Spark does. */
    private static List<Integer> launchAll(FakeCluster cluster, int count) {
        List<Integer> launched = new ArrayList<>();
        WorkerOffer[] slots = {
            FakeCluster.slot("1", "h1", 1), FakeCluster.slot("2", "h2", 1), FakeCluster.slot("3", "h5", 1)
        };
        while (launched.size() < count) {
            for (Launched one : offerUntilLaunched(cluster, slots)) {
                launched.add(one.task());
            }
        }
        return launched;
    }
}
