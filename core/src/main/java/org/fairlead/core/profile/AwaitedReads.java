// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tasks that have ended and of which it is still to be reported for how long they waited for blocks from other hosts: even a task beside its block reads the beginning of the next one, to the end of a line. Not safe for threads.
 *
 * <p>Either may be reported first: that a task has ended, or what it waited for. Nothing is waited for longer than {@value #MOST_MILLIS} ms.
 */
final class AwaitedReads {
    static final long MOST_MILLIS = 1000;
    /** So many at once tell enough; what is older is forgotten. */
    private static final int MOST = 10_000;

    private final Map<Long, Awaiting> ended = SourceRates.newest(MOST);
    private final Map<Long, Double> reported = SourceRates.newest(MOST);

    /** A task that ended well. */
    record Awaiting(StageAttempt stage, EndedTask task, String host, boolean cold, long endedNanos) {
        Awaiting without(double waitedSeconds) {
            return new Awaiting(stage, task.without(waitedSeconds), host, cold, endedNanos);
        }
    }

    /** @return the task, if it is known already what it waited for; else it is kept */
    Optional<Awaiting> ended(long taskId, Awaiting task) {
        Double waited = reported.remove(taskId);
        if (waited == null) {
            ended.put(taskId, task);
        }
        return Optional.ofNullable(waited).map(task::without);
    }

    /** @return the task, if it has ended already; else what it waited for is kept */
    Optional<Awaiting> waited(long taskId, double seconds) {
        Awaiting task = ended.remove(taskId);
        if (task == null) {
            reported.put(taskId, seconds);
        }
        return Optional.ofNullable(task).map(known -> known.without(seconds));
    }

    /** Takes those that have waited for too long: as if they had waited for nobody. */
    List<Awaiting> overdue(long nowNanos) {
        List<Awaiting> overdue = new ArrayList<>();
        var left = ended.values().iterator();
        while (left.hasNext()) {
            Awaiting task = left.next();
            if (nowNanos - task.endedNanos < MOST_MILLIS * 1_000_000) {
                break; // those after it ended later
            }
            left.remove();
            overdue.add(task);
        }
        return overdue;
    }
}
