// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.List;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.Choice;

/** What an offered slot gets of a stage. */
public sealed interface OfferResponse {
    /**
     * A task.
     *
     * @param host its index in the topology
     * @param source the host whose replica it is counted to read; −1 when it reads from many
     * @param sourceNames of the host whose replica it is to read; nothing when nobody chose one: its reader does, or stock
     * @param bytes of its input
     * @param startSeconds from the plan's making to the slot's turn, as predicted
     * @param expectedSeconds from its launch to its end; NaN when nothing was predicted
     * @param explanation null where none was kept
     * @param path that the plan counts on for what it reads; the network's own where it counts on none
     * @param heldBy the executor of the host that has input of it in memory, or gets it there; empty: none has
     * @param besideSlowHosts whether all hosts that it had better be near to are slow
     */
    record Launch(
            int task,
            LocalityLevel level,
            int host,
            int source,
            List<String> sourceNames,
            double bytes,
            double startSeconds,
            double expectedSeconds,
            PlanExplanation explanation,
            PathChoice path,
            String heldBy,
            boolean besideSlowHosts)
            implements OfferResponse {
        /** Whether another executor of the host has input of it in memory, which this one cannot read. */
        boolean isHeldByAnotherThan(String executor) {
            return !heldBy.isEmpty() && !heldBy.equals(executor);
        }

        /** The same for an executor that has nothing of its input: from where it reads and how long it takes is not known then. */
        Launch withoutHeld() {
            return new Launch(
                    task,
                    level,
                    host,
                    -1,
                    List.of(),
                    bytes,
                    startSeconds,
                    Double.NaN,
                    explanation,
                    PathChoice.NETWORK,
                    "",
                    besideSlowHosts);
        }

        /** From the plan's making to its end, as predicted; NaN when nothing was. */
        public double endSeconds() {
            return startSeconds + expectedSeconds;
        }
    }

    /**
     * Nothing, for a cause and until a time.
     *
     * @param explanation null where none was kept
     * @param early whether the slot is free sooner than was foreseen: all tasks are planned for slots of other hosts, none of which was free when the plan was made
     */
    record Decline(Choice.Cause cause, long untilNanos, PlanExplanation explanation, boolean early)
            implements OfferResponse {
        /** Of a slot that is not free too early. */
        public Decline(Choice.Cause cause, long untilNanos, PlanExplanation explanation) {
            this(cause, untilNanos, explanation, false);
        }
    }

    /** Nothing: the stage's first plan is awaited, until a time at the latest. */
    record AwaitPlan(long untilNanos) implements OfferResponse {}

    /** Responses that need no more said. */
    enum Plain implements OfferResponse {
        /** Nothing: what is planned comes later in the same round. */
        LATER_IN_ROUND,
        /** The plan says nothing of it. */
        UNPLANNED,
        /** The plan says nothing of it: what the engine chooses among the tasks that have their input on the host, or nowhere in particular. */
        ENGINE_NEAR,
        /** What the engine chooses: slots were left free for long enough, or it would not leave any free. */
        PASSED_OVER,
        /** What the engine chooses. */
        ENGINE
    }
}
