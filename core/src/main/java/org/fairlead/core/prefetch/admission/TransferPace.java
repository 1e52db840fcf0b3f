// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

/** When a transfer may go on so that it keeps to its quota. A quota that is not renewed ends by itself, and then it goes as fast as it can. Not safe for threads. */
public final class TransferPace {
    /** For so long a quota holds. */
    public static final long VALID_NANOS = 2_000_000_000L;

    private double bytesPerSecond = Double.POSITIVE_INFINITY;
    private long untilNanos;
    private boolean free;
    private boolean moved;
    private long startNanos;
    private long bytes;

    /** @param most bytes per second, above 0; infinite: as fast as it can */
    public void quota(double most, long nowNanos) {
        if (!(most > 0)) {
            throw new IllegalArgumentException("a quota above 0 bytes per second is expected, not " + most);
        }
        bytesPerSecond = most;
        untilNanos = nowNanos + VALID_NANOS;
    }

    /** From now on no quota counts: somebody waits for what is transferred. */
    public void free() {
        free = true;
    }

    /** Whether somebody waits for it. */
    public boolean isFree() {
        return free;
    }

    /** So many bytes more have come. */
    public void moved(long more, long nowNanos) {
        long due = moved && isLimited(nowNanos) ? startNanos + nanos() : nowNanos;
        startNanos = due - nowNanos > 0 ? due : nowNanos;
        bytes = more;
        moved = true;
    }

    /** Nanoseconds until more may come, by the newest quota; 0: it may. */
    public long waitNanos(long nowNanos) {
        return moved && isLimited(nowNanos) ? Math.max(0, startNanos + nanos() - nowNanos) : 0;
    }

    private boolean isLimited(long nowNanos) {
        return !free && Double.isFinite(bytesPerSecond) && nowNanos - untilNanos < 0;
    }

    private long nanos() {
        return (long) (bytes / bytesPerSecond * 1e9);
    }
}
