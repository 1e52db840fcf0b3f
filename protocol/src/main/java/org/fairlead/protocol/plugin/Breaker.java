// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Opens after so many failures in a row, and then lets one decision through each so often to see whether all is well again.
 * Takes no lock.
 */
public final class Breaker {
    private static final long CLOSED = Long.MIN_VALUE;

    private final int mostInARow;
    private final long openNanos;
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicLong nextTrial = new AtomicLong(CLOSED);

    /** @param openNanos time between two trials while open */
    public Breaker(int mostInARow, long openNanos) {
        this.mostInARow = mostInARow;
        this.openNanos = openNanos;
    }

    /** Whether a decision may be tried now. While open, true for one caller at each trial. */
    public boolean admits(long nowNanos) {
        long trial = nextTrial.get();
        return trial == CLOSED || (nowNanos - trial >= 0 && nextTrial.compareAndSet(trial, nowNanos + openNanos));
    }

    public boolean isOpen() {
        return nextTrial.get() != CLOSED;
    }

    public void succeeded() {
        if (inARow.get() != 0) {
            inARow.set(0);
        }
        if (nextTrial.get() != CLOSED) {
            nextTrial.set(CLOSED);
        }
    }

    /** @return whether this failure opened it */
    public boolean failed(long nowNanos) {
        return inARow.incrementAndGet() >= mostInARow && nextTrial.getAndSet(nowNanos + openNanos) == CLOSED;
    }
}
