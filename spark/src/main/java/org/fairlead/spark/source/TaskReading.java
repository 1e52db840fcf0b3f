// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.ArrayList;
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
 * scheme. For a shuffle Spark measures how long the task waited in all; who was waited for is seen at intervals, and the time is divided by that.
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
        long named = 0;
        for (Map.Entry<SourceName, SourceTally> each : sources.tallies().entrySet()) {
            if (each.getKey().kind().equals(SourceReads.HDFS)) {
                SourceReads reads =
                        reads(each.getKey(), each.getValue(), each.getValue().nanos() / NANOS);
                named += reads.bytes();
                read.add(reads);
            }
        }
        for (Map.Entry<String, Long> now : SchemeBytes.ofThisThread().entrySet()) {
            boolean hdfs = now.getKey().equals(SourceReads.HDFS);
            long bytes = now.getValue() - before.getOrDefault(now.getKey(), 0L) - (hdfs ? named : 0);
            if (bytes > 0) {
                read.add(new SourceReads(now.getKey(), "", false, bytes, null, 0));
            }
        }
    }

    private void fetched(List<SourceReads> read, ShuffleReadMetrics shuffle) {
        double waited = shuffle.fetchWaitTime() / MILLIS;
        long seenNanos = 0;
        for (Map.Entry<SourceName, SourceTally> each : sources.tallies().entrySet()) {
            seenNanos += each.getKey().kind().equals(SourceReads.SHUFFLE)
                    ? each.getValue().nanos()
                    : 0;
        }
        if (seenNanos == 0) {
            if (shuffle.remoteBytesRead() > 0) {
                read.add(new SourceReads(SourceReads.SHUFFLE, "", false, shuffle.remoteBytesRead(), waited, 0));
            }
            return;
        }
        for (Map.Entry<SourceName, SourceTally> each : sources.tallies().entrySet()) {
            if (each.getKey().kind().equals(SourceReads.SHUFFLE)) {
                read.add(reads(each.getKey(), each.getValue(), waited * each.getValue().nanos() / seenNanos));
            }
        }
    }

    private static SourceReads reads(SourceName source, SourceTally tally, double seconds) {
        return new SourceReads(
                source.kind(), source.host(), source.local(), tally.bytes(), seconds, tally.requests());
    }
}
