// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.TaskSet;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.testkit.RecordedStream;
import org.junit.jupiter.api.Test;

/** A simulated stage gets the plans that the same stage gets in Spark. */
class RecordedStreamTest {
    @Test
    void whatHappenedGivesTheSamePlans() {
        assertThat(RecordedStream.replay(RecordedStreamTest::stage)).isEqualTo(RecordedStream.expected());
    }

    private static RecordedStream.EngineStage stage(String[][] hosts) {
        RunContext world = world();
        Stage read = new Stage(
                hosts.length,
                new Stage.Input.Blocks(hosts.length * RecordedStream.TASK_BYTES),
                0,
                0,
                new Stage.Output.None(),
                List.of(),
                List.of(),
                List.of());
        JobState job = new JobState(0, new Job("j", "test", "default", 0, List.of(read)), 0, () -> InputKnown.NEVER);
        TaskSet pending = new TaskSet(0, InputKind.BLOCKS, world.routes);
        StageRun stage = new StageRun(job, 0, hosts.length, pending);
        stage.reads(Arrays.stream(hosts).map(names -> block(world, names)).toList());
        for (int task = 0; task < hosts.length; task++) {
            pending.add(task, new int[0], RecordedStream.TASK_BYTES);
        }
        SimulatedStage tasks = new SimulatedStage(world, stage, 0);
        return new RecordedStream.EngineStage() {
            @Override
            public StageTasks tasks() {
                return tasks;
            }

            @Override
            public void launched(int task) {
                pending.launched(task);
            }
        };
    }

    private static Block block(RunContext world, String[] names) {
        int[] machines = Arrays.stream(names)
                .mapToInt(name -> world.machine(name, "a block"))
                .toArray();
        return new Block(machines, RecordedStream.TASK_BYTES);
    }

    private static RunContext world() {
        List<Cluster.Machine> machines = RecordedStream.TOPOLOGY.hosts().stream()
                .map(host -> new Cluster.Machine(
                        host.index(), 2, 0, 4, List.of(new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1)), true, -1))
                .toList();
        Cluster cluster = new Cluster(
                "recorded",
                RecordedStream.TOPOLOGY,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(RecordedStream.TASK_BYTES, 2),
                JobSimulationTest.FREE,
                List.of());
        EventHandler nobody = new EventHandler() {
            @Override
            public void timer(int kind, long payload) {}

            @Override
            public void ended(int activity, long payload) {}
        };
        return new RunContext(cluster, 1, 1, RecordedStream.SEED, nobody, SharingRule.MAX_MIN, false, SharedStore.NONE);
    }
}
