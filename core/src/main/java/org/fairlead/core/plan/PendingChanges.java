// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Arrays;

/**
 * What became of a stage's tasks since the planner last looked: written under the scheduler's lock at the cost of a number, taken by the planner
 * at once. When nobody takes it, or before anybody did, only that is kept: then the planner looks at all tasks.
 */
public final class PendingChanges {
    private static final int FEWEST = 1024;

    private final int most;
    private int[] changes = new int[16];
    private int count;
    private boolean lost = true;

    /** @param tasks of the stage */
    public PendingChanges(int tasks) {
        most = Math.max(FEWEST, 2 * tasks);
    }

    /** A task is pending again. */
    public synchronized void added(int task) {
        note(task);
    }

    /** A task was launched, or need not run any more. */
    public synchronized void gone(int task) {
        note(~task);
    }

    private void note(int change) {
        if (lost) {
            return;
        }
        if (count == most) {
            lost = true;
            count = 0;
            return;
        }
        if (count == changes.length) {
            changes = Arrays.copyOf(changes, 2 * count);
        }
        changes[count] = change;
        count++;
    }

    /** @return changes in their order, {@code task} if it was added and {@code ~task} if it is gone; null when some were not kept */
    synchronized int[] take() {
        int[] taken = lost ? null : Arrays.copyOf(changes, count);
        lost = false;
        count = 0;
        return taken;
    }

    synchronized boolean isEmpty() {
        return !lost && count == 0;
    }
}
