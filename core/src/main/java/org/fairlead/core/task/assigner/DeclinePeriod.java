// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Optional;
import org.fairlead.core.task.PolicyState;
import org.fairlead.core.task.TaskSet;

/** For how long a set has been declined without a launch: by this, policies that may decline for long come to an end. One for all policies that a set is asked by. */
final class DeclinePeriod implements PolicyState {
    private static final long NEVER = Long.MIN_VALUE;

    private long sinceNanos = NEVER;
    private int proposed = -1;

    static DeclinePeriod of(TaskSet tasks) {
        return tasks.state(DeclinePeriod.class, DeclinePeriod::new);
    }

    /** Notes a decline; the period goes on since the first one after the last launch. */
    void declined(long nowNanos) {
        if (sinceNanos == NEVER) {
            sinceNanos = nowNanos;
        }
    }

    /** Notes a task that was chosen: if it is launched before another one is chosen, the period is over. */
    void proposed(int task) {
        proposed = task;
    }

    @Override
    public void launched(int task) {
        if (task == proposed) {
            end();
            proposed = -1;
        }
    }

    @Override
    public Optional<PolicyState> copy() {
        DeclinePeriod copy = new DeclinePeriod();
        copy.sinceNanos = sinceNanos;
        copy.proposed = proposed;
        return Optional.of(copy);
    }

    void end() {
        sinceNanos = NEVER;
    }

    /** Whether anything was declined since the last launch. */
    boolean isOpen() {
        return sinceNanos != NEVER;
    }

    /** When the first decline since the last launch was; only of a period that {@link #isOpen}. */
    long sinceNanos() {
        return sinceNanos;
    }

    /** How long declines have gone on, as of now; 0 when none was. */
    long waitedNanos(long nowNanos) {
        return isOpen() ? nowNanos - sinceNanos : 0;
    }
}
