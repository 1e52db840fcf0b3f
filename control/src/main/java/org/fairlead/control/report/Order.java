// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.protocol.time.TimeSource;

/**
 * The order of one source's messages: boots grow, and within a boot sequences and times. Whoever spoke in a source's name, with a boot,
 * a sequence or a time of the future, has locked it out for no longer than this: a source that has proved to be the one that it says
 * may begin anew with any boot, and with the same one after a message that proved nothing; any source may after silence. Not safe
 * for threads.
 */
final class Order {
    private final Clock clock;
    private long boot = -1;
    private long sequence;
    private long monotonicNanos;
    private long takenNanos;
    private boolean lastProven;

    /** What a message is to the one before. */
    enum Step {
        FIRST,
        RESTART,
        NEXT
    }

    /**
     * What counts as silent and as the future.
     *
     * @param silentNanos after which whatever comes begins anew
     */
    record Clock(long silentNanos, TimeSource time) {
        /** A boot is a time, milliseconds since 1970, or a smaller count; clocks may be a year apart. */
        private static final long YEAR_MILLIS = 366L * 24 * 3600 * 1000;
        /** 2026-01-01: a controller whose own clock has lost the date refuses nobody for that. */
        private static final long EARLIEST_MILLIS = 1_767_225_600_000L;

        long greatestBoot() {
            return Math.max(EARLIEST_MILLIS, time.currentTimeMillis()) + YEAR_MILLIS;
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
        boolean silent = nowNanos - takenNanos >= clock.silentNanos();
        boolean anew = boot >= 0 && (silent || (proven && (newBoot != boot || !lastProven)));
        boolean next = newBoot == boot && newSequence > sequence && newNanos > monotonicNanos;
        if (!anew && !next && newBoot <= boot) {
            throw newBoot == boot && newSequence > sequence
                    ? new RefusedException(
                            Reason.GARBAGE, "monotonic_nanos: " + newNanos + " is not after " + monotonicNanos)
                    : new RefusedException(
                            Reason.REPLAYED,
                            "boot " + newBoot + " sequence " + newSequence + " is not after boot " + boot + " sequence "
                                    + sequence);
        }
        Step step = boot < 0 ? Step.FIRST : next ? Step.NEXT : Step.RESTART;
        boot = newBoot;
        sequence = newSequence;
        monotonicNanos = newNanos;
        takenNanos = nowNanos;
        lastProven = proven;
        return step;
    }
}
