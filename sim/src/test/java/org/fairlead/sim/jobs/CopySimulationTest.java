// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

/** Map output that is copied while its stage runs, on four hosts of one slot each whose links carry 100 MB/s: map tasks of 1.5 s make 400 MB together, of which each host receives 75 MB. MB = 10^6. */
class CopySimulationTest {
    private static final double MB = 1e6;
    private static final long MUCH = 1L << 30;

    private static Cluster cluster() {
        Topology topology =
                Topologies.tree(new Topology.Builder("four"), 1, 4, 100 * MB, 1).build();
        List<Cluster.Machine> machines = new ArrayList<>();
        topology.hosts()
                .forEach(host -> machines.add(new Cluster.Machine(
                        host.index(), 1, 0, 2, List.of(new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1)), true, -1)));
        return new Cluster(
                "four",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(100_000_000, 1),
                JobSimulationTest.FREE,
                List.of());
    }

    private static Workload waves(int waves, int shuffles) {
        return waves(waves, shuffles, 400_000_000, 4);
    }

    private static Workload waves(int waves, int shuffles, long bytes, int reduces) {
        Stage map = new Stage(
                4 * waves,
                new Stage.Input.None(),
                0,
                1.5,
                new Stage.Output.Shuffle(bytes),
                List.of(),
                List.of(),
                List.of());
        List<Job> jobs = new ArrayList<>();
        for (int job = 0; job < shuffles; job++) {
            Stage reduce = new Stage(
                    reduces,
                    new Stage.Input.Shuffle(Collections.nCopies(reduces, 1.0)),
                    0,
                    0,
                    new Stage.Output.None(),
                    List.of(0),
                    List.of(),
                    List.of());
            jobs.add(new Job("j" + job, "test", "default", 20.0 * job, List.of(map, reduce)));
        }
        return new Workload("waves", List.of(), jobs);
    }

    private static JobsOutcome run(String exchange, Workload workload, long memoryBytes) {
        return JobSimulation.run(
                cluster(),
                workload,
                JobSimulationTest.stock("stock-spark")
                        .with(new Policies.Exchange(exchange, memoryBytes, SharedStore.NONE, true)),
                1,
                new JobSimulation.Options(0, false, true, 0),
                RunObserver.NONE);
    }

    private static double seconds(JobsOutcome outcome) {
        return outcome.jobs().get(0).seconds();
    }

    @Test
    void whatIsMadeBeforeTheLastWaveIsThereWhenItIsRead() {
        JobsOutcome outcome = run("copies", waves(4, 1), MUCH);

        // Of the 75 MB, a wave's 18.75 MB are left, which were made last.
        assertThat(seconds(run("stock", waves(4, 1), MUCH))).isCloseTo(6 + 0.75, within(1e-6));
        assertThat(seconds(outcome)).isCloseTo(6 + 0.1875, within(1e-6));
        assertThat(outcome.exchanges().planned()).isEqualTo(1);
        assertThat(outcome.exchanges().ownersMemory()).isCloseTo(3 * 75 * MB, within(1.0));
        assertThat(outcome.exchanges().disks()).isCloseTo(400 * MB - 3 * 75 * MB, within(1.0));
        // By the first two outputs, of which two hosts receive 12.5 MB and make nothing yet.
        assertThat(outcome.exchanges().stockSeconds()).isCloseTo(1, within(1e-6));
    }

    @Test
    void oneWaveIsLeftToStock() {
        JobsOutcome outcome = run("copies", waves(1, 1), MUCH);

        assertThat(seconds(outcome)).isCloseTo(1.5 + 0.75, within(1e-6));
        assertThat(outcome.exchanges().planned()).isZero();
        assertThat(outcome.exchanges().leftToStock()).isEqualTo(1);
    }

    @Test
    void whatFindsNoRoomIsFetched() {
        JobsOutcome outcome = run("copies", waves(4, 1), 40_000_000);

        // Blocks of 6.25 MB: six are held, 37.5 MB of a host's 75 MB.
        assertThat(outcome.exchanges().ownersMemory()).isCloseTo(4 * 37.5 * MB, within(1.0));
        assertThat(seconds(outcome)).isBetween(6 + 0.1875, seconds(run("stock", waves(4, 1), 40_000_000)) + 1e-6);
    }

    @Test
    void memoryForTooLittleIsLeftToStock() {
        assertThat(run("copies", waves(4, 1), 20_000_000).exchanges().leftToStock())
                .isEqualTo(1);
    }

    /** Of 62.5 MB each. */
    @Test
    void blocksThatAreTooLargeForACopyAreLeftToStock() {
        Workload large = waves(4, 1, 4_000_000_000L, 4);
        JobsOutcome outcome = run("copies", large, 10 * MUCH);

        assertThat(outcome.exchanges().planned()).isZero();
        assertThat(seconds(outcome)).isCloseTo(seconds(run("stock", large, 10 * MUCH)), within(1e-6));
    }

    /** Ten times as much as fits into the time: half of a link for the three waves after the first one. */
    @Test
    void whatWaitsWhenAllIsMadeIsFetched() {
        Workload much = waves(4, 1, 4_000_000_000L, 32);
        JobsOutcome outcome = run("copies", much, 10 * MUCH);

        // Besides, what is on its way when all is made: a batch of each of three senders.
        assertThat(outcome.exchanges().ownersMemory()).isBetween(4 * 100 * MB, 4 * (226 + 3 * 17) * MB);
        assertThat(seconds(outcome)).isLessThan(seconds(run("stock", much, 10 * MUCH)));
    }

    @Test
    void aSecondShuffleHasTheMemoryThatTheFirstLeft() {
        JobsOutcome outcome = run("copies", waves(4, 2), 60_000_000);

        double first = run("copies", waves(4, 1), 60_000_000).exchanges().ownersMemory();
        assertThat(outcome.exchanges().planned()).isEqualTo(2);
        assertThat(outcome.exchanges().ownersMemory()).isCloseTo(2 * first, within(1.0));
    }

    @Test
    void oneRunIsAsTheOther() {
        Workload workload = waves(3, 2);

        assertThat(run("copies", workload, 50_000_000)).isEqualTo(run("copies", workload, 50_000_000));
    }
}
