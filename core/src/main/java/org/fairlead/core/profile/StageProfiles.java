// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What tasks that ended tell of those of the same stage to come: how long they take, how long they compute, how much they read, what they take
 * besides. Safe for threads.
 */
public final class StageProfiles {
    private final ConcurrentHashMap<StageAttempt, StageProfile> byStage = new ConcurrentHashMap<>();
    private final TaskOverheads overheads = new TaskOverheads();

    public void ended(StageAttempt stage, EndedTask task, long nowNanos) {
        task.overheadSeconds().ifPresent(seconds -> overheads.ended(stage, seconds, nowNanos));
        byStage.merge(
                stage,
                StageProfile.of(task.seconds(), task.computeSeconds(), task.bytes()),
                (known, unused) -> known.and(task.seconds(), task.computeSeconds(), task.bytes()));
    }

    public void completed(StageAttempt stage) {
        byStage.remove(stage);
        overheads.completed(stage);
    }

    public Optional<StageProfile> of(StageAttempt stage) {
        return Optional.ofNullable(byStage.get(stage));
    }

    /** Mean over a stage's tasks that ended; empty before any did. */
    public OptionalDouble seconds(StageAttempt stage) {
        StageProfile known = byStage.get(stage);
        return known == null ? OptionalDouble.empty() : OptionalDouble.of(known.seconds());
    }

    /** What a stage's tasks take besides computing and waiting for what they read; before any ended, as tasks of other stages do. */
    public double overheadSeconds(StageAttempt stage, long nowNanos) {
        return overheads.of(stage, nowNanos);
    }
}
