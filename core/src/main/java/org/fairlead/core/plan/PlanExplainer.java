// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.ChoiceExplanation;

/**
 * Says on what the choices of one plan stand, as far as there is time for it: a millisecond, and an eighth of what the plan has taken so far. The
 * choices for slots that are free come first, so that it is rather those of the far future that go unexplained. Of one thread.
 */
final class PlanExplainer {
    private static final long LEAST_NANOS = 1_000_000;
    private static final int SHARE_OF_PLANNING = 8;

    private final Optional<LongSupplier> clock;
    private final SimulatedSlots slots;
    private final long planNanos;
    private final long startNanos;
    private long usedNanos;

    /**
     * @param clock by which its time is measured; empty to explain nothing
     * @param planNanos when the plan was begun, on the clock of its decisions
     */
    PlanExplainer(Optional<LongSupplier> clock, SimulatedSlots slots, long planNanos) {
        this.clock = clock;
        this.slots = slots;
        this.planNanos = planNanos;
        startNanos = clock.map(LongSupplier::getAsLong).orElse(0L);
    }

    /** Null where there is no time, or nothing was predicted. */
    PlanExplanation explain(Choice choice, Offer offer, TaskSet pending) {
        if (clock.isEmpty()) {
            return null;
        }
        long begin = clock.get().getAsLong();
        if (usedNanos > LEAST_NANOS + (begin - startNanos) / SHARE_OF_PLANNING) {
            return null;
        }
        Optional<ChoiceExplanation> grounds = ChoiceExplanation.of(choice, offer, pending, slots, planNanos);
        PlanExplanation explanation = grounds.map(found -> PlanExplanation.of(found, slots.topology()))
                .orElse(null);
        usedNanos += clock.get().getAsLong() - begin;
        return explanation;
    }
}
