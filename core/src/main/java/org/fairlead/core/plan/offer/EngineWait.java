// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

import java.util.HashSet;
import java.util.Set;
import org.fairlead.core.plan.LocalityLevel;

/**
 * For how long a stage has waited for slots nearer to its input, as Spark counts it since 3.1: since the first slot that was left free. A launch near to its input ends the wait if it leaves no such slot; one that is far leaves it as it is. A round in
 * which several executors are offered is of all free slots, one with a single executor of its own alone. Not safe for threads.
 */
final class EngineWait {
    private static final long NEVER = Long.MIN_VALUE;

    private Set<String> left = new HashSet<>();
    private Set<String> leftInRound = new HashSet<>();
    private String first = "";
    private boolean several;
    private boolean launchedNear;
    private boolean near;
    private long roundNanos;
    private long sinceNanos = NEVER;

    void beginRound(long nowNanos) {
        if (several) {
            left = leftInRound;
        }
        if (launchedNear && left.isEmpty()) {
            sinceNanos = NEVER;
        }
        leftInRound = new HashSet<>();
        first = "";
        several = false;
        launchedNear = false;
        near = true;
        roundNanos = nowNanos;
    }

    /** An executor is offered for tasks that are no farther from their input. */
    void offered(String executor, LocalityLevel farthest) {
        if (first.isEmpty()) {
            first = executor;
        }
        several |= !first.equals(executor);
        near = farthest.compareTo(LocalityLevel.NO_PREFERENCE) <= 0;
    }

    /** A slot could be left free, and the stage has waited so long. */
    boolean isOver(long mostNanos) {
        return roundNanos - sinceNanos() >= mostNanos;
    }

    /** When the first slot was left free. */
    long sinceNanos() {
        return sinceNanos == NEVER ? roundNanos : sinceNanos;
    }

    /** A slot is left free, unless a task is launched there yet. */
    void leave(String executor) {
        sinceNanos = sinceNanos();
        left.add(executor);
        leftInRound.add(executor);
    }

    void launched(String executor) {
        left.remove(executor);
        leftInRound.remove(executor);
        launchedNear |= near;
    }
}
