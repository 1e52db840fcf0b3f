// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.task.SlowSourceReads;

/**
 * Who reads from slow sources waits for those before. A source that gave its readers c bytes per second together when these were oddly slow
 * ({@link SlowSourceReads#readRate}) has given a newcomer its bytes once it has given all that is read from it: (q + a + bytes) / c,
 * q = {@link SlowSourceReads#bytesToRead}, a = {@link SlowSourceReads#bytesAhead}.
 */
public final class SlowSourceQueue {
    private final SlowSourceReads reads;

    SlowSourceQueue(SlowSourceReads reads) {
        this.reads = reads;
    }

    /** Seconds until a source has given what is read from it, and what others read before: these bytes included; 0 of one that is not slow. */
    double seconds(double bytes, int source) {
        return TransferSeconds.of(reads.bytesToRead(source) + reads.bytesAhead(source) + bytes, reads.readRate(source));
    }

    /** Seconds until it is the set's turn to read from a source; 0 when it is. */
    public double secondsToTurn(int source) {
        return TransferSeconds.of(reads.bytesAhead(source), reads.readRate(source));
    }

    /** Whether a host gives its blocks so slowly that those who read from it wait for each other, and somebody reads. */
    public boolean isBusy(int source) {
        return isSlow(source) && reads.bytesToRead(source) > 0;
    }

    /** Whether it gives them slowly, but nobody reads. */
    public boolean isIdle(int source) {
        return isSlow(source) && reads.bytesToRead(source) <= 0;
    }

    private boolean isSlow(int source) {
        return reads.readRate(source) < Double.POSITIVE_INFINITY;
    }
}
