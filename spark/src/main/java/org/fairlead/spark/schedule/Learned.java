// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** What tasks that ended tell of those of the same stage to come: how long they take, how long they compute, how much they read. */
public final class Learned extends SparkListener {
    private final ConcurrentHashMap<StageKey, Means> byStage = new ConcurrentHashMap<>();
    private final Overheads overheads = new Overheads(System::nanoTime);

    /**
     * Means over a stage's tasks that ended well, and how computing goes with what is read: the straight line through them. While all read the
     * same, as much as one task did says nothing of a byte: all is taken to be fixed.
     *
     * @param seconds from launch to end
     * @param computeSeconds of processor time
     * @param bytes of input, from blocks and from shuffles
     * @param spread sum of the squared differences of the bytes to their mean
     * @param together sum of the products of the differences of bytes and of processor time to their means
     */
    record Means(int tasks, double seconds, double computeSeconds, double bytes, double spread, double together) {
        static Means of(double seconds, double computeSeconds, double bytes) {
            return new Means(1, seconds, computeSeconds, bytes, 0, 0);
        }

        Means and(double moreSeconds, double moreComputeSeconds, double moreBytes) {
            double weight = 1.0 / (tasks + 1);
            double difference = moreBytes - bytes;
            double mean = bytes + weight * difference;
            double meanCompute = computeSeconds + weight * (moreComputeSeconds - computeSeconds);
            return new Means(
                    tasks + 1,
                    seconds + weight * (moreSeconds - seconds),
                    meanCompute,
                    mean,
                    spread + difference * (moreBytes - mean),
                    together + difference * (moreComputeSeconds - meanCompute));
        }

        /** Processor time of one more byte, at least 0. */
        double computeSecondsPerByte() {
            double most = bytes > 0 ? computeSeconds / bytes : 0;
            return spread > 0 ? Math.max(0, Math.min(most, together / spread)) : 0;
        }

        /** Processor time of a task that reads nothing. */
        double fixedSeconds() {
            return computeSeconds - computeSecondsPerByte() * bytes;
        }
    }

    private final LongConsumer succeeded;

    /** @param succeeded is told the id of each task that ended well */
    Learned(LongConsumer succeeded) {
        this.succeeded = succeeded;
    }

    Optional<Means> of(StageKey stage) {
        return Optional.ofNullable(byStage.get(stage));
    }

    /** What a stage's tasks take besides computing and waiting for what they read; before any ended, as tasks of other stages do. */
    double overheadSeconds(StageKey stage) {
        return overheads.of(stage);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        if (metrics == null || end.taskInfo() == null || !end.taskInfo().successful()) {
            return;
        }
        succeeded.accept(end.taskInfo().taskId());
        double seconds = end.taskInfo().duration() / 1e3;
        double computeSeconds = metrics.executorCpuTime() / 1e9;
        double bytes = (double) metrics.inputMetrics().bytesRead()
                + metrics.shuffleReadMetrics().totalBytesRead();
        StageKey stage = new StageKey(end.stageId(), end.stageAttemptId());
        boolean shuffle = metrics.shuffleReadMetrics().totalBytesRead() > 0;
        if (shuffle || Level.of(end.taskInfo().taskLocality()).compareTo(Level.NODE_LOCAL) <= 0) {
            double waited = shuffle ? metrics.shuffleReadMetrics().fetchWaitTime() / 1e3 : 0;
            overheads.ended(stage, Math.max(0, seconds - computeSeconds - waited));
        }
        byStage.merge(
                stage,
                Means.of(seconds, computeSeconds, bytes),
                (known, unused) -> known.and(seconds, computeSeconds, bytes));
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted completed) {
        StageKey stage = new StageKey(
                completed.stageInfo().stageId(), completed.stageInfo().attemptNumber());
        byStage.remove(stage);
        overheads.completed(stage);
    }
}
