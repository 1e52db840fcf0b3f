// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.shuffle.copy.CopiedTasks;

/**
 * What a slot gets of a stage whose input was copied to executors: one of the executor's own tasks, whatever is planned, since nowhere their input is as near; and where it has none and stock decides, another one's before stock's. Tasks that prefer
 * hosts go elsewhere no sooner than Spark has waited for those. Under the scheduler's lock.
 */
public final class CopiedFirst {
    private final Supplier<Optional<CopiedTasks>> copied;
    private final IntPredicate isPending;
    private final IntPredicate prefersHosts;

    /**
     * @param copied the stage's tasks by where their input was copied; empty as long as that is not known, and where nothing was
     * @param isPending whether a task of the stage waits to be launched
     * @param prefersHosts whether one has hosts that Spark waits for
     */
    public CopiedFirst(Supplier<Optional<CopiedTasks>> copied, IntPredicate isPending, IntPredicate prefersHosts) {
        this.copied = copied;
        this.isPending = isPending;
        this.prefersHosts = prefersHosts;
    }

    /**
     * One of the executor's own tasks; empty where it has none.
     *
     * @param isAllowed whether a pending task may be launched in the slot
     */
    public OptionalInt own(String executor, IntPredicate isAllowed) {
        Optional<CopiedTasks> tasks = copied.get();
        return tasks.isPresent() ? tasks.get().own(executor, isPending, isAllowed) : OptionalInt.empty();
    }

    /**
     * Where it has none, one of another's; empty where what was responded stands.
     *
     * @param farthest level that Spark's round has come to
     * @param isAllowed whether a pending task may be launched in the slot
     */
    public OptionalInt others(OfferResponse response, String executor, LocalityLevel farthest, IntPredicate isAllowed) {
        Optional<CopiedTasks> tasks = copied.get();
        boolean isEngines = response == OfferResponse.Plain.ENGINE || response == OfferResponse.Plain.PASSED_OVER;
        if (tasks.isEmpty() || (!isEngines && response != OfferResponse.Plain.ENGINE_NEAR)) {
            return OptionalInt.empty();
        }
        boolean isAnywhere = isEngines && farthest == LocalityLevel.ANY;
        return tasks.get()
                .others(executor, isPending, task -> isAllowed.test(task) && (isAnywhere || !prefersHosts.test(task)));
    }

    /** A task that was launched is pending again. */
    public void again(int task) {
        copied.get().ifPresent(tasks -> tasks.again(task));
    }
}
