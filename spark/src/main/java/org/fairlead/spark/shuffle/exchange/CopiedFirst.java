// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.ExecutorSlots;
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
    /** Who holds copies of a stage's input. */
    interface Holders {
        /** The stage's tasks by where their input was copied; empty as long as that is not known, and where nothing was. */
        Optional<CopiedTasks> tasks();

        /** A task was launched in an executor. */
        void launched(int task, String executor);
    }

    /** What a stage reads of shuffles. */
    public interface Reads {
        /** The shuffles that any of its tasks reads: not all have to read the same. */
        Set<Integer> all();

        /** What one of its tasks reads. */
        List<ShuffleRange> of(int task);
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
     * @param tasks what the engine knows of them
     * @param reads what they read of shuffles
     */
    public static CopiedFirst of(CopyPlanner planner, StageTasks tasks, Reads reads, ExecutorSlots executors) {
        return new CopiedFirst(
                StageHolders.of(planner, tasks.count(), reads),
                tasks::isPending,
                task -> !tasks.preferredHosts(task).isEmpty(),
                executor -> executors.freeCores(executor) / tasks.coresPerTask());
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
     * What a slot gets.
     *
     * @param farthest level that Spark's round has come to
     * @param isAllowed whether a pending task may be launched in the slot
     * @param planned what it would get, asked where the executor has no task of its own
     * @param whenChosen is run before a task is returned that was chosen by where its input was copied
     */
    public OfferResponse respond(
            String executor,
            LocalityLevel farthest,
            IntPredicate isAllowed,
            Supplier<OfferResponse> planned,
            Runnable whenChosen) {
        Optional<CopiedTasks> tasks = holders.tasks();
        if (tasks.isEmpty()) {
            return planned.get();
        }
        OptionalInt own = tasks.get().own(executor, isPending, isAllowed);
        if (own.isPresent()) {
            return launch(own.getAsInt(), farthest, whenChosen);
        }
        OfferResponse response = planned.get();
        boolean isEngines = response == OfferResponse.Plain.ENGINE || response == OfferResponse.Plain.PASSED_OVER;
        if (!isEngines && response != OfferResponse.Plain.ENGINE_NEAR) {
            return response;
        }
        boolean isAnywhere = isEngines && farthest == LocalityLevel.ANY;
        CopiedTasks.Others others = tasks.get()
                .others(
                        executor,
                        other -> mayKeep ? freeSlots.applyAsInt(other) : 0,
                        isPending,
                        task -> isAllowed.test(task) && (isAnywhere || !prefersHosts.test(task)));
        hasKept |= others.isKept();
        if (others.isKept()) {
            return OfferResponse.Plain.LATER_IN_ROUND;
        }
        return others.task().isPresent() ? launch(others.task().getAsInt(), farthest, whenChosen) : response;
    }

    private static OfferResponse launch(int task, LocalityLevel level, Runnable whenChosen) {
        whenChosen.run();
        return new OfferResponse.Launch(
                task, level, -1, -1, List.of(), Double.NaN, 0, Double.NaN, null, PathChoice.NETWORK, "", false);
    }

    /** A task that was launched is pending again. */
    public void again(int task) {
        holders.tasks().ifPresent(tasks -> tasks.again(task));
    }
}
