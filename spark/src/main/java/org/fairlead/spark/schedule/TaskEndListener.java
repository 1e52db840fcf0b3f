// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.profile.EndedTask;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.locality.Localities;

/** Reports to the planner which tasks run, and what those took that ended well, as Spark's listener bus has it. */
final class TaskEndListener extends SparkListener {
    private final ApplicationPlanner planner;
    private final Optional<PrefetchPlanner> prefetch;
    private final Runnable settle;
    private final OfferCounters figures;
    private final TimeSource time;

    /** @param settle enters what is still to be entered of launches and ends */
    TaskEndListener(
            ApplicationPlanner planner,
            Optional<PrefetchPlanner> prefetch,
            Runnable settle,
            OfferCounters figures,
            TimeSource time) {
        this.planner = planner;
        this.prefetch = prefetch;
        this.settle = settle;
        this.figures = figures;
        this.time = time;
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
        settle.run(); // that it was launched comes first
        planner.begun(
                start.taskInfo().taskId(),
                new StageAttempt(start.stageId(), start.stageAttemptId()),
                start.taskInfo().executorId(),
                start.taskInfo().host(),
                time.nanoTime());
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        if (end.taskInfo() == null) {
            return;
        }
        planner.left(end.taskInfo().taskId());
        StageAttempt stage = new StageAttempt(end.stageId(), end.stageAttemptId());
        boolean well = metrics != null && end.taskInfo().successful();
        settle.run(); // its launch comes first
        prefetch.ifPresent(ahead -> ahead.ended(stage, end.taskInfo().taskId(), well, time.nanoTime()));
        if (!well) {
            if (end.taskInfo().killed()) {
                planner.killed(end.taskInfo().taskId(), time.nanoTime());
            }
            return;
        }
        EndedTask task = ended(end, metrics);
        // Executors tell soon from whom it has read, if it was from a file system.
        boolean read = metrics.inputMetrics().bytesRead() > 0;
        if (planner.succeeded(end.taskInfo().taskId(), stage, task, read, time.nanoTime())) {
            figures.compared();
        }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        prefetch.ifPresent(ahead -> ahead.left(removed.executorId()));
    }

    private static EndedTask ended(SparkListenerTaskEnd end, TaskMetrics metrics) {
        double seconds = end.taskInfo().duration() / 1e3;
        double computeSeconds = metrics.executorCpuTime() / 1e9;
        double bytes = (double) metrics.inputMetrics().bytesRead()
                + metrics.shuffleReadMetrics().totalBytesRead();
        boolean shuffle = metrics.shuffleReadMetrics().totalBytesRead() > 0;
        boolean near = Localities.of(end.taskInfo().taskLocality()).compareTo(LocalityLevel.HOST) <= 0;
        double waited = shuffle ? metrics.shuffleReadMetrics().fetchWaitTime() / 1e3 : 0;
        return new EndedTask(
                seconds,
                computeSeconds,
                bytes,
                shuffle || near
                        ? OptionalDouble.of(Math.max(0, seconds - computeSeconds - waited))
                        : OptionalDouble.empty(),
                metrics.outputMetrics().bytesWritten() > 0);
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
        planner.completed(
                new StageAttempt(
                        completed.stageInfo().stageId(), completed.stageInfo().attemptNumber()),
                time.nanoTime());
    }
}
