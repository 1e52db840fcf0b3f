// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Four tasks on four slots, of which the last takes 200 s wherever it runs, and the others 10 s. */
class SpeculativeAttemptsTest {
    /** A run of these tasks has some hundred events; one look is taken in thousands. */
    private static final int MOST_LOOKS = 100;

    private static JobsOutcome run(String speculation) {
        Stage stage = new Stage(
                4,
                new Stage.Input.None(),
                0,
                10,
                new Stage.Output.None(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(1.0, 1.0, 1.0, 20.0));
        Workload workload = JobSimulationTest.workload(stage);
        Policies policies = JobSimulationTest.stock("stock-spark")
                .with(new Policies.Tasks("stock-spark", AssignerOptions.USUAL, Map.of(), speculation));
        Cluster cluster = JobSimulationTest.spark(1);
        AtomicInteger looks = new AtomicInteger();
        RunObserver bounded = (done, of) -> looks.incrementAndGet() < MOST_LOOKS;
        return JobSimulation.run(cluster, workload, policies, 1, JobSimulationTest.KEEP, bounded);
    }

    @Test
    void aTaskThatIsLongEverywhereIsNotRestartedForever() {
        JobsOutcome outcome = run("mantri");
        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.counts().speculative())
                .as("three restarts and a duplicate")
                .isEqualTo(4);
        assertThat(outcome.jobs().get(0).seconds()).isGreaterThan(200).isLessThan(400);
    }
}
