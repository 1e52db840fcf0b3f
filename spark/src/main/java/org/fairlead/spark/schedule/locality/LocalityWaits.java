// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.locality;

import java.util.Arrays;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.offer.StageOffers;
import scala.Option;

/** How long Spark keeps a stage from farther slots: not at all where the plan counts, its own waits where stock decides. Under the scheduler's lock. */
public final class LocalityWaits implements StageOffers.EngineWaits {
    private final TaskSetManager manager;
    private long[] stockMillis = {};
    private LocalityLevel[] levels = {};
    private boolean planned;

    public LocalityWaits(TaskSetManager manager) {
        this.manager = manager;
        recomputed();
    }

    /** Spark has set the waits of the stage's levels anew. */
    public void recomputed() {
        if (manager.isZombie()) {
            return;
        }
        stockMillis = manager.localityWaits();
        levels = Arrays.stream(manager.myLocalityLevels()).map(Localities::of).toArray(LocalityLevel[]::new);
        if (planned) {
            manager.localityWaits_$eq(new long[stockMillis.length]);
        }
    }

    /** @param planned whether the plan is to count; then, when it no longer does, stock waits from its first level on */
    public void set(boolean planned) {
        this.planned = planned;
        if (planned) {
            manager.localityWaits_$eq(new long[stockMillis.length]);
        } else {
            manager.localityWaits_$eq(stockMillis);
            manager.resetDelayScheduleTimer(Option.apply(manager.myLocalityLevels()[0]));
        }
    }

    @Override
    public long nanosBefore(LocalityLevel level) {
        long millis = 0;
        for (int i = 0; i < stockMillis.length && levels[i].compareTo(level) < 0; i++) {
            millis += stockMillis[i];
        }
        return millis * 1_000_000;
    }
}
