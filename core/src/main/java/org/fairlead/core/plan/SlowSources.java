// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.SourceTurns;

/** The sources that are slow for one stage, by index: what they give, and what other stages are to read from them before. Immutable. */
final class SlowSources {
    private final Map<Integer, Double> rates;
    private final Map<Integer, Double> bytesAhead;

    private SlowSources(Map<Integer, Double> rates, Map<Integer, Double> bytesAhead) {
        this.rates = rates;
        this.bytesAhead = bytesAhead;
    }

    /** Says to {@code turns} what the stage has left to read from them. */
    static SlowSources of(
            SourceRates known, SourceTurns turns, PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        StageTasks tasks = stage.tasks();
        Map<Integer, Double> rates = new HashMap<>();
        Map<Integer, Double> left = new HashMap<>();
        known.slow(tasks.id(), nowNanos).forEach((name, rate) -> {
            int host = snapshot.host(name);
            if (host >= 0) {
                rates.put(host, rate);
                double bytes = stage.bytesOn(host);
                if (bytes > 0) {
                    left.put(host, bytes);
                }
            }
        });
        turns.claim(tasks.id(), tasks.fifoPool(), tasks.priority(), left);
        return new SlowSources(rates, turns.aheadOf(tasks.id()));
    }

    /** Bytes per second, infinite of one that is not slow. */
    double rate(int source) {
        return rates.getOrDefault(source, Double.POSITIVE_INFINITY);
    }

    double bytesAhead(int source) {
        return bytesAhead.getOrDefault(source, 0.0);
    }
}
