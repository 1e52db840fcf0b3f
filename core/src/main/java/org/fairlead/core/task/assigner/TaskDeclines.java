// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Arrays;
import java.util.Optional;
import org.fairlead.core.task.PolicyState;
import org.fairlead.core.task.TaskSet;

/** When each task of a set was first declined, and what was promised then. */
final class TaskDeclines implements PolicyState {
    private static final long NEVER = Long.MIN_VALUE;

    /** By task; shorter than the set as long as none of the others was declined. */
    private long[] sinceNanos = {};

    private long[] promisedNanos = {};

    /**
     * Of one task, as of now.
     *
     * @param waitedNanos since its first decline; 0 of one that was not declined
     * @param promisedNanos until it would have ended, as was predicted then; below 0 when that time has passed, the most there is of one that was not declined
     */
    record History(long waitedNanos, long promisedNanos) {
        static final History NONE = new History(0, Long.MAX_VALUE);
    }

    static TaskDeclines of(TaskSet tasks) {
        return tasks.state(TaskDeclines.class, TaskDeclines::new);
    }

    /**
     * Notes that a host did not get a pending task which it could have run.
     *
     * @param endSeconds from now until it is predicted to have ended elsewhere
     */
    void declined(int task, double endSeconds, long nowNanos) {
        if (task >= sinceNanos.length) {
            int known = sinceNanos.length;
            sinceNanos = Arrays.copyOf(sinceNanos, Math.max(task + 1, 2 * known));
            promisedNanos = Arrays.copyOf(promisedNanos, sinceNanos.length);
            Arrays.fill(sinceNanos, known, sinceNanos.length, NEVER);
        }
        if (sinceNanos[task] == NEVER) {
            sinceNanos[task] = nowNanos;
            promisedNanos[task] = nowNanos + (long) (endSeconds * 1e9);
        }
    }

    History history(int task, long nowNanos) {
        boolean declined = task < sinceNanos.length && sinceNanos[task] != NEVER;
        return declined ? new History(nowNanos - sinceNanos[task], promisedNanos[task] - nowNanos) : History.NONE;
    }

    /** A planned launch may be taken back: what is known of a task ends only when it is pending anew. */
    @Override
    public void launched(int task) {}

    @Override
    public void added(int task) {
        if (task < sinceNanos.length) {
            sinceNanos[task] = NEVER;
        }
    }

    @Override
    public Optional<PolicyState> copy() {
        TaskDeclines copy = new TaskDeclines();
        copy.sinceNanos = sinceNanos.clone();
        copy.promisedNanos = promisedNanos.clone();
        return Optional.of(copy);
    }
}
