// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.TaskInfo;
import scala.jdk.javaapi.CollectionConverters;

/** Collects the tasks that have ended. */
final class TaskLog extends SparkListener {
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<DriverReply.Task> tasks = new ArrayList<>();

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        var info = end.taskInfo();
        tasks.add(new DriverReply.Task(
                info.host(),
                "stage " + end.stageId() + " task " + info.index() + " " + info.taskLocality()
                        + (info.speculative() ? " speculative" : ""),
                info.launchTime(),
                info.finishTime(),
                metrics(end)));
    }

    private static DriverReply.TaskMetrics metrics(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics() == null ? new TaskMetrics() : end.taskMetrics();
        return new DriverReply.TaskMetrics(
                end.taskInfo().successful(),
                metrics.executorRunTime(),
                metrics.executorCpuTime() / NANOS_PER_MILLI,
                metrics.jvmGCTime(),
                metrics.shuffleReadMetrics().fetchWaitTime(),
                metrics.shuffleWriteMetrics().writeTime() / NANOS_PER_MILLI,
                sortMillis(end.taskInfo()),
                metrics.shuffleReadMetrics().remoteBytesRead(),
                metrics.shuffleReadMetrics().localBytesRead(),
                metrics.shuffleWriteMetrics().bytesWritten(),
                metrics.diskBytesSpilled());
    }

    /** SQL's metrics are sums over a task's operators of the same kind, in milliseconds. */
    private static double sortMillis(TaskInfo info) {
        double millis = 0;
        for (AccumulableInfo each : CollectionConverters.asJava(info.accumulables())) {
            if (each.name().contains("sort time") && each.update().isDefined()) {
                millis += Double.parseDouble(String.valueOf(each.update().get()));
            }
        }
        return millis;
    }

    /** Returns what has been collected and forgets it. */
    synchronized List<DriverReply.Task> take() {
        List<DriverReply.Task> taken = List.copyOf(tasks);
        tasks.clear();
        return taken;
    }
}
