package org.fairlead.core.flow;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Raises all flows together until each has its cap or a full link: the algorithm behind {@link MaxMinFairRates}.
 *
 * <p>The level at which a link becomes full only grows while other links stop flows of its, so links wait in a heap by the
 * level they had when they entered; one whose level has grown meanwhile enters again. Each stop costs the links of the flow:
 * O(uses · log links) in all.
 */
final class ProgressiveFilling {
    /** A link's level may differ by this share from what the heap holds before it counts as grown. */
    private static final double ROUNDING = 1e-12;

    private record Level(double rate, int link) {}

    private final double[] capacities;
    private final List<int[]> paths;
    private final List<double[]> usage;
    private final double[] caps;
    private final double[] rates;
    private final boolean[] stopped;
    private final double[] taken;
    private final double[] rising;
    private final int[] risingFlows;
    private final int[][] flowsOf;
    private int left;

    ProgressiveFilling(double[] capacities, List<int[]> paths, List<double[]> usage, double[] caps) {
        this.capacities = capacities;
        this.paths = paths;
        this.usage = usage;
        this.caps = caps;
        rates = new double[caps.length];
        stopped = new boolean[caps.length];
        taken = new double[capacities.length];
        rising = new double[capacities.length];
        risingFlows = new int[capacities.length];
        flowsOf = new int[capacities.length][];
        left = caps.length;
        for (int flow = 0; flow < caps.length; flow++) {
            int[] path = paths.get(flow);
            for (int i = 0; i < path.length; i++) {
                if (usage.get(flow)[i] > 0) {
                    rising[path[i]] += usage.get(flow)[i];
                    risingFlows[path[i]]++;
                }
            }
        }
        int[] filled = new int[capacities.length];
        for (int flow = 0; flow < caps.length; flow++) {
            int[] path = paths.get(flow);
            for (int i = 0; i < path.length; i++) {
                int link = path[i];
                if (usage.get(flow)[i] > 0) {
                    if (flowsOf[link] == null) {
                        flowsOf[link] = new int[risingFlows[link]];
                    }
                    flowsOf[link][filled[link]++] = flow;
                }
            }
        }
    }

    double[] rates() {
        int[] byCap = IntStream.range(0, caps.length)
                .filter(flow -> Double.isFinite(caps[flow]))
                .boxed()
                .sorted(Comparator.comparingDouble(flow -> caps[flow]))
                .mapToInt(Integer::intValue)
                .toArray();
        PriorityQueue<Level> levels =
                new PriorityQueue<>(Comparator.comparingDouble(Level::rate).thenComparingInt(Level::link));
        for (int link = 0; link < capacities.length; link++) {
            if (risingFlows[link] > 0) {
                levels.add(new Level(level(link), link));
            }
        }
        int nextCap = 0;
        double reached = 0;
        while (left > 0) {
            while (nextCap < byCap.length && stopped[byCap[nextCap]]) {
                nextCap++;
            }
            double cap = nextCap < byCap.length ? caps[byCap[nextCap]] : Double.POSITIVE_INFINITY;
            Level lowest = levels.peek();
            if (lowest == null && Double.isInfinite(cap)) {
                break; // nothing bounds the rest
            }
            if (lowest == null || cap <= lowest.rate()) {
                reached = Math.max(reached, cap);
                stop(byCap[nextCap], cap);
                continue;
            }
            levels.remove();
            int link = lowest.link();
            if (risingFlows[link] == 0) {
                continue;
            }
            double now = level(link);
            if (now > lowest.rate() * (1 + ROUNDING)) {
                levels.add(new Level(now, link));
                continue;
            }
            reached = Math.max(reached, now);
            for (int flow : flowsOf[link]) {
                if (!stopped[flow]) {
                    stop(flow, Math.min(reached, caps[flow]));
                }
            }
        }
        for (int flow = 0; flow < rates.length; flow++) {
            if (!stopped[flow]) {
                rates[flow] = Double.POSITIVE_INFINITY;
            }
        }
        return rates;
    }

    private double level(int link) {
        return Math.max(0, capacities[link] - taken[link]) / rising[link];
    }

    private void stop(int flow, double rate) {
        stopped[flow] = true;
        rates[flow] = rate;
        left--;
        int[] path = paths.get(flow);
        double[] uses = usage.get(flow);
        for (int i = 0; i < path.length; i++) {
            if (uses[i] > 0) {
                taken[path[i]] += uses[i] * rate;
                rising[path[i]] -= uses[i];
                risingFlows[path[i]]--;
            }
        }
    }

    /** Each link of a path used once. */
    static List<double[]> once(List<int[]> paths) {
        return paths.stream()
                .map(path -> {
                    double[] ones = new double[path.length];
                    Arrays.fill(ones, 1);
                    return ones;
                })
                .toList();
    }
}
