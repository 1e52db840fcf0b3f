// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Two jobs on one slot, first come, first served; each task computes for a second. The second job comes while the first stage of the first one runs. */
class StageByStageTest {
    private static Stage stage(int tasks, Stage.Input input, Stage.Output output, List<Integer> parents) {
        return new Stage(tasks, input, 0, 1, output, parents, List.of(), List.of());
    }

    private static double secondsOfFirst(boolean stageByStage, String policies) {
        Topology topology =
                Topologies.tree(new Topology.Builder("one"), 1, 2, 100e6, 1).build();
        Cluster cluster = new Cluster(
                "one",
                topology,
                List.of(new Cluster.Machine(topology.host("h1").index(), 1, 0, 2, List.of(), true, -1)),
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(1 << 20, 1),
                JobSimulationTest.FREE,
                List.of());
        Job two = new Job(
                "two",
                "test",
                "default",
                0,
                List.of(
                        stage(1, new Stage.Input.None(), new Stage.Output.Shuffle(1), List.of()),
                        stage(1, new Stage.Input.Shuffle(List.of()), new Stage.Output.None(), List.of(0))));
        Job one = new Job(
                "one",
                "test",
                "default",
                0.5,
                List.of(stage(3, new Stage.Input.None(), new Stage.Output.None(), List.of())));
        JobsOutcome outcome = JobSimulation.run(
                cluster,
                new Workload("w", List.of(), List.of(two, one)),
                PolicySets.named(policies, Cluster.Framework.SPARK),
                1,
                new JobSimulation.Options(0, false, true, 0, stageByStage),
                RunObserver.NONE);
        return outcome.jobs().get(0).seconds();
    }

    @Test
    void aLaterStageComesWithItsJob() {
        assertThat(secondsOfFirst(false, "stock")).isCloseTo(2, within(0.01));
    }

    @Test
    void asAJobOfItsOwnItComesAfterWhatWasSubmittedBefore() {
        assertThat(secondsOfFirst(true, "stock")).isCloseTo(5, within(0.01));
    }

    @Test
    void whereJobsAreServedFairlyItMakesNoDifference() {
        assertThat(secondsOfFirst(true, "stock[order=fair]")).isEqualTo(secondsOfFirst(false, "stock[order=fair]"));
    }
}
