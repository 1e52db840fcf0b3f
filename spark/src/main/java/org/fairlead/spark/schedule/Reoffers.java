// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import org.apache.spark.scheduler.TaskSchedulerImpl;

/** Has a stage's slots that were left free offered again: at a moment that was promised at the latest, and as soon as there is something for them. */
final class Reoffers {
    private final TaskSchedulerImpl scheduler;
    private final OfferReviver reviver;
    private final Runnable wakePlanner;
    private volatile boolean starved;
    private long untilNanos;

    Reoffers(TaskSchedulerImpl scheduler, OfferReviver reviver, Runnable wakePlanner) {
        this.scheduler = scheduler;
        this.reviver = reviver;
        this.wakePlanner = wakePlanner;
    }

    /**
     * A slot stays free for want of a plan. A moment that has passed no longer counts: another stage's wish for it may have been ours as well. Under the
     * scheduler's lock.
     */
    void promise(long atNanos, long nowNanos) {
        if (!starved || atNanos - untilNanos < 0 || untilNanos - nowNanos <= 0) {
            starved = true;
            untilNanos = atNanos;
            reviver.reviveAt(atNanos, this::revive);
            wakePlanner.run();
        }
    }

    /** There is something for them, if any are free. */
    void now() {
        if (starved) {
            revive();
        }
    }

    private void revive() {
        starved = false;
        if (!scheduler.sc().isStopped()) {
            scheduler.backend().reviveOffers();
        }
    }
}
