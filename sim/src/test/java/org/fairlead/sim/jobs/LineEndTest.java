// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Whoever reads a block of lines takes the end of the last one from the next block: h1 stores, h2 has one slot. Blocks of 100 MB, links of 100 MB/s. */
class LineEndTest {
    private static final long MB = 1_000_000;
    private static final long BLOCK = 100 * MB;

    private static double seconds(int tasks, int blocks, long lineEndBytes) {
        Topology topology =
                Topologies.tree(new Topology.Builder("two"), 1, 2, 100 * MB, 1).build();
        List<Cluster.Machine> machines = new ArrayList<>();
        for (String host : List.of("h1", "h2")) {
            boolean computes = host.equals("h2");
            machines.add(
                    new Cluster.Machine(topology.host(host).index(), computes ? 1 : 0, 0, 2, List.of(), !computes, -1));
        }
        Cluster cluster = new Cluster(
                "two",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 1, lineEndBytes),
                new Cluster.Costs(1, 1, 0.05, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0),
                List.of());
        Stage reads = new Stage(
                tasks,
                new Stage.Input.Blocks(blocks * BLOCK),
                0,
                0,
                new Stage.Output.None(),
                List.of(),
                List.of(),
                List.of());
        Policies policies = JobSimulationTest.stock("stock-spark")
                .with(AssignerOptions.USUAL.with(new AssignerOptions.Waits(0, 0, false, false)));
        Workload workload = new Workload("w", List.of(), List.of(new Job("a", "test", "default", 0, List.of(reads))));
        return JobSimulation.run(cluster, workload, policies, 1, JobSimulation.Options.EXACT, RunObserver.NONE)
                .endSeconds();
    }

    @Test
    void allButTheFilesLastTaskTakeTheEndOfALineFromTheNextBlock() {
        assertThat(seconds(3, 3, 0)).isCloseTo(3, within(1e-6));
        assertThat(seconds(3, 3, 25 * MB)).isCloseTo(3.5, within(1e-6));
        assertThat(seconds(3, 3, BLOCK * 2)).as("a block at most").isCloseTo(5, within(1e-6));
    }

    @Test
    void whoReadsTheNextBlockAnywayTakesNothingBesides() {
        assertThat(seconds(1, 3, 25 * MB)).isCloseTo(3, within(1e-6));
    }

    @Test
    void whoEndsWithinABlockTakesNothingFromTheNext() {
        // Four tasks of three quarters of a block each: none but the last ends with a block, and that is the file's
        // last.
        assertThat(seconds(4, 3, 25 * MB)).isCloseTo(3, within(1e-6));
    }
}
