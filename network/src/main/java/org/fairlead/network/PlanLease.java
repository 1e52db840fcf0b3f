// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

/** Until when the plan of which controller counts: that of the highest epoch, as long as it lasts, and as long as that controller speaks. Not safe for threads. */
final class PlanLease {
    /** Controllers answer several times in that. */
    private static final long SPEAKS_NANOS = 2_000_000_000L;

    private long epoch;
    private long number;
    private long untilNanos;
    /** Until when its controller counts as one that speaks. One whose plans do not count, since it is told to stop, is not to be overruled by an older one. */
    private long heardUntilNanos;

    PlanLease(long nowNanos) {
        untilNanos = nowNanos;
        heardUntilNanos = nowNanos;
    }

    /** Whether a plan is refused, since that of a newer controller lasts, or it spoke a moment ago. */
    boolean isOlder(long otherEpoch, long nowNanos) {
        return otherEpoch < epoch && nowNanos - heardUntilNanos < 0;
    }

    /** Whether it is the plan that counts already, and need not be renewed: it lasts for more than half of the time that it is told for now. */
    boolean isKnown(long otherEpoch, long otherNumber, long validMillis, long nowNanos) {
        return otherEpoch == epoch && otherNumber == number && untilNanos - nowNanos > validMillis * 1_000_000 / 2;
    }

    /**
     * From now on this plan counts.
     *
     * @return until when
     */
    long take(long ofEpoch, long itsNumber, long validMillis, long nowNanos) {
        epoch = ofEpoch;
        number = itsNumber;
        untilNanos = nowNanos + validMillis * 1_000_000;
        heardUntilNanos = Math.max(untilNanos, nowNanos + SPEAKS_NANOS);
        return untilNanos;
    }
}
