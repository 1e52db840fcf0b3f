// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Collects the tasks that have ended. */
final class TaskLog extends SparkListener {
    private final List<DriverReply.Task> tasks = new ArrayList<>();

    @Override
    public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
        var info = end.taskInfo();
        tasks.add(new DriverReply.Task(
                info.host(),
                "stage " + end.stageId() + " task " + info.index() + " " + info.taskLocality()
                        + (info.speculative() ? " speculative" : ""),
                info.launchTime(),
                info.finishTime()));
    }

    /** Returns what has been collected and forgets it. */
    synchronized List<DriverReply.Task> take() {
        List<DriverReply.Task> taken = List.copyOf(tasks);
        tasks.clear();
        return taken;
    }
}
