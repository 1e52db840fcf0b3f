// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the machine stood still: a thread wakes every millisecond, and what it sleeps beyond that by more than a little was
 * taken from everything else too, from the timers that pace emulated links first of all. A hypervisor or a quota of processor
 * time that stops the whole machine does not show in {@link ProcessorTime}; here it does.
 */
public final class MachineStalls implements AutoCloseable {
    private static final long TICK_NANOS = 1_000_000;
    /** A thread of a busy but running machine wakes this late at most. */
    private static final long SLACK_NANOS = 4_000_000;

    private final Thread thread = new Thread(this::watch, "stalls");
    private final AtomicLong stalledNanos = new AtomicLong();
    private final long startNanos = System.nanoTime();
    private volatile boolean stopping;

    private MachineStalls() {}

    public static MachineStalls watching() {
        MachineStalls stalls = new MachineStalls();
        stalls.thread.setDaemon(true);
        stalls.thread.start();
        return stalls;
    }

    /** The share of the time so far in which the machine stood still, 0 to 1. */
    public double share() {
        return (double) stalledNanos.get() / Math.max(1, System.nanoTime() - startNanos);
    }

    private void watch() {
        long last = System.nanoTime();
        while (!stopping) {
            LockSupport.parkNanos(TICK_NANOS);
            long now = System.nanoTime();
            if (now - last > TICK_NANOS + SLACK_NANOS) {
                stalledNanos.addAndGet(now - last - TICK_NANOS);
            }
            last = now;
        }
    }

    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
    }
}
