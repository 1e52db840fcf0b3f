package org.fairlead.core.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The max-min fair rates of flows over links of fixed capacity: what ideal fair queues would give them.
 *
 * <p>Model: flow f has a rate x(f), crosses the links L(f) and wants at most cap(f); link l carries at most C(l).
 *
 * <pre>
 *   for each link l:  Σ { x(f) : l ∈ L(f) } ≤ C(l)
 *   for each flow f:  0 ≤ x(f) ≤ cap(f)
 * </pre>
 *
 * Among the rates that satisfy these, the max-min fair ones are those where no rate can be raised without lowering one
 * that is not higher. They are unique, and they are the rates for which every flow has its cap or a <em>bottleneck</em>: a
 * full link on which no flow has a higher rate.
 *
 * <p>Algorithm: progressive filling. All rates rise together from zero. When a link is full, its flows stop; when a flow
 * has its cap, it stops. Each round ends with at least one flow stopped, so there are at most as many rounds as flows.
 *
 * <p>Example: links of 10 in a row, one flow over both, one over the first and two over the second alone. All rise to 10/3,
 * where the second link is full; the one on the first link alone goes on to 20/3.
 */
public final class MaxMinFairRates {
    /** What is left of a link below this share of its capacity is rounding. */
    private static final double ROUNDING = 1e-12;

    private MaxMinFairRates() {}

    /**
     * Rates without caps.
     *
     * @param capacities of each link, by link index, above 0
     * @param paths of each flow, as link indexes without repetition; at least one link each
     */
    public static double[] of(double[] capacities, List<int[]> paths) {
        double[] caps = new double[paths.size()];
        Arrays.fill(caps, Double.POSITIVE_INFINITY);
        return of(capacities, paths, caps);
    }

    /**
     * @param caps the most each flow wants, at least 0; infinite for no cap. A flow that crosses no link needs a finite one
     * @return one rate a flow, in the order of {@code paths}
     */
    public static double[] of(double[] capacities, List<int[]> paths, double[] caps) {
        check(capacities, paths, caps);
        double[] rates = new double[paths.size()];
        double[] left = capacities.clone();
        int[] rising = new int[capacities.length];
        paths.forEach(path -> Arrays.stream(path).forEach(link -> rising[link]++));
        List<Integer> flows = new ArrayList<>();
        for (int flow = 0; flow < rates.length; flow++) {
            flows.add(flow);
        }
        double level = 0;
        while (!flows.isEmpty()) {
            double step = step(left, rising, flows, caps, level);
            level += step;
            for (int link = 0; link < left.length; link++) {
                left[link] -= step * rising[link];
            }
            stop(capacities, paths, caps, rates, left, rising, flows, level);
        }
        return rates;
    }

    /** How far all rising flows can rise before a link is full or a flow has its cap. */
    private static double step(double[] left, int[] rising, List<Integer> flows, double[] caps, double level) {
        double step = Double.POSITIVE_INFINITY;
        for (int link = 0; link < left.length; link++) {
            if (rising[link] > 0) {
                step = Math.min(step, left[link] / rising[link]);
            }
        }
        for (int flow : flows) {
            step = Math.min(step, caps[flow] - level);
        }
        return Math.max(0, step);
    }

    private static void stop(
            double[] capacities,
            List<int[]> paths,
            double[] caps,
            double[] rates,
            double[] left,
            int[] rising,
            List<Integer> flows,
            double level) {
        boolean[] full = new boolean[left.length];
        for (int link = 0; link < left.length; link++) {
            full[link] = left[link] <= capacities[link] * ROUNDING;
        }
        flows.removeIf(flow -> {
            boolean capped = Double.isFinite(caps[flow]) && caps[flow] - level <= caps[flow] * ROUNDING;
            if (!capped && Arrays.stream(paths.get(flow)).noneMatch(link -> full[link])) {
                return false;
            }
            rates[flow] = Math.min(level, caps[flow]);
            for (int link : paths.get(flow)) {
                rising[link]--;
            }
            return true;
        });
    }

    private static void check(double[] capacities, List<int[]> paths, double[] caps) {
        if (caps.length != paths.size()) {
            throw new IllegalArgumentException(caps.length + " caps for " + paths.size() + " flows");
        }
        for (double capacity : capacities) {
            if (!(capacity > 0) || Double.isInfinite(capacity)) {
                throw new IllegalArgumentException("a link's capacity must be above 0 and finite, not " + capacity);
            }
        }
        for (int flow = 0; flow < caps.length; flow++) {
            if (!(caps[flow] >= 0)) {
                throw new IllegalArgumentException("a flow's cap must be at least 0, not " + caps[flow]);
            }
            if (paths.get(flow).length == 0 && Double.isInfinite(caps[flow])) {
                throw new IllegalArgumentException("flow " + flow + " crosses no link and has no cap");
            }
            if (Arrays.stream(paths.get(flow)).distinct().count() != paths.get(flow).length) {
                throw new IllegalArgumentException("flow " + flow + " crosses a link twice");
            }
        }
    }
}
