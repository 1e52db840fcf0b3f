// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What tasks take besides computing and waiting for what they read: launching, deserializing, waiting for a processor, results. The median of the stage's
 * tasks that ended last; while too few of it did, of the application's. Safe for threads.
 */
final class Overheads {
    private static final int KEPT = 15;
    private static final int FEWEST = 3;
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final LongSupplier nanos;
    private final Recent ofAll = new Recent(KEPT, LONGEST_NANOS);
    private final ConcurrentHashMap<StageKey, Recent> byStage = new ConcurrentHashMap<>();

    /** @param nanos the clock */
    Overheads(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void ended(StageKey stage, double seconds) {
        long now = nanos.getAsLong();
        ofAll.add(seconds, now);
        byStage.computeIfAbsent(stage, unused -> new Recent(KEPT, LONGEST_NANOS))
                .add(seconds, now);
    }

    void completed(StageKey stage) {
        byStage.remove(stage);
    }

    /** Seconds; 0 when nothing is known. */
    double of(StageKey stage) {
        long now = nanos.getAsLong();
        Recent own = byStage.get(stage);
        if (own != null) {
            Recent.Median median = own.median(now);
            if (median.figures() >= FEWEST) {
                return median.value();
            }
        }
        return ofAll.median(now).value();
    }
}
