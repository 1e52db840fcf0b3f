// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.apache.spark.executor.ShuffleReadMetrics;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.fairlead.protocol.application.TaskTime;

/**
 * What Spark says of a task that ended.
 *
 * @param seconds from its launch
 * @param launchedMillis since 1970
 * @param time what these seconds were spent on; without its wait for a slot
 * @param inputBytes read from files
 */
record TaskEnd(
        double seconds,
        long launchedMillis,
        TaskTime time,
        boolean successful,
        String status,
        long inputBytes,
        long shuffleLocalBytes,
        long shuffleRemoteBytes) {

    static TaskEnd of(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        long launched = end.taskInfo().launchTime();
        double seconds = end.taskInfo().duration() / 1e3;
        boolean successful = end.taskInfo().successful();
        String status = end.taskInfo().status();
        if (metrics == null) {
            TaskTime time = successful ? TaskTime.of(seconds, seconds, 0, 0, 0, 0) : TaskTime.ofThrownAway(seconds);
            return new TaskEnd(seconds, launched, time, successful, status, 0, 0, 0);
        }
        ShuffleReadMetrics shuffle = metrics.shuffleReadMetrics();
        return new TaskEnd(
                seconds,
                launched,
                successful ? time(metrics, seconds) : TaskTime.ofThrownAway(seconds),
                successful,
                status,
                metrics.inputMetrics().bytesRead(),
                shuffle.localBytesRead(),
                shuffle.remoteBytesRead());
    }

    private static TaskTime time(TaskMetrics metrics, double seconds) {
        return TaskTime.of(
                seconds,
                Math.min(seconds, metrics.executorRunTime() / 1e3),
                metrics.executorCpuTime() / 1e9,
                metrics.jvmGCTime() / 1e3,
                metrics.shuffleReadMetrics().fetchWaitTime() / 1e3,
                metrics.shuffleWriteMetrics().writeTime() / 1e9);
    }

    Launch.Outcome outcome() {
        return new Launch.Outcome(seconds, status, inputBytes + shuffleLocalBytes + shuffleRemoteBytes);
    }
}
