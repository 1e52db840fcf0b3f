// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.network.client.TransportClientFactory;
import org.fairlead.spark.source.TaskReading;

/**
 * A task that runs in this executor, and what it has read so far. Spark's own count of input moves in steps (by a thousand rows, by a
 * column chunk), so what its streams have read is taken where that is more. Safe for threads.
 */
public final class RunningTask {
    /** Streams whose bytes are counted; a task that opens more is seen through Spark's own count. */
    private static final int MOST_STREAMS = 1000;

    private final long id;
    private final TaskMetrics metrics;
    private final Thread thread;
    private final long begunNanos;
    private final TaskReading reading;
    private final List<LongSupplier> streams = new CopyOnWriteArrayList<>();

    /**
     * @param thread that runs it
     * @param reading from whom it reads
     */
    RunningTask(long id, TaskMetrics metrics, Thread thread, long begunNanos, TaskReading reading) {
        this.reading = reading;
        this.id = id;
        this.metrics = metrics;
        this.thread = thread;
        this.begunNanos = begunNanos;
    }

    long id() {
        return id;
    }

    /** From whom it reads. */
    public TaskReading reading() {
        return reading;
    }

    /**
     * Looks from which file system it reads just now.
     *
     * @param nanos that this look stands for
     */
    void look(long nanos) {
        reading.look(thread.getStackTrace(), nanos);
    }

    /**
     * Whether its thread waits for another, as it does for blocks of a shuffle, or for a connection to an executor that has them; not while it reads from a
     * stream, computes or sleeps.
     */
    boolean waits() {
        Thread.State now = thread.getState();
        return now == Thread.State.WAITING || (now == Thread.State.TIMED_WAITING && connects(thread));
    }

    /** Spark makes a connection on the task's own thread, and waits for it as long as for an answer ({@code spark.network.timeout}). */
    private static boolean connects(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(TransportClientFactory.class.getName()));
    }

    /** For how long it has run. */
    long ageNanos(long nowNanos) {
        return nowNanos - begunNanos;
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

    /** All that it has read. */
    long bytes() {
        return bytesRead() + shuffleBytesRead();
    }

    long shuffleBytesRead() {
        metrics.mergeShuffleReadMetrics(); // readers count apart until they are merged
        return metrics.shuffleReadMetrics().remoteBytesRead()
                + metrics.shuffleReadMetrics().localBytesRead();
    }
}
