// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/**
 * When a scheduler is run ahead: each {@value #EVERY_NANOS} ns, and as soon as there is a stage that no look-ahead has seen, since its first tasks are launched soonest. Nanoseconds on one clock. Not safe for threads.
 */
public final class LookAheadTimer {
    /** Three times that is about the time after which a request is given up. */
    public static final long EVERY_NANOS = 500_000_000;

    private final long leastNanos;
    private boolean any;
    private boolean isNew;
    private long lookedNanos;

    /** @param leastNanos between two look-aheads, whatever is new; at least 0 */
    public LookAheadTimer(long leastNanos) {
        if (leastNanos < 0 || leastNanos > EVERY_NANOS) {
            throw new IllegalArgumentException(
                    "0 to " + EVERY_NANOS + " ns between two look-aheads are expected, not " + leastNanos);
        }
        this.leastNanos = leastNanos;
    }

    /** There is something that no look-ahead has seen. */
    public void changed() {
        isNew = true;
    }

    public boolean isDue(long nowNanos) {
        return !any || nowNanos - lookedNanos >= (isNew ? leastNanos : EVERY_NANOS);
    }

    /** A look-ahead is made. */
    public void looked(long nowNanos) {
        any = true;
        isNew = false;
        lookedNanos = nowNanos;
    }
}
