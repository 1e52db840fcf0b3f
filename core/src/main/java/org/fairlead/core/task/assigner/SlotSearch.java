// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.TaskSet;

/** A search for the task that is predicted to end first in an offered slot; one for each kind of input. Made for one decision. */
interface SlotSearch {
    /** Of two predictions, the less is worth something only if it is less than this share of the other. */
    double NEAR = 0.95;

    /** No task waits longer, and no set goes longer without a launch for waiting, seconds. */
    double LONGEST_SECONDS = 60;

    /**
     * So many times what waiting still gains, a task may be behind the end that its first decline promised. Promises that are made before any task of a stage has ended are too early, often by more than
     * a short task takes: with once the gain, tasks went far from input whose slot was free sooner.
     */
    int PATIENCE = 4;

    /** That task; empty when too little is known to predict. */
    Optional<Proposal> here();

    /**
     * Whether it had better wait; empty when it is to be launched.
     *
     * @param history of the task's declines
     */
    Optional<Wait> worthWaiting(Proposal here, TaskDeclines.History history);

    /** Tasks that may be launched where that one had better wait, in the order in which to ask; each is predicted when it is asked for. */
    default Stream<Proposal> insteadOf(Proposal here) {
        return Stream.empty();
    }

    /**
     * The oldest task of a group, in the offered slot.
     *
     * @param source the host that it reads from; −1 where it reads from many, or nothing
     * @param seconds that it is predicted to take
     */
    record Proposal(TaskSet.Group group, Locality locality, int source, double seconds, PathChoice path) {}

    /**
     * What a task waits for.
     *
     * @param host that is better
     * @param nanos for which it waits at most; 0 or less: until the next offer
     * @param endSeconds from now until it is predicted to have ended there
     */
    record Wait(Choice.Cause cause, int host, long nanos, double endSeconds) {}
}
