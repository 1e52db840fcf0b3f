package org.fairlead.spark.schedule;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What tasks that ended tell of those of the same stage to come: how long they take, how long they compute, how much they read. */
public final class Learned extends SparkListener {
    private final ConcurrentHashMap<StageKey, Means> byStage = new ConcurrentHashMap<>();

    /**
     * Means over a stage's tasks that ended well.
     *
     * @param seconds from launch to end
     * @param computeSeconds of processor time
     * @param bytes of input, from blocks and from shuffles
     */
    record Means(int tasks, double seconds, double computeSeconds, double bytes) {
        private Means and(double moreSeconds, double moreComputeSeconds, double moreBytes) {
            double weight = 1.0 / (tasks + 1);
            return new Means(
                    tasks + 1,
                    seconds + weight * (moreSeconds - seconds),
                    computeSeconds + weight * (moreComputeSeconds - computeSeconds),
                    bytes + weight * (moreBytes - bytes));
        }
    }

    Learned() {}

    Optional<Means> of(StageKey stage) {
        return Optional.ofNullable(byStage.get(stage));
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        if (metrics == null || end.taskInfo() == null || !end.taskInfo().successful()) {
            return;
        }
        double seconds = end.taskInfo().duration() / 1e3;
        double computeSeconds = metrics.executorCpuTime() / 1e9;
        double bytes = (double) metrics.inputMetrics().bytesRead()
                + metrics.shuffleReadMetrics().totalBytesRead();
        byStage.merge(
                new StageKey(end.stageId(), end.stageAttemptId()),
                new Means(1, seconds, computeSeconds, bytes),
                (known, unused) -> known.and(seconds, computeSeconds, bytes));
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
        byStage.remove(new StageKey(
                completed.stageInfo().stageId(), completed.stageInfo().attemptNumber()));
    }
}
