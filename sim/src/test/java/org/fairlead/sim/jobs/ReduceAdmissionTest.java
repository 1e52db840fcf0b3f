// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.junit.jupiter.api.Test;

/** One machine with one slot for a reduce that computes: two may copy, one of a job. */
class ReduceAdmissionTest {
    private final Topology topology =
            Topologies.tree(new Topology.Builder("one"), 1, 1, 1e6, 1).build();
    private final ReduceAdmission admission = new ReduceAdmission(true, List.of(1));
    private int attempts;

    private RunningAttempt copying(int job) {
        Stage reduce = new Stage(
                9, new Stage.Input.Shuffle(List.of()), 0, 0, new Stage.Output.None(), List.of(), List.of(), List.of());
        JobState state =
                new JobState(job, new Job("j" + job, "test", "default", 0, List.of(reduce)), 0, () -> InputKnown.NEVER);
        StageRun stage = new StageRun(state, 0, 9, new TaskSet(job, InputKind.SHUFFLE, topology.routes()));
        RunningAttempt attempt = new RunningAttempt(attempts++, 0, stage, 0, 0, 0, 0, false);
        admission.copies(attempt);
        return attempt;
    }

    @Test
    void aJobMayNotCopyMoreThanCouldCompute() {
        copying(1);
        assertThat(admission.admitsCopying(0, 1)).isFalse();
        assertThat(admission.admitsCopying(0, 2)).isTrue();
        copying(2);
        assertThat(admission.admitsCopying(0, 3)).isFalse();
    }

    @Test
    void whatHasCopiedWaitsForASlotToComputeAndMakesRoomWhenItGetsOne() {
        RunningAttempt first = copying(1);
        RunningAttempt second = copying(2);
        assertThat(admission.computes(first)).isTrue();
        assertThat(admission.admitsCopying(0, 1))
                .as("the first copies no longer")
                .isTrue();
        assertThat(admission.computes(second)).isFalse();
        assertThat(admission.over(first)).containsExactly(second);
        assertThat(admission.admitsCopying(0, 2)).isTrue();
        assertThat(admission.over(second)).isEmpty();
    }

    @Test
    void whatIsKilledWhileItWaitsIsForgotten() {
        RunningAttempt first = copying(1);
        RunningAttempt second = copying(2);
        admission.computes(first);
        admission.computes(second);
        assertThat(admission.over(second)).isEmpty();
        assertThat(admission.over(first)).isEmpty();
    }
}
