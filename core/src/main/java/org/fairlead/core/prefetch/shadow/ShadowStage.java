// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.task.TaskSet;

/** A stage as a look-ahead asks for it: one that runs, or one whose tasks are known though the stages before it still run. */
public interface ShadowStage {
    StageAttempt id();

    /**
     * Its pending tasks as its scheduler knows them at this moment. A copy ({@link TaskSet#copy}), which the look-ahead uses up. Asked at most once in a look-ahead, when it comes to the stage.
     */
    TaskSet pending();

    /** Tasks that were not launched yet: at least as many as {@link #pending} has. */
    int notLaunched();

    /** Stages all of whose tasks have to end before it starts; those that the look-ahead is told nothing of have ended. */
    default Set<StageAttempt> parents() {
        return Set.of();
    }

    /** The moment before which it does not start, on the look-ahead's clock; one that has passed where it may start at once. */
    default long earliestNanos() {
        return Long.MIN_VALUE;
    }

    /**
     * How long its tasks take from launch to end, by others; empty where nothing is known.
     *
     * @param bytes of a task's input
     * @param missingShare of it, that is not on the task's host when it begins, from 0 to 1
     */
    OptionalDouble seconds(double bytes, double missingShare);

    /**
     * What its tasks take that their policy predicts to take so long, in seconds, while none of them has ended: by those of other stages; empty where nothing is known, or one has ended. It counts before {@link #seconds}.
     *
     * @param predictedSeconds from launch to end
     * @param missingShare of a task's input, that is not on its host when it begins, from 0 to 1
     */
    default OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
        return OptionalDouble.empty();
    }

    /** What its tasks fetch besides their input. */
    default BroadcastFetches broadcasts() {
        return BroadcastFetches.NONE;
    }

    /** Sources that are slow for it, with what running tasks read from them; empty where nobody watches. */
    default Optional<SlowSourceReads> slowSources() {
        return Optional.empty();
    }
}
