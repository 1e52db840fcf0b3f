// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

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
 * <p>Algorithm: progressive filling, by {@link FairRates}. All rates rise together from zero. When a link is full, its flows stop; when
 * a flow has its cap, it stops. Each round ends with at least one flow stopped, so there are at most as many rounds as flows.
 *
 * <p>Example: links of 10 in a row, one flow over both, one over the first and two over the second alone. All rise to 10/3,
 * where the second link is full; the one on the first link alone goes on to 20/3.
 */
public final class MaxMinFairRates {
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
        return solved(capacities, paths, List.of(), caps);
    }

    /**
     * Rates of flows that use a link more or less than once: flow f takes a(f,l)·x(f) of link l, as one that crosses it twice,
     * or that existed for half of the time over which the link was measured.
     *
     * @param capacities of each link, by link index, at least 0
     * @param usage of each flow, for each link of its path, at least 0; a use of 0 bounds nothing
     * @return one rate a flow; infinite for one that neither a link nor a cap bounds
     */
    public static double[] of(double[] capacities, List<int[]> paths, List<double[]> usage, double[] caps) {
        if (usage.size() != paths.size() || caps.length != paths.size()) {
            throw new IllegalArgumentException(
                    caps.length + " caps and " + usage.size() + " usages for " + paths.size() + " flows");
        }
        return solved(capacities, paths, usage, caps);
    }

    private static double[] solved(double[] capacities, List<int[]> paths, List<double[]> usage, double[] caps) {
        FairRates system = new FairRates(SharingRule.MAX_MIN, capacities);
        int[] variables = new int[caps.length];
        for (int flow = 0; flow < caps.length; flow++) {
            Demand demand = Demand.cappedAt(caps[flow]);
            variables[flow] = usage.isEmpty()
                    ? system.add(demand, 1, paths.get(flow))
                    : system.add(demand, 1, paths.get(flow), usage.get(flow));
        }
        system.solve();
        return Arrays.stream(variables).mapToDouble(system::rate).toArray();
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
