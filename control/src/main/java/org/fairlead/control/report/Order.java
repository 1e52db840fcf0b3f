// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.util.function.LongSupplier;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;

/**
 * The order of one source's messages: boots grow, and within a boot sequences and times. A source that has proved to be the one
 * that it says may begin anew with any boot, and so may any source that has been silent: whoever spoke in its name with a boot of
 * the future has locked it out for no longer than that. Not safe for threads.
 */
final class Order {
    private final Clock clock;
    private long boot = -1;
    private long sequence;
    private long monotonicNanos;
    private long takenNanos;

    /** What a message is to the one before. */
    enum Step {
        FIRST,
        RESTART,
        NEXT
    }

    /**
     * What counts as silent and as the future.
     *
     * @param silentNanos after which any boot begins anew
     */
    record Clock(long silentNanos, LongSupplier wallMillis) {
        /** A boot is a time, milliseconds since 1970, or a smaller count; clocks may be a year apart. */
        private static final long YEAR_MILLIS = 366L * 24 * 3600 * 1000;
        /** 2026-01-01: a controller whose own clock has lost the date refuses nobody for that. */
        private static final long EARLIEST_MILLIS = 1_767_225_600_000L;

        long greatestBoot() {
            return Math.max(EARLIEST_MILLIS, wallMillis.getAsLong()) + YEAR_MILLIS;
        }
    }

    Order(Clock clock) {
        this.clock = clock;
    }

    /** @param proven whether the message is surely of this source: its own token or certificate came with it */
    Step step(long newBoot, long newSequence, long newNanos, boolean proven, long nowNanos) throws RefusedException {
        long greatest = clock.greatestBoot();
        if (newBoot > greatest) {
            throw new RefusedException(
                    Reason.GARBAGE,
                    "boot: " + newBoot + " is in the future; milliseconds since 1970 are expected, at most "
                            + greatest);
        }
        boolean anew = boot >= 0 && newBoot != boot && (proven || nowNanos - takenNanos >= clock.silentNanos());
        if (!anew && (newBoot < boot || (newBoot == boot && newSequence <= sequence))) {
            throw new RefusedException(
                    Reason.REPLAYED,
                    "boot " + newBoot + " sequence " + newSequence + " is not after boot " + boot + " sequence "
                            + sequence);
        }
        if (newBoot == boot && newNanos <= monotonicNanos) {
            throw new RefusedException(
                    Reason.GARBAGE, "monotonic_nanos: " + newNanos + " is not after " + monotonicNanos);
        }
        Step step = boot < 0 ? Step.FIRST : newBoot == boot ? Step.NEXT : Step.RESTART;
        boot = newBoot;
        sequence = newSequence;
        monotonicNanos = newNanos;
        takenNanos = nowNanos;
        return step;
    }
}
