// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tasks that have ended and of which it is still to be reported for how long they waited for blocks: even a task beside its block reads the beginning of the next one, to the end of a line. Not safe for threads.
 *
 * <p>Either may be reported first: that a task has ended, or what it waited for. Nothing is waited for longer than {@value #MOST_MILLIS} ms.
 */
final class AwaitedReads {
    static final long MOST_MILLIS = 1000;
    /** So many at once tell enough; what is older is forgotten. */
    private static final int MOST = 10_000;

    private final Map<Long, Awaiting> ended = SourceRates.newest(MOST);
    private final Map<Long, BlockWaits> reported = SourceRates.newest(MOST);

    /**
     * A task that ended well.
     *
     * @param waits as far as they are known
     */
    record Awaiting(StageAttempt stage, EndedTask task, BlockWaits waits, String host, boolean cold, long endedNanos) {
        Awaiting(StageAttempt stage, EndedTask task, String host, boolean cold, long endedNanos) {
            this(stage, task, BlockWaits.NONE, host, cold, endedNanos);
        }

        Awaiting waiting(BlockWaits known) {
            return new Awaiting(stage, task.without(known.otherSeconds()), known, host, cold, endedNanos);
        }
    }

    /** @return the task, if it is known already what it waited for; else it is kept */
    Optional<Awaiting> ended(long taskId, Awaiting task) {
        BlockWaits waits = reported.remove(taskId);
        if (waits == null) {
            ended.put(taskId, task);
        }
        return Optional.ofNullable(waits).map(task::waiting);
    }

    /** @return the task, if it has ended already; else what it waited for is kept */
    Optional<Awaiting> waited(long taskId, BlockWaits waits) {
        Awaiting task = ended.remove(taskId);
        if (task == null) {
            reported.put(taskId, waits);
        }
        return Optional.ofNullable(task).map(known -> known.waiting(waits));
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
