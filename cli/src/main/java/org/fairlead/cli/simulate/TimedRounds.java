// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector;

/** Reports how long the rounds of a path selection take, by the clock on the wall; decides nothing itself. */
final class TimedRounds implements PathSelector {
    private final PathSelector selector;
    private long rounds;
    private long nanos;
    private long mostNanos;

    TimedRounds(PathSelector selector) {
        this.selector = selector;
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        return selector.select(flow, source, destination, links);
    }

    @Override
    public boolean looksAtLoads() {
        return selector.looksAtLoads();
    }

    @Override
    public double roundSeconds() {
        return selector.roundSeconds();
    }

    @Override
    public List<Move> round(List<RunningFlow> flows, LinkState links) {
        long start = System.nanoTime();
        List<Move> moves = selector.round(flows, links);
        long took = System.nanoTime() - start;
        rounds++;
        nanos += took;
        mostNanos = Math.max(mostNanos, took);
        return moves;
    }

    boolean any() {
        return rounds > 0;
    }

    double meanSeconds() {
        return nanos / 1e9 / rounds;
    }

    double mostSeconds() {
        return mostNanos / 1e9;
    }

    /** For JSON. */
    Map<String, Double> values() {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("mean_s", meanSeconds());
        values.put("max_s", mostSeconds());
        return values;
    }
}
