// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.List;
import org.fairlead.core.task.Offer;

/** Decides whether a running task gets another attempt. Asked when a slot is free and no task is pending for it. */
public interface Speculation {
    /** The name under which configuration and reports know it. */
    String name();

    /**
     * @param offer a free slot
     * @param running attempts of one set, by task
     * @param ended what is known of attempts of the set that have ended
     */
    Verdict choose(Offer offer, List<Attempt> running, Ended ended, long nowNanos);

    /**
     * Attempts of a set that have ended well.
     *
     * @param tasks of the set, all of them
     * @param seconds how long each that ended took, sorted
     * @param speculating attempts of the whole cluster that run besides others of the same task
     * @param slots of the whole cluster
     */
    record Ended(int tasks, List<Double> seconds, int speculating, int slots) {}

    /** What to do with the offer. */
    sealed interface Verdict {
        /** Nothing. */
        record None() implements Verdict {}

        /** A further attempt at a task, beside the one that runs. */
        record Duplicate(int task) implements Verdict {}

        /** A new attempt instead of the one that runs, which is killed. */
        record Restart(int task) implements Verdict {}
    }
}
