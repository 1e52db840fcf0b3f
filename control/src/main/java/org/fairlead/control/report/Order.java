package org.fairlead.control.report;

import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;

/** The order of one source's messages: boots grow, and within a boot sequences and times. Not safe for threads. */
final class Order {
    private long boot = -1;
    private long sequence;
    private long monotonicNanos;

    /** What a message is to the one before. */
    enum Step {
        FIRST,
        RESTART,
        NEXT
    }

    Step step(long newBoot, long newSequence, long newNanos) throws RefusedException {
        if (newBoot < boot || (newBoot == boot && newSequence <= sequence)) {
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
        return step;
    }
}
