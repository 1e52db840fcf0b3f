// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.guard;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fairlead.protocol.plugin.Breaker;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs decisions so that whoever asks waits no longer than the budget, whatever the policy does and however well it did before. They run on a few threads of
 * the pool, which are lost to nobody but the pool when a policy hangs: a request's own thread could not be taken back from an
 * endless loop. Failures in a row open the {@link Breaker}, and stock decides without a wait.
 */
public final class DecisionPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionPool.class);
    private static final String LATE = "A decision took longer than its budget; stock decided";
    private static final int QUEUED_PER_THREAD = 32;
    private static final int FAILURES_IN_A_ROW = 8;
    private static final long OPEN_NANOS = 2_000_000_000L;

    private final long budgetNanos;
    private final TimeSource time;
    private final PlantedFault fault;
    private final ThreadPoolExecutor threads;
    private final Breaker breaker = new Breaker(FAILURES_IN_A_ROW, OPEN_NANOS);
    private final RareLog rareLog = new RareLog(LOG);

    /**
     * @param count threads
     * @param time by which the breaker lets trials through; the budget is the JDK's to keep
     */
    public DecisionPool(Duration budget, int count, PlantedFault fault, TimeSource time) {
        this.budgetNanos = budget.toNanos();
        this.time = time;
        this.fault = fault;
        this.threads = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(count * QUEUED_PER_THREAD),
                LastingThread.workers("fairlead-decision"));
        threads.prestartAllCoreThreads();
        if (fault.kind() != PlantedFault.Kind.NONE) {
            LOG.warn("fairlead.fault.policy plants {} in every decision: this is a drill", fault);
        }
    }

    public <T> PoolOutcome<T> decide(Callable<T> decision) {
        if (!breaker.admits(time.nanoTime())) {
            return new PoolOutcome.Failed<>(PoolOutcome.Failure.BREAKER_OPEN);
        }
        FutureTask<T> task = new FutureTask<>(() -> {
            fault.strike();
            return decision.call();
        });
        try {
            threads.execute(task);
            T value = task.get(budgetNanos, TimeUnit.NANOSECONDS);
            breaker.succeeded();
            return new PoolOutcome.Decided<>(value);
        } catch (TimeoutException e) {
            task.cancel(true);
            threads.remove(task);
            return failed(PoolOutcome.Failure.OVERRAN, LATE, null);
        } catch (RejectedExecutionException e) {
            return failed(PoolOutcome.Failure.BUSY, "No decision thread is free; stock decided", null);
        } catch (ExecutionException e) {
            return failed(PoolOutcome.Failure.THREW, "A decision threw; stock decided", e.getCause());
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            return new PoolOutcome.Failed<>(PoolOutcome.Failure.BUSY);
        }
    }

    public boolean breakerOpen() {
        return breaker.isOpen();
    }

    /** Decision threads at work, hung ones included. */
    public int active() {
        return threads.getActiveCount();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private <T> PoolOutcome<T> failed(PoolOutcome.Failure failure, String message, Throwable cause) {
        rareLog.warn(failure.name(), message, cause);
        if (breaker.failed(time.nanoTime())) {
            LOG.warn(
                    "{} decisions in a row failed, the last: {}. Stock decides; ours are tried again every {} s",
                    FAILURES_IN_A_ROW,
                    failure,
                    TimeUnit.NANOSECONDS.toSeconds(OPEN_NANOS));
        }
        return new PoolOutcome.Failed<>(failure);
    }
}
