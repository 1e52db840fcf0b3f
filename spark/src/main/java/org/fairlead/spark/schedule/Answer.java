// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.List;
import org.fairlead.core.task.Choice;
import org.fairlead.protocol.application.GroundsReport;

/** What an offered place gets of a stage. */
sealed interface Answer {
    /**
     * @param host its index in the topology
     * @param source the host whose replica it was placed for; −1 when nobody decided
     * @param sourceNames the source's name, or nothing when nobody decided
     * @param bytes of its input
     * @param expectedSeconds until it ends; NaN when nothing was predicted
     * @param grounds on what it stands; null where they were not kept
     */
    record Launch(
            int task,
            Level level,
            int host,
            int source,
            List<String> sourceNames,
            double bytes,
            double expectedSeconds,
            GroundsReport grounds)
            implements Answer {}

    /**
     * Nothing, for a cause and until a time.
     *
     * @param grounds on what it stands; null where they were not kept
     */
    record Refuse(Choice.Cause cause, long untilNanos, GroundsReport grounds) implements Answer {}

    /** Answers that need no more said. */
    enum Plain implements Answer {
        /** Nothing: the stage's first plan is awaited, or what is planned comes later in the same round. */
        NOT_YET,
        /** The plan says nothing of it. */
        UNPLANNED,
        /** What stock chooses among the tasks that have their input on the host, or nowhere in particular. */
        STOCK_NEAR,
        /** What stock chooses. */
        STOCK
    }
}
