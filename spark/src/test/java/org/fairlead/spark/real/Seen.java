// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.FetchFailed;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/** Counts what disturbed an application's tasks, so that a test knows that it did. */
final class Seen extends SparkListener implements AutoCloseable {
    final AtomicInteger failed = new AtomicInteger();
    final AtomicInteger fetchesFailed = new AtomicInteger();
    final AtomicInteger copies = new AtomicInteger();
    final AtomicInteger stagesAgain = new AtomicInteger();
    /** Of the stages that were made again, tasks of the one that had most. */
    final AtomicInteger mostTasksAgain = new AtomicInteger();

    final AtomicInteger executorsGone = new AtomicInteger();
    /** That ended tasks. */
    final Set<String> executors = ConcurrentHashMap.newKeySet();

    private final SparkContext context;

    private Seen(SparkContext context) {
        this.context = context;
    }

    static Seen in(SparkContext context) {
        Seen seen = new Seen(context);
        context.addSparkListener(seen);
        return seen;
    }

    /** All that happened so far is counted. */
    void settle() throws Exception {
        context.listenerBus().waitUntilEmpty();
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
        if (start.taskInfo().speculative()) {
            copies.incrementAndGet();
        }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskInfo() != null) {
            executors.add(end.taskInfo().executorId());
        }
        if (end.reason() instanceof FetchFailed) {
            fetchesFailed.incrementAndGet();
        } else if (end.reason() instanceof ExceptionFailure) {
            failed.incrementAndGet();
        }
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        if (submitted.stageInfo().attemptNumber() > 0) {
            stagesAgain.incrementAndGet();
            mostTasksAgain.accumulateAndGet(submitted.stageInfo().numTasks(), Math::max);
        }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
        executorsGone.incrementAndGet();
    }

    @Override
    public void close() {
        context.removeSparkListener(this);
    }
}
