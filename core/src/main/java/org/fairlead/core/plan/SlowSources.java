// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.SourceTurns;
import org.fairlead.core.task.SlowSourceReads;

/** The sources that are slow for one stage, by index: what they give, what is read from them, and what other stages are to read from them before. */
final class SlowSources implements SlowSourceReads {
    private final Map<Integer, Double> rates;
    private final Map<Integer, Double> bytesAhead;
    private final ClusterSnapshot snapshot;

    private SlowSources(Map<Integer, Double> rates, Map<Integer, Double> bytesAhead, ClusterSnapshot snapshot) {
        this.rates = rates;
        this.bytesAhead = bytesAhead;
        this.snapshot = snapshot;
    }

    /** Says to {@code turns} what the stage has left to read from them. */
    static SlowSources claimed(
            SourceRates known, SourceTurns turns, PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        StageTasks tasks = stage.tasks();
        Map<Integer, Double> rates = rates(known, stage, snapshot, nowNanos);
        Map<Integer, Double> left = new HashMap<>();
        for (int host : rates.keySet()) {
            double bytes = stage.bytesOn(host);
            if (bytes > 0) {
                left.put(host, bytes);
            }
        }
        turns.claim(tasks.id(), tasks.fifoPool(), tasks.priority(), left);
        return new SlowSources(rates, turns.aheadOf(tasks.id()), snapshot);
    }

    /** As they are by what was claimed last; claims nothing. */
    static SlowSources known(
            SourceRates known, SourceTurns turns, PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        return new SlowSources(
                rates(known, stage, snapshot, nowNanos),
                turns.aheadOf(stage.tasks().id()),
                snapshot);
    }

    private static Map<Integer, Double> rates(
            SourceRates known, PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        Map<Integer, Double> rates = new HashMap<>();
        known.slow(stage.tasks().id(), nowNanos).forEach((name, rate) -> {
            int host = snapshot.host(name);
            if (host >= 0) {
                rates.put(host, rate);
            }
        });
        return rates;
    }

    @Override
    public double readRate(int source) {
        return rates.getOrDefault(source, Double.POSITIVE_INFINITY);
    }

    @Override
    public double bytesToRead(int source) {
        return snapshot.bytesToRead(source);
    }

    @Override
    public double bytesAhead(int source) {
        return bytesAhead.getOrDefault(source, 0.0);
    }
}
