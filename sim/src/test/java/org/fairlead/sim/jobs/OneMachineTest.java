// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Hosts that are emulated on one machine: one processor for all. Links carry 100 MB/s, disks 10 MB/s; two racks of two; MB = 10^6. */
class OneMachineTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 100_000_000;
    private static final Stage.Output NONE = new Stage.Output.None();

    private static JobsOutcome run(Stage... stages) {
        Topology topology = Topologies.tree(new Topology.Builder("emulated"), 2, 2, 100 * MB, 1)
                .build();
        List<Cluster.Machine> machines = new ArrayList<>();
        topology.hosts()
                .forEach(host -> machines.add(new Cluster.Machine(
                        host.index(), 1, 0, 1, List.of(new Cluster.Disk(10 * MB, 0, 1)), true, 0, true)));
        Cluster cluster = new Cluster(
                "emulated",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 3),
                JobSimulationTest.FREE,
                List.of());
        Workload workload = new Workload("w", List.of(), List.of(new Job("j", "test", "default", 0, List.of(stages))));
        return JobSimulation.run(
                cluster,
                workload,
                JobSimulationTest.stock("stock-spark"),
                1,
                new JobSimulation.Options(0, false, true, 0),
                RunObserver.NONE);
    }

    @Test
    void tasksMayComputeForUnlikeTimes() {
        Stage unlike = new Stage(
                3,
                new Stage.Input.None(),
                0,
                4,
                NONE,
                List.of(),
                List.of("h1"),
                List.of(),
                Optional.empty(),
                List.of(0.5, 2.0));

        assertThat(unlike.computeSecondsOfAll()).isEqualTo(12);
        // Two of 2 s and one of 8 s share a processor.
        assertThat(run(unlike).tasks().stream()
                        .sorted(Comparator.comparingInt(JobsOutcome.Attempted::task))
                        .mapToDouble(JobsOutcome.Attempted::finishSeconds)
                        .toArray())
                .containsExactly(new double[] {6, 12, 6}, within(1e-6));
    }

    @Test
    void whoComputesLeavesWhoReadsItsPartOfAFullProcessor() {
        // 100 MB from a disk of 10 MB/s need a hundredth of the processor.
        Stage read = new Stage(1, new Stage.Input.Blocks(BLOCK), 1e-9, 0, NONE, List.of(), List.of("h1"), List.of());
        Stage compute = new Stage(3, new Stage.Input.None(), 0, 33, NONE, List.of(), List.of("h2"), List.of());

        JobsOutcome outcome = run(read, compute);

        JobsOutcome.Attempted reader = outcome.tasks().stream()
                .filter(JobsOutcome.Attempted::reads)
                .findFirst()
                .orElseThrow();
        assertThat(reader.inputSeconds()).isCloseTo(10, within(1e-6));
        assertThat(outcome.jobs().get(0).seconds()).as("99.1 s of work").isCloseTo(99.1, within(1e-6));
    }

    @Test
    void aDriverIsSentWhatATaskHasMadeWhenThatEnds() {
        // 100 MB at once, 100 MB from 10 s on: each crosses a link in a second.
        Stage make = new Stage(
                2,
                new Stage.Input.None(),
                0,
                0,
                new Stage.Output.Shuffle(2 * BLOCK),
                List.of(),
                List.of("h1", "h2"),
                List.of(0.0, 10.0));
        Stage collect =
                new Stage(1, new Stage.Input.Shuffle(List.of()), 0, 0, NONE, List.of(0), List.of("h3"), List.of());

        assertThat(run(make, collect).jobs().get(0).seconds()).isCloseTo(11, within(1e-6));
    }
}
