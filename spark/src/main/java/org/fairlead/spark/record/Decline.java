// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.protocol.application.DeclineReport;

/**
 * Slots of an executor that are left free for one cause, from the first offer to the last. Written under the scheduler's lock, by one thread at a
 * time; read by others.
 */
final class Decline {
    private final StageRecord stage;
    private final String executor;
    private final String host;
    private final DeclineCause cause;
    private final PlanExplanation grounds;
    private final long sinceMillis;
    private volatile long lastMillis;
    private volatile long untilMillis;
    private volatile long offers;

    /** @param grounds null where none are known */
    Decline(
            StageRecord stage,
            String executor,
            String host,
            DeclineCause cause,
            PlanExplanation grounds,
            long nowMillis) {
        this.stage = stage;
        this.executor = executor;
        this.host = host;
        this.cause = cause;
        this.grounds = grounds;
        sinceMillis = nowMillis;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time writes
    void again(long nowMillis, long newUntilMillis) {
        lastMillis = nowMillis;
        untilMillis = newUntilMillis;
        offers++;
    }

    StageRecord stage() {
        return stage;
    }

    DeclineCause cause() {
        return cause;
    }

    DeclineReport report() {
        return new DeclineReport(
                stage.stage(),
                stage.attempt(),
                executor,
                host,
                cause.label(),
                cause.description(),
                offers,
                sinceMillis,
                lastMillis,
                untilMillis,
                Explanations.report(grounds));
    }
}
