// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

/** Ends a draft of a planner that looks at no links: receivers are not paced, and it never steps aside. */
final class BlindPlan {
    private static final double[] UNPACED = {};

    private BlindPlan() {}

    static ExchangePlan of(
            PlanDraft draft, ReceiverMemory memory, Outlook outlook, ExchangeOrder order, long nowNanos) {
        ExchangeTimes times = new ExchangeTimes(draft.bytes(), outlook);
        double seconds = draft.loads().seconds();
        if (order.coupled()) {
            PredictedTimes unknown = new PredictedTimes(0, 0, 0);
            long[] pairs = new ExchangePlan(draft, order, UNPACED, unknown, false, nowNanos).pairBytes();
            seconds = times.rounds(pairs, order, draft.loads());
        }
        PredictedTimes predicted = new PredictedTimes(
                seconds,
                times.stock(memory, draft.owners()),
                ExchangeTimes.bound(draft.bytes(), outlook, draft.owners()));
        return new ExchangePlan(draft, order, UNPACED, predicted, false, nowNanos);
    }
}
