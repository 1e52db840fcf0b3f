// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import org.fairlead.core.network.PathChoice;

/** The answer to an {@link Offer}. Made under a scheduler's lock: text for people is made only when it is asked for. */
public sealed interface Choice {
    /** Why, in one sentence for people. */
    String reason();

    /**
     * @param task its number in the set
     * @param source the host it is to read from; −1 when nobody decided
     * @param expectedSeconds until it ends, as predicted; NaN when nothing was
     * @param path by which the prediction has it read: proposed to whoever keeps paths; the network's own where it counts on none
     */
    record Launch(int task, Locality locality, int source, double expectedSeconds, PathChoice path) implements Choice {
        /** One that counts on no path. */
        public Launch(int task, Locality locality, int source, double expectedSeconds) {
            this(task, locality, source, expectedSeconds, PathChoice.NETWORK);
        }

        @Override
        public String reason() {
            return "task " + task + ", input " + locality + (source < 0 ? "" : " from host " + source);
        }
    }

    /**
     * Nothing of this set here and now.
     *
     * @param cause what stood against it
     * @param untilNanos when asking again may give another answer, on the clock of {@code now}; {@link #NEXT_OFFER} when any change may
     * @param task that is to wait; −1 where no single one is
     * @param better the host that it waits for; −1 where no single one is
     */
    record Decline(Cause cause, long untilNanos, int task, int better) implements Choice {
        public static final long NEXT_OFFER = Long.MIN_VALUE;

        public Decline(Cause cause, long untilNanos) {
            this(cause, untilNanos, -1, -1);
        }

        @Override
        public String reason() {
            return cause.description();
        }
    }

    /** Why a set gave no task. */
    enum Cause {
        NOTHING_PENDING("no task is pending that may run there"),
        WAITS_FOR_LOCALITY("waits for a slot nearer to its input"),
        LITTLE_BANDWIDTH("no path to its input has enough bandwidth left"),
        RECEIVER_BUSY("the host receives at a high rate"),
        MUCH_TO_RECEIVE("the host has much map output still to receive"),
        DISK_BUSY("the host's disks are busy"),
        SOONER_ELSEWHERE("it is predicted to end sooner when it waits for another host"),
        HELD_ELSEWHERE("its input is held on another host, and others want the slot"),
        SOURCE_SLOW("what it reads comes from a slow host, no sooner while others read from it"),
        TOO_MANY_COPYING("enough tasks on the host copy their input already");

        private final String description;

        Cause(String description) {
            this.description = description;
        }

        public String description() {
            return description;
        }
    }
}
