// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.TaskContext;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What tasks that ended have read, until the driver is told. One for all that Spark and Hadoop make by themselves in this process. Safe for threads. */
public final class EndedReads {
    private static final Logger LOG = LoggerFactory.getLogger(EndedReads.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final int MOST_WAITING = 10_000;

    private static final ArrayBlockingQueue<TaskReads> WAITING = new ArrayBlockingQueue<>(MOST_WAITING);
    private static final LongAdder LOST = new LongAdder();
    private static final LongAdder FAILED = new LongAdder();

    private EndedReads() {}

    /** On the thread of a task that is over. Never throws: Spark would fail the task. */
    public static void ended(TaskReading reading, TaskContext task) {
        try {
            TaskReads reads = reading.end(task);
            if (!reads.sources().isEmpty() && !WAITING.offer(reads)) {
                LOST.increment();
            }
        } catch (RuntimeException | LinkageError e) {
            failed("What a task has read is not told", e);
        }
    }

    /** Something of ours failed while a task read, which then went on as without us. */
    public static void failed(String what, Throwable cause) {
        FAILED.increment();
        RARE_LOG.warn("sources", what, cause);
    }

    /** Takes the oldest, so many at most. */
    public static List<TaskReads> take(int most) {
        List<TaskReads> taken = new ArrayList<>();
        WAITING.drainTo(taken, most);
        return taken;
    }

    /** Tasks of which too many waited, so far. */
    public static long lost() {
        return LOST.sum();
    }

    /** Failures so far. */
    public static long failures() {
        return FAILED.sum();
    }
}
