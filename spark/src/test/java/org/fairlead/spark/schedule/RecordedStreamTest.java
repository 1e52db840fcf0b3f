// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.spark.input.CopiedOutput;
import org.fairlead.testkit.RecordedStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A stage of Spark's gets the plans that the same stage gets in the simulator. */
class RecordedStreamTest {
    @AfterAll
    static void stop() {
        FakeCluster.context().stop();
    }

    @Test
    void whatHappenedGivesTheSamePlans() {
        try (FakeCluster cluster = FakeCluster.stock()) {
            assertThat(RecordedStream.replay(hosts -> stage(cluster, hosts))).isEqualTo(RecordedStream.expected());
        }
    }

    private static RecordedStream.EngineStage stage(FakeCluster cluster, String[][] hosts) {
        TaskSetManager manager = cluster.submit(hosts);
        SparkStage tasks = new SparkStage(manager, cluster.scheduler, RecordedStream.SEED, CopiedOutput.NONE);
        return new RecordedStream.EngineStage() {
            @Override
            public StageTasks tasks() {
                return tasks;
            }

            @Override
            public void launched(int task) {
                manager.copiesRunning()[task]++;
            }
        };
    }
}
