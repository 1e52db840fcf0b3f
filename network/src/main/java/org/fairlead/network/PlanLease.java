// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

/** Until when the plan of which controller counts: that of the highest epoch, as long as it lasts. Not safe for threads. */
final class PlanLease {
    private long epoch;
    private long number;
    private long untilNanos;

    PlanLease(long nowNanos) {
        untilNanos = nowNanos;
    }

    /** Whether a plan is refused, since that of a newer controller lasts. */
    boolean isOlder(long otherEpoch, long nowNanos) {
        return otherEpoch < epoch && nowNanos - untilNanos < 0;
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
        return untilNanos;
    }
}
