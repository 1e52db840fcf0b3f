// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.TaskReading;

/** The tasks that run in this process. One for all that Spark and Hadoop make by themselves here: plug-in and file systems. */
public final class RunningTasks {
    private static final Map<Long, RunningTask> TASKS = new ConcurrentHashMap<>();

    private RunningTasks() {}

    /** On the thread of a task that starts: it counts until it completes. */
    static void started(TimeSource time) {
        TaskContext context = TaskContext.get();
        long id = context.taskAttemptId();
        TaskReading reading = TaskReading.begin(time);
        TASKS.put(id, new RunningTask(id, context.taskMetrics(), Thread.currentThread(), time.nanoTime(), reading));
        TaskCompletionListener ends = completed -> {
            TASKS.remove(id);
            EndedReads.ended(reading, completed);
        };
        context.addTaskCompletionListener(ends);
    }

    /** The task whose thread this is; empty on other threads, and without the plug-in. */
    public static Optional<RunningTask> current() {
        TaskContext context = TaskContext.get();
        return context == null ? Optional.empty() : Optional.ofNullable(TASKS.get(context.taskAttemptId()));
    }

    static Collection<RunningTask> all() {
        return TASKS.values();
    }
}
