// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.function.Consumer;

/** Ends a draft of a planner that looks at no links: receivers are not paced, and it never steps aside. */
final class BlindPlan {
    private static final double[] UNPACED = {};

    private BlindPlan() {}

    /** @param fill gives each block its place */
    static ExchangePlan of(
            ByteMatrix bytes,
            ReceiverMemory memory,
            Outlook outlook,
            ExchangeOrder order,
            long nowNanos,
            long seed,
            Consumer<PlanDraft> fill) {
        PlanDraft.check(bytes, memory, outlook);
        PlanDraft draft = new PlanDraft(bytes, memory, outlook, PlanDraft.inTurn(bytes, outlook, seed));
        fill.accept(draft);
        ExchangeTimes times = new ExchangeTimes(draft.bytes(), outlook);
        double seconds = draft.loads().seconds();
        if (order.coupled()) {
            PredictedTimes unknown = new PredictedTimes(0, 0, 0);
            ExchangePlan plan = new ExchangePlan(draft, order, UNPACED, unknown, false, nowNanos);
            seconds = times.rounds(plan::forEachPair, order, draft.loads());
        }
        PredictedTimes predicted = new PredictedTimes(
                seconds,
                times.stock(memory, draft.owners()),
                ExchangeTimes.bound(draft.bytes(), outlook, draft.owners()));
        return new ExchangePlan(draft, order, UNPACED, predicted, false, nowNanos);
    }
}
