// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.junit.jupiter.api.Test;

class RecordedStreamTest {
    /** A stage of an engine that does nothing of its own. */
    private static final class PlainStage implements StageTasks, RecordedStream.EngineStage {
        private final String[][] hosts;
        private final BitSet launched = new BitSet();
        private final PendingChanges changes;

        PlainStage(String[][] hosts) {
            this.hosts = hosts;
            changes = new PendingChanges(hosts.length);
        }

        @Override
        public StageTasks tasks() {
            return this;
        }

        @Override
        public void launched(int task) {
            launched.set(task);
        }

        @Override
        public StageAttempt id() {
            return new StageAttempt(0, 0);
        }

        @Override
        public long seed() {
            return Draw.mixed(Draw.mixed(RecordedStream.SEED, 0), 0);
        }

        @Override
        public int count() {
            return hosts.length;
        }

        @Override
        public boolean isPending(int task) {
            return !launched.get(task);
        }

        @Override
        public boolean isRestricted(int task) {
            return false;
        }

        @Override
        public boolean isClosed(String executorId, String host) {
            return false;
        }

        @Override
        public List<String> preferredHosts(int task) {
            return List.of(hosts[task]);
        }

        @Override
        public int coresPerTask() {
            return 1;
        }

        @Override
        public Input input() {
            return new Input(
                    InputKind.BLOCKS,
                    task -> RecordedStream.TASK_BYTES,
                    RecordedStream.TASK_BYTES,
                    MapOutput.NONE,
                    Set.of());
        }

        @Override
        public ToDoubleFunction<String> bytesBesides() {
            return host -> 0;
        }

        @Override
        public Optional<String> fifoPool() {
            return Optional.empty();
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public PendingChanges changes() {
            return changes;
        }
    }

    @Test
    void plansFollowFromWhatHappened() {
        assertThat(RecordedStream.replay(PlainStage::new)).isEqualTo(RecordedStream.expected());
    }

    @Test
    void everyTaskIsPlannedOnceAndSlotsTakeOneAfterTheOther() {
        String plans = RecordedStream.replay(PlainStage::new);
        String first = plans.substring(0, plans.indexOf("at 25 ms"));
        for (int task = 0; task < 10; task++) {
            assertThat(first.split("\\[" + task + " ", -1)).as("task %d", task).hasSizeLessThanOrEqualTo(2);
        }
    }
}
