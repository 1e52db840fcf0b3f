// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.concurrent.ConcurrentHashMap;

/**
 * What tasks take besides computing and waiting for what they read: launching, deserializing, waiting for a processor, results. The median of the stage's
 * tasks that ended last; while too few of it did, of the application's. Safe for threads.
 */
public final class TaskOverheads {
    private static final int KEPT = 15;
    private static final int FEWEST = 3;
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final RecentSamples ofAll = new RecentSamples(KEPT, LONGEST_NANOS);
    private final ConcurrentHashMap<StageAttempt, RecentSamples> byStage = new ConcurrentHashMap<>();

    void ended(StageAttempt stage, double seconds, long nowNanos) {
        ofAll.add(seconds, nowNanos);
        byStage.computeIfAbsent(stage, unused -> new RecentSamples(KEPT, LONGEST_NANOS))
                .add(seconds, nowNanos);
    }

    void completed(StageAttempt stage) {
        byStage.remove(stage);
    }

    /** Seconds; 0 when nothing is known. */
    double of(StageAttempt stage, long nowNanos) {
        RecentSamples own = byStage.get(stage);
        if (own != null) {
            RecentSamples.Median median = own.median(nowNanos);
            if (median.figures() >= FEWEST) {
                return median.value();
            }
        }
        return ofAll.median(nowNanos).value();
    }
}
