// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;

/**
 * Has slots offered again when a wait is over; Spark itself would only at the next end of a task or the next full second. On a thread of its
 * own, so that waits end whatever the planner does. Wishes for about the same moment are one.
 */
final class OfferReviver implements AutoCloseable {
    private static final long NONE = Long.MAX_VALUE;
    private static final long SAME_MOMENT_NANOS = 2_000_000;

    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, LastingThread.workers("fairlead-revive"));
    private final TimeSource time;
    private final AtomicLong next = new AtomicLong(NONE);

    OfferReviver(TimeSource time) {
        this.time = time;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** @param revive asks the backend for offers */
    @SuppressWarnings("FutureReturnValueIgnored")
    void reviveAt(long atNanos, Runnable revive) {
        long now = time.nanoTime();
        long known = next.get();
        if (known != NONE && known - now > 0 && known - atNanos <= SAME_MOMENT_NANOS && known - atNanos >= 0) {
            return;
        }
        next.set(atNanos);
        try {
            thread.schedule(revive, Math.max(0, atNanos - now), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The application ends; nobody waits for offers any more.
            next.set(NONE);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
