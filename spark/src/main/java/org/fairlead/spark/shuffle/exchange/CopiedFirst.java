// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.shuffle.copy.CopiedTasks;
import org.fairlead.spark.input.ShuffleRange;

/**
 * What a slot gets of a stage whose input was copied to executors: one of the executor's own tasks, whatever is planned, since nowhere their input is as near; and where it has none and stock decides, another one's before stock's. Tasks that prefer
 * hosts go elsewhere no sooner than Spark has waited for those. What its holder has a free slot for is kept for it: for one round of offers, if nothing is launched in that. Under the scheduler's lock.
 */
public final class CopiedFirst {
    /** What was responded stands. */
    public static final CopiedTasks.Others NONE = new CopiedTasks.Others(OptionalInt.empty(), false);

    /** Who holds copies of a stage's input. */
    interface Holders {
        /** The stage's tasks by where their input was copied; empty as long as that is not known, and where nothing was. */
        Optional<CopiedTasks> tasks();

        /** A task was launched in an executor. */
        void launched(int task, String executor);
    }

    private final Holders holders;
    private final IntPredicate isPending;
    private final IntPredicate prefersHosts;
    private final ToIntFunction<String> freeSlots;
    private boolean mayKeep = true;
    /** In this round. */
    private boolean hasKept;

    private boolean hasLaunched;

    /**
     * @param isPending whether a task of the stage waits to be launched
     * @param prefersHosts whether one has hosts that Spark waits for
     * @param freeSlots that an executor has now
     */
    CopiedFirst(Holders holders, IntPredicate isPending, IntPredicate prefersHosts, ToIntFunction<String> freeSlots) {
        this.holders = holders;
        this.isPending = isPending;
        this.prefersHosts = prefersHosts;
        this.freeSlots = freeSlots;
    }

    /**
     * Of a stage whose tasks may read map output that is copied.
     *
     * @param stage its number
     * @param tasks what the engine knows of its tasks
     * @param reads what a task reads of shuffles
     * @param freeSlots that an executor has now
     */
    public static CopiedFirst of(
            CopyPlanner planner,
            int stage,
            StageTasks tasks,
            IntFunction<List<ShuffleRange>> reads,
            ToIntFunction<String> freeSlots) {
        return new CopiedFirst(
                StageHolders.of(planner, stage, tasks.count(), reads),
                tasks::isPending,
                task -> !tasks.preferredHosts(task).isEmpty(),
                freeSlots);
    }

    /** A round of offers begins. */
    public void beginRound() {
        mayKeep = !hasKept || hasLaunched;
        hasKept = false;
        hasLaunched = false;
    }

    /** A task was launched in an executor. */
    public void launched(int task, String executor) {
        hasLaunched = true;
        holders.launched(task, executor);
    }

    /**
     * One of the executor's own tasks; empty where it has none.
     *
     * @param isAllowed whether a pending task may be launched in the slot
     */
    public OptionalInt own(String executor, IntPredicate isAllowed) {
        Optional<CopiedTasks> tasks = holders.tasks();
        return tasks.isPresent() ? tasks.get().own(executor, isPending, isAllowed) : OptionalInt.empty();
    }

    /**
     * Where it has none, what the slot gets of others' tasks; neither a task nor one that is kept where what was responded stands.
     *
     * @param farthest level that Spark's round has come to
     * @param isAllowed whether a pending task may be launched in the slot
     */
    public CopiedTasks.Others others(
            OfferResponse response, String executor, LocalityLevel farthest, IntPredicate isAllowed) {
        Optional<CopiedTasks> tasks = holders.tasks();
        boolean isEngines = response == OfferResponse.Plain.ENGINE || response == OfferResponse.Plain.PASSED_OVER;
        if (tasks.isEmpty() || (!isEngines && response != OfferResponse.Plain.ENGINE_NEAR)) {
            return NONE;
        }
        boolean isAnywhere = isEngines && farthest == LocalityLevel.ANY;
        CopiedTasks.Others found = tasks.get()
                .others(
                        executor,
                        other -> mayKeep ? freeSlots.applyAsInt(other) : 0,
                        isPending,
                        task -> isAllowed.test(task) && (isAnywhere || !prefersHosts.test(task)));
        hasKept |= found.isKept();
        return found;
    }

    /** A task that was launched is pending again. */
    public void again(int task) {
        holders.tasks().ifPresent(tasks -> tasks.again(task));
    }
}
