// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.scheduler.Pool;
import org.apache.spark.scheduler.SchedulingMode;
import org.fairlead.spark.cluster.ClusterPicture;

/** The sources that are slow for one stage, by index: what they give, and what other stages are to read from them before. Immutable. */
final class SlowSources {
    private final Map<Integer, Double> rates;
    private final Map<Integer, Double> bytesAhead;

    private SlowSources(Map<Integer, Double> rates, Map<Integer, Double> bytesAhead) {
        this.rates = rates;
        this.bytesAhead = bytesAhead;
    }

    /** Tells {@code turns} what the stage has left to read from them. */
    static SlowSources of(
            Scheduling scheduling,
            SourceTurns turns,
            PlannedStage stage,
            ClusterPicture.Snapshot snapshot,
            long nowNanos) {
        StageDecisions decisions = stage.decisions();
        Map<Integer, Double> rates = new HashMap<>();
        Map<Integer, Double> left = new HashMap<>();
        scheduling.sources().slow(decisions.key(), nowNanos).forEach((name, rate) -> {
            int host = snapshot.host(name);
            if (host >= 0) {
                rates.put(host, rate);
                double bytes = stage.bytesOn(host);
                if (bytes > 0) {
                    left.put(host, bytes);
                }
            }
        });
        FairleadTaskSetManager manager = decisions.manager();
        Optional<String> fifoPool = Optional.ofNullable(manager.parent())
                .filter(pool -> pool.schedulingMode().equals(SchedulingMode.FIFO()))
                .map(Pool::name);
        turns.claim(decisions.key(), fifoPool, manager.priority(), left);
        return new SlowSources(rates, turns.aheadOf(decisions.key()));
    }

    /** Bytes per second, infinite of one that is not slow. */
    double rate(int source) {
        return rates.getOrDefault(source, Double.POSITIVE_INFINITY);
    }

    double bytesAhead(int source) {
        return bytesAhead.getOrDefault(source, 0.0);
    }
}
