// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.apache.spark.executor.ShuffleReadMetrics;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * What Spark says of a task that ended.
 *
 * @param seconds from its launch
 * @param inputBytes read from files
 */
record TaskEnd(
        double seconds,
        boolean successful,
        String status,
        long inputBytes,
        long shuffleLocalBytes,
        long shuffleRemoteBytes) {

    static TaskEnd of(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        double seconds = end.taskInfo().duration() / 1e3;
        boolean successful = end.taskInfo().successful();
        String status = end.taskInfo().status();
        if (metrics == null) {
            return new TaskEnd(seconds, successful, status, 0, 0, 0);
        }
        ShuffleReadMetrics shuffle = metrics.shuffleReadMetrics();
        return new TaskEnd(
                seconds,
                successful,
                status,
                metrics.inputMetrics().bytesRead(),
                shuffle.localBytesRead(),
                shuffle.remoteBytesRead());
    }

    Launch.Outcome outcome() {
        return new Launch.Outcome(seconds, status, inputBytes + shuffleLocalBytes + shuffleRemoteBytes);
    }
}
