// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** Where what two jobs read lies: the first one's second stage reads blocks, too, and starts when policies let its first one end. */
class InputPlacesTest {
    private static final EventHandler NOTHING = new EventHandler() {
        @Override
        public void timer(int kind, long payload) {}

        @Override
        public void ended(int activity, long payload) {}
    };

    private static Stage reads(int blocks, Integer... parents) {
        Stage.Input input = new Stage.Input.Blocks(blocks * JobSimulationTest.BLOCK - 1);
        return JobSimulationTest.stage(blocks, input, 0, new Stage.Output.None(), parents);
    }

    private static Workload workload() {
        Job first = new Job("first", "test", "default", 0, List.of(reads(4), reads(6, 0)));
        Job second = new Job("second", "test", "default", 1, List.of(reads(5)));
        return new Workload("w", List.of(new Workload.StoredFile("in", 250_000_000, 0, 0)), List.of(first, second));
    }

    /**
     * By block, stage after stage, the machines that store it.
     *
     * @param order in which the three stages start
     */
    private static List<List<Integer>> places(long seed, int... order) {
        RunContext world = new RunContext(
                JobSimulationTest.spark(1), 1, 1, seed, NOTHING, SharingRule.MAX_MIN, false, SharedStore.NONE);
        ContenderPolicies decisions = new ContenderPolicies(world, JobSimulationTest.stock("stock-spark"), List.of(""));
        Workload workload = workload();
        Files files = new Files(world, workload, decisions.model.availableBandwidth());
        List<StageRun> stages = new ArrayList<>();
        for (int number = 0; number < workload.jobs().size(); number++) {
            JobState job = new JobState(number, workload.jobs().get(number), 0, () -> InputKnown.NEVER);
            for (int stage = 0; stage < job.job.stages().size(); stage++) {
                stages.add(StageRun.of(job, stage, world.routes));
            }
        }
        for (int stage : order) {
            stages.get(stage).reads(files.input(stages.get(stage)));
        }
        return stages.stream()
                .flatMap(stage -> stage.blocks.stream())
                .map(block -> Arrays.stream(block.machines).boxed().toList())
                .toList();
    }

    @Test
    void theSameSeedGivesTheSamePlacesInWhateverOrderStagesStart() {
        List<List<Integer>> atSubmission = places(1, 0, 1, 2);

        assertThat(atSubmission).hasSize(15);
        assertThat(places(1, 0, 2, 1)).isEqualTo(atSubmission);
        assertThat(places(2, 0, 1, 2)).isNotEqualTo(atSubmission);
    }
}
