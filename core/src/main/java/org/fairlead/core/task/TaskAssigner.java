// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/**
 * Decides which task of a set runs in a slot that a host offers, or that none does yet. Which set is asked first is the
 * {@link org.fairlead.core.task.order.JobOrder}'s decision. Objects are shared by all sets and hold no state of a set: that is in a {@link PolicyState} of their own.
 */
public interface TaskAssigner {
    /** The name under which configuration and reports know it. */
    String name();

    /**
     * Chooses, and carries nothing out: who launches reports it by {@link TaskSet#launched}. Costs a bounded number of looks, however many tasks are
     * pending. A decline is bounded in time, and with nothing running anywhere there is none.
     *
     * @param offer of a host
     * @param tasks pending tasks of one set
     * @param nowNanos on the clock of the context's view
     */
    Choice choose(Offer offer, TaskSet tasks, SchedulingContext context, long nowNanos);

    /**
     * A round of offers to a set is over, as Spark makes them: every slot that took part was taken or declined. Reported only by who makes rounds.
     *
     * @param all whether all free slots took part; else those of one host, on which a task ended
     * @param nowNanos on the clock of the offers
     */
    default void roundEnded(TaskSet tasks, boolean all, long nowNanos) {}
}
