// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

/**
 * For how long a stage leaves slots free: since the first that was left after its last launch, not while all were taken by others. While nothing at all runs,
 * for one round of offers. Not safe for threads.
 */
final class DeclineLimit {
    private static final long IDLE_ROUND_NANOS = 10_000_000;
    private static final long NEVER = Long.MIN_VALUE;

    private long roundNanos;
    private boolean idle;
    /** In this round, or, at the begin of one, in the last. */
    private boolean idleLeft;

    private boolean idleTwice;
    private long sinceNanos = NEVER;

    void beginRound(boolean nothingRuns, long nowNanos) {
        roundNanos = nowNanos;
        idleTwice = nothingRuns && idle && idleLeft;
        idle = nothingRuns;
        idleLeft = false;
    }

    void launched() {
        sinceNanos = NEVER;
    }

    /** A slot could be left free, and it would have been this long since the first was. */
    boolean isOver(long mostNanos) {
        if (sinceNanos == NEVER) {
            sinceNanos = roundNanos;
        }
        return idleTwice || roundNanos - sinceNanos >= mostNanos;
    }

    /** A slot was left free for a round already while nothing at all ran. */
    boolean isIdleLong() {
        return idleTwice;
    }

    /**
     * A slot is left free.
     *
     * @return when it is to be offered again at the latest
     */
    long leave(long untilNanos) {
        idleLeft |= idle;
        return idle ? roundNanos + IDLE_ROUND_NANOS : untilNanos;
    }
}
