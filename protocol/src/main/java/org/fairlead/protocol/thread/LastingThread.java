// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.thread;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Daemon threads that nothing thrown in them ends, not even an {@link Error} such as an OutOfMemoryError: it is caught at the
 * thread's top, counted by the thread's kind, and what the thread did begins anew after a pause. Nothing reaches a handler of
 * uncaught exceptions of the process that we are in; Spark's would end an executor.
 */
public final class LastingThread {
    private static final Logger LOG = LoggerFactory.getLogger(LastingThread.class);
    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;
    private static final long WELL_NANOS = 60_000_000_000L;
    private static final Map<String, LongAdder> RESTARTS = new ConcurrentHashMap<>();

    private LastingThread() {}

    /** A thread, not yet started, that lives until its life returns. */
    public static Thread of(String kind, Runnable life) {
        return of(kind, kind, life);
    }

    /**
     * A thread, not yet started, that lives until its life returns.
     *
     * @param kind under which its restarts are counted; one of few
     */
    public static Thread of(String kind, String name, Runnable life) {
        return daemon(kind, name, () -> live(kind, life));
    }

    /** Threads of a pool: the pool replaces a worker that an Error ends, and the Error is counted. */
    public static ThreadFactory workers(String kind) {
        return task -> daemon(kind, kind, task);
    }

    /** A task that is repeated by a pool, which would silently drop one that throws. */
    public static Runnable repeated(String kind, Runnable task) {
        count(kind);
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                stumbled(kind, e);
            }
        };
    }

    /** Counts what was caught at the top of a thread; never throws. */
    public static void stumbled(String kind, Throwable thrown) {
        try {
            count(kind).increment();
            LOG.error("{} stumbled and goes on", kind, thrown);
        } catch (Throwable again) {
            // No memory even for words: going on is all that matters.
        }
    }

    /** How often each kind of thread of this process began anew since the process began; 0 for those that never did. */
    public static Map<String, Long> restarts() {
        Map<String, Long> counts = new TreeMap<>();
        RESTARTS.forEach((kind, count) -> counts.put(kind, count.sum()));
        return counts;
    }

    private static Thread daemon(String kind, String name, Runnable task) {
        count(kind);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ended, thrown) -> stumbled(kind, thrown));
        return thread;
    }

    private static LongAdder count(String kind) {
        return RESTARTS.computeIfAbsent(kind, name -> new LongAdder());
    }

    private static void live(String kind, Runnable life) {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (true) {
            long begun = System.nanoTime();
            try {
                life.run();
                return;
            } catch (Throwable e) {
                stumbled(kind, e);
            }
            pause = System.nanoTime() - begun > WELL_NANOS
                    ? SHORTEST_PAUSE_MILLIS
                    : Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                // whoever ends the thread does so by its life's own sign, which it sees now
                pause = SHORTEST_PAUSE_MILLIS;
            }
        }
    }
}
