// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What tasks take besides computing and waiting for what they read: launching, deserializing, waiting for a processor, results. The median of the stage's
 * tasks that ended last, and of the application's. Safe for threads.
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

    /** Seconds, of the stage's own tasks; empty while too few of them ended. */
    OptionalDouble own(StageAttempt stage, long nowNanos) {
        RecentSamples own = byStage.get(stage);
        return own == null ? OptionalDouble.empty() : median(own, FEWEST, nowNanos);
    }

    /** Seconds, of all stages' tasks; empty when nothing is known. */
    OptionalDouble usual(long nowNanos) {
        return median(ofAll, 1, nowNanos);
    }

    private static OptionalDouble median(RecentSamples samples, int fewest, long nowNanos) {
        RecentSamples.Median median = samples.median(nowNanos);
        return median.figures() >= fewest ? OptionalDouble.of(median.value()) : OptionalDouble.empty();
    }
}
