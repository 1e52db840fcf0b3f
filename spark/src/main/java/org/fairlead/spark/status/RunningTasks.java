// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.EndedReads;
import org.fairlead.spark.source.TaskReading;

/** The tasks that run in this process. One for all that Spark and Hadoop make by themselves here: plug-in and file systems. */
public final class RunningTasks {
    private static final Map<Long, RunningTask> TASKS = new ConcurrentHashMap<>();
    private static final LongAdder ENDED_BYTES = new LongAdder();

    private RunningTasks() {}

    /** On the thread of a task that starts: it counts until it completes. */
    static void started(TimeSource time) {
        TaskContext context = TaskContext.get();
        long id = context.taskAttemptId();
        TaskReading reading = TaskReading.begin(time);
        TASKS.put(id, new RunningTask(id, context.taskMetrics(), Thread.currentThread(), time.nanoTime(), reading));
        TaskCompletionListener ends = completed -> {
            RunningTask ended = TASKS.remove(id);
            if (ended != null) {
                ENDED_BYTES.add(ended.bytes());
            }
            EndedReads.ended(reading, completed);
        };
        context.addTaskCompletionListener(ends);
    }

    /** The task whose thread this is; empty on other threads, and without the plug-in. */
    public static Optional<RunningTask> current() {
        TaskContext context = TaskContext.get();
        return context == null ? Optional.empty() : Optional.ofNullable(TASKS.get(context.taskAttemptId()));
    }

    /** Bytes that tasks have read, also those that have ended, from wherever; may be less for a moment, when a task ends. */
    public static long bytesRead() {
        return ENDED_BYTES.sum()
                + TASKS.values().stream().mapToLong(RunningTask::bytes).sum();
    }

    static Collection<RunningTask> all() {
        return TASKS.values();
    }
}
