// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.apache.spark.executor.TaskMetrics;

/**
 * A task that runs in this executor, and what it has read so far. Spark's own count of input moves in steps (by a thousand rows, by a
 * column chunk), so what its streams have read is taken where that is more. Safe for threads.
 */
public final class RunningTask {
    /** Streams whose bytes are counted; a task that opens more is seen through Spark's own count. */
    private static final int MOST_STREAMS = 1000;

    private final long id;
    private final TaskMetrics metrics;
    private final long begunNanos = System.nanoTime();
    private final List<LongSupplier> streams = new CopyOnWriteArrayList<>();

    RunningTask(long id, TaskMetrics metrics) {
        this.id = id;
        this.metrics = metrics;
    }

    long id() {
        return id;
    }

    /** For how long it has run. */
    long ageNanos() {
        return System.nanoTime() - begunNanos;
    }

    /** @param bytesRead of a stream that this task opened; may be asked after it was closed */
    public void reads(LongSupplier bytesRead) {
        if (streams.size() < MOST_STREAMS) {
            streams.add(bytesRead);
        }
    }

    long bytesRead() {
        long counted = 0;
        for (LongSupplier stream : streams) {
            counted += stream.getAsLong();
        }
        return Math.max(counted, metrics.inputMetrics().bytesRead());
    }

    long shuffleBytesRead() {
        metrics.mergeShuffleReadMetrics(); // readers count apart until they are merged
        return metrics.shuffleReadMetrics().remoteBytesRead()
                + metrics.shuffleReadMetrics().localBytesRead();
    }
}
