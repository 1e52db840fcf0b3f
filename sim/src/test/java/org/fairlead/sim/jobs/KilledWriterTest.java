// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.Slowdown;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/**
 * Four tasks on four slots write four blocks of 100 MB each to their own hosts' disks, in 4 s. One disk has a tenth left: its first block takes 10 s. A second attempt begins after 12 s and is
 * done 4 s later.
 */
class KilledWriterTest {
    private static final int BLOCKS = 16;
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private static Cluster cluster() {
        Cluster well = JobSimulationTest.cluster(
                Cluster.Framework.SPARK, JobSimulationTest.FREE, 1, new Cluster.Disk(100 * JobSimulationTest.MB, 0, 1));
        int host = well.machines().get(0).host();
        return new Cluster(
                "slow",
                well.topology(),
                well.machines(),
                well.framework(),
                well.fileSystem(),
                well.costs(),
                List.of(),
                Cluster.USUAL_GUARANTEES,
                List.of(new Slowdown(host, Slowdown.Part.DISKS, 0.1, 0, INFINITE, INFINITE, 0)));
    }

    private static JobsOutcome run() {
        Stage.Output files = new Stage.Output.Files(BLOCKS * JobSimulationTest.BLOCK, 0, 1);
        Stage write = JobSimulationTest.stage(4, new Stage.Input.None(), 0, files);
        Stage read = JobSimulationTest.stage(1, new Stage.Input.File("j/0"), 0, new Stage.Output.None(), 0);
        Workload workload = JobSimulationTest.workload(write, read);
        Policies speculating = JobSimulationTest.stock("stock-spark")
                .with(new Policies.Tasks("stock-spark", AssignerOptions.USUAL, Map.of(), "stock-spark"));
        return JobSimulation.run(cluster(), workload, speculating, 1, JobSimulationTest.KEEP, RunObserver.NONE);
    }

    @Test
    void whatItWroteIsDeletedAndNobodyReadsIt() {
        JobsOutcome outcome = run();

        assertThat(outcome.tasks().stream().filter(JobsOutcome.Attempted::killed))
                .hasSize(1);
        assertThat(outcome.blocks()).as("one by the attempt that was killed").hasSize(BLOCKS + 1);
        assertThat(outcome.storedReplicas().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(BLOCKS);
        JobsOutcome.Counts counts = outcome.counts();
        assertThat(counts.bytesLocal() + counts.bytesRack() + counts.bytesRemote())
                .isCloseTo(BLOCKS * JobSimulationTest.BLOCK, within(1.0));
    }
}
