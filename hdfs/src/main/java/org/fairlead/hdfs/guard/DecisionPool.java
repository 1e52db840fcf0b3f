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
import java.util.concurrent.locks.LockSupport;
import org.fairlead.protocol.plugin.Breaker;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs decisions so that whoever asks waits no longer than the budget, whatever the policy does. They start on a few threads of
 * the pool, which are lost to nobody but the pool when a policy hangs: a request's own thread could not be taken back from an
 * endless loop. The change of threads costs more than the decision; {@link Trust} says when it may be left out. Failures in a
 * row open the {@link Breaker}, and stock decides without a wait.
 */
public final class DecisionPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionPool.class);
    private static final String LATE = "A decision took longer than its budget; stock decided";
    private static final long INSIDE_TOO_LONG_NANOS = 50_000_000L;
    private static final long WATCH_EVERY_NANOS = 20_000_000L;
    private static final int QUEUED_PER_THREAD = 32;
    private static final int FAILURES_IN_A_ROW = 8;
    private static final long OPEN_NANOS = 2_000_000_000L;

    private final long budgetNanos;
    private final PlantedFault fault;
    private final ThreadPoolExecutor threads;
    private final Breaker breaker = new Breaker(FAILURES_IN_A_ROW, OPEN_NANOS);
    private final RareLog rareLog = new RareLog(LOG);
    private final Trust trust;
    private final Thread watchdog = LastingThread.of("fairlead-decision-watchdog", this::watch);
    private volatile boolean closed;

    /** @param inline decisions that may run on requests' own threads at once; 0: all run on the pool's threads */
    public DecisionPool(Duration budget, int count, int inline, PlantedFault fault) {
        this.trust = new Trust(inline);
        this.budgetNanos = budget.toNanos();
        this.fault = fault;
        this.threads = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(count * QUEUED_PER_THREAD),
                LastingThread.workers("fairlead-decision"));
        threads.prestartAllCoreThreads();
        watchdog.start();
        if (fault.kind() != PlantedFault.Kind.NONE) {
            LOG.warn("fairlead.fault.policy plants {} in every decision: this is a drill", fault);
        }
    }

    public <T> Verdict<T> decide(Callable<T> decision) {
        long start = System.nanoTime();
        if (!breaker.admits(start)) {
            return new Verdict.Failed<>(Verdict.Failure.BREAKER_OPEN);
        }
        int place = trust.enter(start);
        return place < 0 ? onPool(decision) : inline(decision, place, start);
    }

    private <T> Verdict<T> inline(Callable<T> decision, int place, long start) {
        try {
            fault.strike();
            T value = decision.call();
            if (System.nanoTime() - start > budgetNanos) {
                return failed(Verdict.Failure.OVERRAN, LATE, null);
            }
            breaker.succeeded();
            return new Verdict.Decided<>(value);
        } catch (Throwable t) {
            trust.end();
            return failed(Verdict.Failure.THREW, "A decision threw; stock decided", t);
        } finally {
            trust.leave(place);
        }
    }

    /** Ends the trust when a decision stays inside a request's thread. */
    private void watch() {
        long tooLong = Math.max(4 * budgetNanos, INSIDE_TOO_LONG_NANOS);
        while (!closed) {
            if (trust.isEarned() && trust.anyInsideLonger(tooLong, System.nanoTime())) {
                trust.end();
                breaker.open(System.nanoTime());
                LOG.warn("A decision hangs in a thread of the NameNode; from now on they run on threads of their own");
            }
            LockSupport.parkNanos(WATCH_EVERY_NANOS);
        }
    }

    private <T> Verdict<T> onPool(Callable<T> decision) {
        FutureTask<T> task = new FutureTask<>(() -> {
            fault.strike();
            return decision.call();
        });
        try {
            threads.execute(task);
            T value = task.get(budgetNanos, TimeUnit.NANOSECONDS);
            trust.cameInTime();
            breaker.succeeded();
            return new Verdict.Decided<>(value);
        } catch (TimeoutException e) {
            task.cancel(true);
            threads.remove(task);
            trust.end();
            return failed(Verdict.Failure.OVERRAN, LATE, null);
        } catch (RejectedExecutionException e) {
            return failed(Verdict.Failure.BUSY, "No decision thread is free; stock decided", null);
        } catch (ExecutionException e) {
            return failed(Verdict.Failure.THREW, "A decision threw; stock decided", e.getCause());
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            return new Verdict.Failed<>(Verdict.Failure.BUSY);
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
        closed = true;
        LockSupport.unpark(watchdog);
        threads.shutdownNow();
    }

    private <T> Verdict<T> failed(Verdict.Failure failure, String message, Throwable cause) {
        rareLog.warn(failure.name(), message, cause);
        if (breaker.failed(System.nanoTime())) {
            LOG.warn(
                    "{} decisions in a row failed, the last: {}. Stock decides; ours are tried again every {} s",
                    FAILURES_IN_A_ROW,
                    failure,
                    TimeUnit.NANOSECONDS.toSeconds(OPEN_NANOS));
        }
        return new Verdict.Failed<>(failure);
    }
}
