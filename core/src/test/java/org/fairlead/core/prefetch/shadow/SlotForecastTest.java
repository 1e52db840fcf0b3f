// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.prefetch.progress.StageProgress;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.junit.jupiter.api.Test;

class SlotForecastTest {
    private static final long SECOND = ForeseenCluster.SECOND;
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final StageAttempt OTHER = new StageAttempt(2, 0);

    private final ForeseenCluster cluster = ForeseenCluster.ofRacks(1, 3);
    private final ApplicationPlanner planner =
            new ApplicationPlanner(TaskAssigners.named("fairlead"), SECOND, Optional.empty());

    private void running(long id, StageAttempt stage, String host, double expectedSeconds, double since) {
        running(id, stage, host, host, expectedSeconds, since);
    }

    private void running(
            long id, StageAttempt stage, String executor, String host, double expectedSeconds, double since) {
        planner.executors().launched(executor, 1);
        planner.launched(id, stage, executor, host, expectedSeconds, Optional.empty(), (long) (since * SECOND));
    }

    private List<SlotForecast.Executor> at(double seconds, SlotForecast.Ends ends) {
        return SlotForecast.of(planner, cluster, 1, ends, (long) (seconds * SECOND))
                .executors();
    }

    private static List<Double> secondsLeft(SlotForecast.Executor executor) {
        return executor.running().stream()
                .map(SlotForecast.Running::secondsLeft)
                .toList();
    }

    @Test
    void slotsAreFreeWhenTheirTasksEndAsPredictedAtTheirLaunchOrAsOthersDid() {
        planner.executors().offered("h1", "h1", 4);
        planner.executors().offered("h2", "h2", 1);
        running(0, STAGE, "h1", 10, 2);
        running(1, OTHER, "h1", Double.NaN, 4);
        planner.succeeded(7, OTHER, new EndedTask(3, 1, 1e6, OptionalDouble.empty()), SECOND);

        List<SlotForecast.Executor> executors = at(5, SlotForecast.Ends.UNKNOWN);

        assertThat(executors).extracting(SlotForecast.Executor::id).containsExactly("h1", "h2");
        assertThat(executors).extracting(SlotForecast.Executor::free).containsExactly(2, 1);
        assertThat(secondsLeft(executors.get(0))).containsExactly(2.0, 7.0);
        assertThat(executors.get(0).running())
                .extracting(SlotForecast.Running::stage)
                .containsExactly(OTHER, STAGE);
    }

    @Test
    void ofTwoExecutorsOnOneHostEachHasItsOwnTasks() {
        planner.executors().offered("1", "h1", 1);
        planner.executors().offered("2", "h1", 1);
        running(0, STAGE, "1", "h1", 10, 0);
        running(1, OTHER, "2", "h1", 4, 0);

        List<SlotForecast.Executor> executors = at(1, SlotForecast.Ends.UNKNOWN);

        assertThat(executors).extracting(SlotForecast.Executor::id).containsExactly("1", "2");
        assertThat(executors).extracting(SlotForecastTest::secondsLeft).containsExactly(List.of(9.0), List.of(3.0));
    }

    @Test
    void whoReadsFasterThanPredictedEndsSooner() {
        planner.executors().offered("h1", "h1", 1);
        running(3, STAGE, "h1", 10, 0);
        StageProgress progress = new StageProgress();
        progress.started(3, 64_000_000, 0);
        for (int second = 1; second <= 3; second++) {
            progress.read(3, second * 16_000_000L, second * SECOND);
        }

        List<SlotForecast.Executor> executors = at(
                3,
                (stage, task, now) ->
                        stage.equals(STAGE) ? progress.predictedEndNanos(task, now) : OptionalLong.empty());

        assertThat(secondsLeft(executors.get(0))).singleElement().satisfies(left -> assertThat(left)
                .isBetween(0.999, 1.001));
    }

    @Test
    void whoIsLateOrUnknownIsTakenToNeedAsMuchAgain() {
        planner.executors().offered("h1", "h1", 2);
        running(0, STAGE, "h1", 10, 0);
        running(1, OTHER, "h1", Double.NaN, 8);

        assertThat(secondsLeft(at(12, SlotForecast.Ends.UNKNOWN).get(0))).containsExactly(2.0, 4.0);
    }

    @Test
    void aSlotBetweenTwoTasksIsFreeAtOnceAndAHostThatNobodyKnowsIsLeftOut() {
        planner.executors().offered("h1", "h1", 2);
        planner.executors().launched("h1", 1);
        planner.executors().offered("elsewhere", "elsewhere", 2);

        List<SlotForecast.Executor> executors = at(1, SlotForecast.Ends.UNKNOWN);

        assertThat(executors).singleElement().satisfies(executor -> {
            assertThat(executor.free()).isEqualTo(1);
            assertThat(secondsLeft(executor)).containsExactly(0.0);
        });
    }

    @Test
    void aTaskOfAStageThatIsNotPlannedTakesItsSlotUntilItHasLeft() {
        planner.executors().offered("h1", "h1", 1);
        planner.executors().launched("h1", 1);
        planner.begun(5, OTHER, "h1", "h1", 2 * SECOND);
        planner.begun(6, OTHER, "executor of another profile", "h1", 2 * SECOND);

        assertThat(secondsLeft(at(6, SlotForecast.Ends.UNKNOWN).get(0))).containsExactly(4.0);

        planner.left(5);
        assertThat(secondsLeft(at(6, SlotForecast.Ends.UNKNOWN).get(0))).containsExactly(0.0);
    }

    @Test
    void aTaskOfWhichBothTheLaunchAndTheBeginAreReportedTakesOneSlot() {
        planner.executors().offered("h1", "h1", 2);
        running(0, STAGE, "h1", 10, 0);
        running(1, STAGE, "h1", 10, 0);
        planner.begun(0, STAGE, "h1", "h1", SECOND);
        planner.ended(1, SECOND);
        planner.begun(1, STAGE, "h1", "h1", SECOND);

        assertThat(secondsLeft(at(1, SlotForecast.Ends.UNKNOWN).get(0))).containsExactly(9.0, 0.0);
    }

    @Test
    void aTaskThatEndedAlreadyIsAnError() {
        assertThatThrownBy(() -> new SlotForecast.Running(STAGE, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SlotForecast.Running(STAGE, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
