// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.Arrays;
import java.util.Optional;
import org.fairlead.core.task.PolicyState;
import org.fairlead.core.task.TaskSet;

/** When each task of a set was first declined. */
final class TaskDeclines implements PolicyState {
    private static final long NEVER = Long.MIN_VALUE;

    /** By task; shorter than the set as long as none of the others was declined. */
    private long[] sinceNanos = {};

    static TaskDeclines of(TaskSet tasks) {
        return tasks.state(TaskDeclines.class, TaskDeclines::new);
    }

    /** Notes that a host did not get a pending task which it could have run. */
    void declined(int task, long nowNanos) {
        if (task >= sinceNanos.length) {
            int known = sinceNanos.length;
            sinceNanos = Arrays.copyOf(sinceNanos, Math.max(task + 1, 2 * known));
            Arrays.fill(sinceNanos, known, sinceNanos.length, NEVER);
        }
        if (sinceNanos[task] == NEVER) {
            sinceNanos[task] = nowNanos;
        }
    }

    /** Since a task's first decline; 0 of one that was not declined. */
    long waitedNanos(int task, long nowNanos) {
        boolean declined = task < sinceNanos.length && sinceNanos[task] != NEVER;
        return declined ? nowNanos - sinceNanos[task] : 0;
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
        return Optional.of(copy);
    }
}
