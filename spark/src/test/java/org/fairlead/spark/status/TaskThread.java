// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.Properties;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.fairlead.protocol.time.TimeSource;

/** Makes this thread one of a Spark task, as an executor does, and no longer one. */
public final class TaskThread {
    private TaskThread() {}

    public static void enter(Properties properties) {
        leave();
        TaskContextImpl task = TaskContext$.MODULE$.empty();
        task.getLocalProperties().putAll(properties);
        TaskContext$.MODULE$.setTaskContext(task);
    }

    /** What the plug-in does when a task starts. */
    public static void count() {
        RunningTasks.started(TimeSource.SYSTEM);
    }

    public static long bytesRead() {
        return RunningTasks.current().orElseThrow().bytesRead();
    }

    public static void leave() {
        if (TaskContext.get() instanceof TaskContextImpl task) {
            task.markTaskCompleted(scala.Option.empty());
        }
        TaskContext$.MODULE$.unset();
    }
}
