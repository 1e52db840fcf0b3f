// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.scheduler.ExecutorDecommissionInfo;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import org.fairlead.core.plan.ExecutorSlots;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Executors that are there and get no tasks: a plan for them would leave the others free for nothing. */
class ClosedSlotsTest {
    private static final long LONGEST_NANOS = Duration.ofSeconds(20).toNanos();

    private final MeasuredPicture picture = new MeasuredPicture(
            Topologies.tree(new Topology.Builder("tree"), 2, 3, 125e6, 2).build());
    private final List<String> set = new ArrayList<>();
    private FakeCluster cluster;

    @AfterAll
    static void stop() {
        FakeCluster.context().stop();
    }

    @AfterEach
    void close() {
        cluster.close();
        set.forEach(FakeCluster.context().conf()::remove);
    }

    /** Declines last longer than a test does: only plans that are right launch anything. */
    private void start(String... excludeOnFailure) {
        for (String key : excludeOnFailure) {
            set.add("spark.excludeOnFailure." + key.split("=")[0]);
            FakeCluster.context().conf().set("spark.excludeOnFailure." + key.split("=")[0], key.split("=")[1]);
        }
        PlanOptions options = new PlanOptions(
                "fairlead",
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                true,
                1,
                PlantedFault.NONE);
        cluster = FakeCluster.ours(options, SparkModes.of(Mode.ENFORCE), picture);
    }

    private List<String> executors() {
        return cluster.scheduling.orElseThrow().planner().executors().all().stream()
                .map(ExecutorSlots.Executor::id)
                .sorted()
                .toList();
    }

    /** Offers again and again, as Spark does, until something is launched. */
    private List<Launched> offerUntilLaunched(WorkerOffer... slots) {
        long end = System.nanoTime() + LONGEST_NANOS;
        List<Launched> launched = cluster.offer(slots);
        while (launched.isEmpty()) {
            assertThat(System.nanoTime() - end)
                    .as("something is launched in the end")
                    .isNegative();
            Thread.onSpinWait();
            launched = cluster.offer(slots);
        }
        return launched;
    }

    private static WorkerOffer slot(String executor, String host) {
        return FakeCluster.slot(executor, host, 1);
    }

    @Test
    void anExecutorWithAResourceProfileOfItsOwnIsNoPlace() {
        start();
        WorkerOffer other = WorkerOffer.apply("2", "h2", 1, Option.empty(), WorkerOffer.apply$default$5(), 7);

        cluster.scheduler.shuffleOffers(
                CollectionConverters.asScala(List.of(slot("1", "h1"), other)).toIndexedSeq());

        assertThat(executors()).containsExactly("1");
    }

    @Test
    void anExecutorThatIsToGoIsNoPlace() {
        start();
        cluster.submit(new String[] {"h1"});
        offerUntilLaunched(slot("1", "h1"), slot("2", "h2"));

        cluster.scheduler.executorDecommission("2", ExecutorDecommissionInfo.apply("spot", Option.empty()));

        assertThat(executors()).containsExactly("1");
    }

    @Test
    void aTaskThatFailedRunsElsewhereWhileOthersRun() {
        start("enabled=true");
        TaskSetManager manager = cluster.submit(new String[] {"h1"}, new String[] {"h5"});
        List<Launched> first = new ArrayList<>();
        while (first.size() < 2) {
            first.addAll(offerUntilLaunched(
                    FakeCluster.slot("1", "h1", first.stream().anyMatch(one -> one.task() == 0) ? 0 : 1),
                    FakeCluster.slot("5", "h5", first.stream().anyMatch(one -> one.task() == 1) ? 0 : 1)));
        }
        Launched failing =
                first.stream().filter(one -> one.task() == 0).findFirst().orElseThrow();
        assertThat(failing.executor()).isEqualTo("1");
        cluster.fail(manager, failing.id());

        assertThat(offerUntilLaunched(slot("1", "h1"), slot("2", "h2")))
                .extracting(Launched::executor)
                .containsExactly("2");
    }

    @Test
    void aTaskThatFailedWhereItMayRunAgainIsLeftToStock() {
        start();
        TaskSetManager manager = cluster.submit(new String[][] {{"h1"}});
        Launched failing = offerUntilLaunched(slot("1", "h1"), slot("2", "h2")).get(0);
        assertThat(planned()).isEqualTo(1);
        cluster.fail(manager, failing.id());

        offerUntilLaunched(slot("1", "h1"), slot("2", "h2"));

        assertThat(planned()).isEqualTo(1);
    }

    private long planned() {
        return cluster.scheduling.orElseThrow().figures().of(OfferCounters.Outcome.PLANNED);
    }

    @Test
    void whereAStageMayNotRunNothingIsPlannedForIt() {
        start("enabled=true", "stage.maxFailedTasksPerExecutor=1", "task.maxTaskAttemptsPerExecutor=2");
        TaskSetManager manager = cluster.submit(new String[] {"h1"}, new String[] {"h1"}, new String[] {"h5"});
        List<Launched> running = offerUntilLaunched(slot("5", "h5"));
        assertThat(running).extracting(Launched::task).containsExactly(2);
        List<Launched> failing = offerUntilLaunched(slot("1", "h1"));
        cluster.fail(manager, failing.get(0).id());

        List<Integer> launched = new ArrayList<>();
        while (launched.size() < 2) {
            offerUntilLaunched(slot("1", "h1"), slot("2", "h2")).forEach(one -> {
                assertThat(one.executor()).isEqualTo("2");
                launched.add(one.task());
            });
        }
        assertThat(launched).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void anExecutorThatTheApplicationAvoidsIsNoPlace() {
        start("enabled=true", "application.maxFailedTasksPerExecutor=1", "task.maxTaskAttemptsPerExecutor=1");
        TaskSetManager manager = cluster.submit(new String[][] {{"h1"}});
        cluster.fail(manager, offerUntilLaunched(slot("1", "h1")).get(0).id());
        List<Launched> again = offerUntilLaunched(slot("2", "h2"));
        assertThat(executors()).containsExactly("1", "2");
        cluster.finish(manager, again.get(0).id());
        cluster.submit(new String[][] {{"h1"}});

        assertThat(offerUntilLaunched(slot("1", "h1"), slot("2", "h2")))
                .extracting(Launched::executor)
                .containsExactly("2");
        assertThat(executors()).containsExactly("2");
    }
}
