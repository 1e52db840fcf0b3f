// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.shuffle.ExchangePlanners;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shuffles on four hosts of one rack whose links carry 100 MB/s; each host makes 100 MB for tasks that do nothing but read. MB = 10^6. */
class ExchangeSimulationTest {
    private static final double MB = 1e6;
    private static final long OUTPUT = 400_000_000;
    private static final SharedStore NO_STORE = SharedStore.NONE;

    static List<String> planners() {
        return ExchangePlanners.names();
    }

    private static Cluster cluster(double diskRate) {
        Topology topology =
                Topologies.tree(new Topology.Builder("four"), 1, 4, 100 * MB, 1).build();
        List<Cluster.Machine> machines = new ArrayList<>();
        topology.hosts()
                .forEach(host -> machines.add(new Cluster.Machine(
                        host.index(), 1, 0, 2, List.of(new Cluster.Disk(diskRate, 0, 1)), true, -1)));
        return new Cluster(
                "four",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(100_000_000, 1),
                JobSimulationTest.FREE,
                List.of());
    }

    /** @param parts of the tasks that read */
    private static Workload shuffle(List<Double> parts) {
        Stage map = new Stage(
                4,
                new Stage.Input.None(),
                0,
                0,
                new Stage.Output.Shuffle(OUTPUT),
                List.of(),
                List.of("h1", "h2", "h3", "h4"),
                List.of());
        Stage reduce = new Stage(
                parts.size(),
                new Stage.Input.Shuffle(parts),
                0,
                0,
                new Stage.Output.None(),
                List.of(0),
                List.of(),
                List.of());
        return new Workload("shuffle", List.of(), List.of(new Job("j", "test", "default", 0, List.of(map, reduce))));
    }

    private static JobsOutcome run(
            String planner, Cluster cluster, Workload workload, long memoryBytes, SharedStore store) {
        return JobSimulation.run(
                cluster,
                workload,
                JobSimulationTest.stock("stock-spark").with(new Policies.Exchange(planner, memoryBytes, store, true)),
                1,
                new JobSimulation.Options(0, false, true, 0),
                RunObserver.NONE);
    }

    private static double seconds(String planner, Cluster cluster, Workload workload, long memoryBytes) {
        return run(planner, cluster, workload, memoryBytes, NO_STORE)
                .jobs()
                .get(0)
                .seconds();
    }

    @ParameterizedTest
    @MethodSource("planners")
    void anEvenShuffleInMemoryTakesWhatLinksNeed(String planner) {
        // Each host receives 75 MB over its link; 'fairlead' leaves it to stock, which takes as long.
        double seconds =
                seconds(planner, cluster(Double.POSITIVE_INFINITY), shuffle(List.of(1.0, 1.0, 1.0, 1.0)), 1L << 30);

        assertThat(seconds).isCloseTo(0.75, within(1e-6));
    }

    @ParameterizedTest
    @MethodSource("planners")
    void oneRunIsAsTheOther(String planner) {
        Workload workload = shuffle(List.of(5.0, 1.0, 1.0, 1.0, 2.0, 3.0));
        JobsOutcome first = run(planner, cluster(20 * MB), workload, 90_000_000, NO_STORE);

        assertThat(run(planner, cluster(20 * MB), workload, 90_000_000, NO_STORE))
                .isEqualTo(first);
        assertThat(first.jobs().get(0).seconds()).isPositive();
    }

    @Test
    void whatMemoryDoesNotHoldIsSpilledByStockAndStaysInMemoryWithSenders() {
        // All 400 MB are for one task: 300 MB from others in 3 s.
        Workload hot = shuffle(List.of(1.0));
        double maps = 100 / 20.0;

        double stock = seconds("stock", cluster(20 * MB), hot, 100_000_000);
        JobsOutcome ours = run("fairlead", cluster(20 * MB), hot, 100_000_000, NO_STORE);

        // Map output is written and read at 20 MB/s; stock then writes and reads 300 MB more.
        assertThat(stock).isCloseTo(maps + 100 / 20.0 + 600 / 20.0, within(0.01));
        assertThat(ours.jobs().get(0).seconds()).isCloseTo(maps + 3, within(0.01));
        assertThat(ours.exchanges().ownersMemory()).isEqualTo(100 * MB);
        assertThat(ours.exchanges().sendersMemory()).isEqualTo(300 * MB);
    }

    @Test
    void overflowGoesToThirdHostsAndCrossesTheNetworkTwice() {
        // Caps of 100 MB: the owner keeps its own block, which is all its memory holds; the others' go where most is
        // free.
        JobsOutcome outcome =
                run("dsa-sms", cluster(Double.POSITIVE_INFINITY), shuffle(List.of(1.0)), 100_000_000, NO_STORE);

        assertThat(outcome.exchanges().ownersMemory()).isEqualTo(100 * MB);
        assertThat(outcome.exchanges().sendersMemory() + outcome.exchanges().othersMemory())
                .isEqualTo(300 * MB);
        assertThat(outcome.jobs().get(0).seconds()).isBetween(3.0, 4.0 + 1e-6);
    }

    @Test
    void withoutMemoryBlocksGoToTheStoreAndBack() {
        // 400 MB are written at 200 MB/s and read at 200 MB/s, over a link of 100 MB/s.
        JobsOutcome outcome = run(
                "dsa",
                cluster(Double.POSITIVE_INFINITY),
                shuffle(List.of(1.0)),
                1,
                new SharedStore(200 * MB, 200 * MB, 200 * MB, true));

        assertThat(outcome.exchanges().store()).isEqualTo(400 * MB);
        assertThat(outcome.jobs().get(0).seconds()).isCloseTo(2 + 4, within(1e-6));
    }

    @Test
    void aSecondShuffleHasTheMemoryThatTheFirstLeft() {
        Stage map = shuffle(List.of(1.0)).jobs().get(0).stages().get(0);
        Stage reduce =
                shuffle(List.of(1.0, 1.0, 1.0, 1.0)).jobs().get(0).stages().get(1);
        Job first = new Job("first", "test", "default", 0, List.of(map, reduce));
        Job second = new Job("second", "test", "default", 10, List.of(map, reduce));
        Workload both = new Workload("both", List.of(), List.of(first, second));

        JobsOutcome outcome = run("dsa-sms", cluster(Double.POSITIVE_INFINITY), both, 100_000_000, NO_STORE);

        // Had the first kept it, the second would have found none.
        assertThat(outcome.exchanges().ownersMemory()).isEqualTo(800 * MB);
        assertThat(outcome.exchanges().disks()).isZero();
    }

    @Test
    void whereMemoryDoesNotCountNothingIsExchanged() {
        JobsOutcome outcome = run("none", cluster(Double.POSITIVE_INFINITY), shuffle(List.of(1.0)), 0, NO_STORE);

        assertThat(outcome.exchanges().planned()).isZero();
        assertThat(outcome.jobs().get(0).seconds()).isCloseTo(3, within(1e-6));
    }
}
