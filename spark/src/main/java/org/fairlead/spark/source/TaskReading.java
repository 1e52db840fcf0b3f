// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.ShuffleReadMetrics;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.time.TimeSource;

/**
 * What a task reads from its start to its end, by source.
 *
 * <p>What comes from DataNodes is counted where it comes in. Of other file systems, and of what is read past the network, Hadoop counts the bytes of each thread by
 * scheme; whether the thread reads just now is seen at intervals. For a shuffle Spark measures how long the task waited in all; who was waited for is seen at intervals, and the time is divided by that.
 */
public final class TaskReading {
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final TaskSources sources = new TaskSources();
    private final Map<String, Long> before;
    private final TimeSource time;
    private final long begunNanos;

    private TaskReading(Map<String, Long> before, TimeSource time) {
        this.before = before;
        this.time = time;
        begunNanos = time.nanoTime();
    }

    /** On the thread of a task that starts. */
    public static TaskReading begin(TimeSource time) {
        return new TaskReading(SchemeBytes.ofThisThread(), time);
    }

    public TaskSources sources() {
        return sources;
    }

    /**
     * Looks whether a task reads just now from a file system whose reads are not counted where they come in.
     *
     * @param nanos that this look stands for
     */
    public void look(StackTraceElement[] stack, long nanos) {
        ReadingFrames.scheme(stack)
                .ifPresent(scheme -> sources.of(looked(scheme)).gave(0, nanos));
    }

    /** Apart from those that are counted where they come in, of which some have no name either. */
    private static SourceName looked(String scheme) {
        return new SourceName(scheme, "", true);
    }

    /** On the thread of the task, when it is over: what it has read, of a host that others know. */
    public TaskReads end(TaskContext task) {
        task.taskMetrics().mergeShuffleReadMetrics();
        ShuffleReadMetrics shuffle = task.taskMetrics().shuffleReadMetrics();
        List<SourceReads> read = new ArrayList<>();
        files(read);
        fetched(read, shuffle);
        return new TaskReads(
                task.stageId(),
                task.stageAttemptNumber(),
                task.partitionId(),
                task.taskAttemptId(),
                "",
                time.currentTimeMillis(),
                (time.nanoTime() - begunNanos) / NANOS,
                shuffle.remoteBytesRead(),
                read);
    }

    private void files(List<SourceReads> read) {
        Map<SourceName, SourceTally> tallies = sources.tallies();
        long counted = 0;
        for (Map.Entry<SourceName, SourceTally> each : tallies.entrySet()) {
            boolean connected =
                    !each.getKey().host().isEmpty() || each.getValue().requests() > 0;
            if (each.getKey().kind().equals(SourceReads.HDFS) && connected) {
                counted += each.getValue().bytes();
                read.add(reads(each.getKey(), each.getValue(), each.getValue().nanos() / NANOS));
            }
        }
        for (Map.Entry<String, Long> now : SchemeBytes.ofThisThread().entrySet()) {
            String scheme = now.getKey();
            long bytes =
                    now.getValue() - before.getOrDefault(scheme, 0L) - (scheme.equals(SourceReads.HDFS) ? counted : 0);
            if (bytes > 0) {
                SourceTally looked = tallies.get(looked(scheme));
                Double seconds = looked == null ? 0.0 : looked.nanos() / NANOS;
                read.add(new SourceReads(scheme, "", false, bytes, ReadingFrames.knows(scheme) ? seconds : null, 0));
            }
        }
    }

    /** Whoever was waited for by a task that has fetched nothing had a broadcast variable to send. */
    private void fetched(List<SourceReads> read, ShuffleReadMetrics shuffle) {
        if (shuffle.remoteBytesRead() == 0) {
            return;
        }
        double waited = shuffle.fetchWaitTime() / MILLIS;
        Map<SourceName, SourceTally> seen = new HashMap<>();
        long seenNanos = 0;
        for (Map.Entry<SourceName, SourceTally> each : sources.tallies().entrySet()) {
            if (each.getKey().kind().equals(SourceReads.SHUFFLE)) {
                seen.put(each.getKey(), each.getValue());
                seenNanos += each.getValue().nanos();
            }
        }
        if (seenNanos == 0) {
            read.add(new SourceReads(SourceReads.SHUFFLE, "", false, shuffle.remoteBytesRead(), waited, 0));
            return;
        }
        for (Map.Entry<SourceName, SourceTally> each : seen.entrySet()) {
            read.add(reads(
                    each.getKey(), each.getValue(), waited * each.getValue().nanos() / seenNanos));
        }
    }

    private static SourceReads reads(SourceName source, SourceTally tally, double seconds) {
        return new SourceReads(source.kind(), source.host(), source.local(), tally.bytes(), seconds, tally.requests());
    }
}
