// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.fairlead.core.plan.offer.ReofferPromise;

/** Has a stage's slots that were left free offered again: at a moment that was promised at the latest, and as soon as there is something for them. */
final class Reoffers {
    private final TaskSchedulerImpl scheduler;
    private final OfferReviver reviver;
    private final Runnable wakePlanner;
    private final ReofferPromise promise = new ReofferPromise();

    Reoffers(TaskSchedulerImpl scheduler, OfferReviver reviver, Runnable wakePlanner) {
        this.scheduler = scheduler;
        this.reviver = reviver;
        this.wakePlanner = wakePlanner;
    }

    /** A slot stays free for want of a plan. Under the scheduler's lock. */
    void promise(long atNanos, long nowNanos) {
        if (promise.isNews(atNanos, nowNanos)) {
            reviver.reviveAt(atNanos, this::revive);
            wakePlanner.run();
        }
    }

    /** There is something for them, if any are free. */
    void now() {
        if (promise.isStarved()) {
            revive();
        }
    }

    private void revive() {
        promise.kept();
        if (!scheduler.sc().isStopped()) {
            scheduler.backend().reviveOffers();
        }
    }
}
