// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.EqualCostShares;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/** All traffic of a run, decided before it starts: the same file, topology and seed give the same plan. Immutable. */
public final class TrafficPlan {
    /** Random arrivals and changing hot spots are planned this far; later there is no more of them. */
    public static final double HORIZON_SECONDS = 7200;

    private final Topology topology;
    private final List<PlannedFlow> flows;
    private final Map<Link, Map<PlannedFlow.Paced, Double>> pacedByLink = new HashMap<>();

    public TrafficPlan(Topology topology, List<? extends PlannedFlow> flows) {
        this.topology = topology;
        this.flows = List.copyOf(flows);
        for (PlannedFlow flow : flows) {
            if (flow instanceof PlannedFlow.Paced paced) {
                EqualCostShares.of(topology, paced.from(), paced.to(), paced.path())
                        .forEach((link, share) -> pacedByLink
                                .computeIfAbsent(link, any -> new HashMap<>())
                                .put(paced, share));
            }
        }
    }

    public static TrafficPlan none(Topology topology) {
        return new TrafficPlan(topology, List.of());
    }

    public Topology topology() {
        return topology;
    }

    public List<PlannedFlow> flows() {
        return flows;
    }

    public boolean isEmpty() {
        return flows.isEmpty();
    }

    /**
     * What the flows of given rate (udp, on-off, hot-spots) offer to a link at a time, on the wire; more than the link's
     * capacity if they overload it. What TCP will take is nobody's to know in advance and not in it. A flow that is
     * spread over several paths counts with its even share.
     */
    public double offeredBytesPerSecond(Link link, double seconds) {
        double sum = 0;
        for (Map.Entry<PlannedFlow.Paced, Double> entry :
                pacedByLink.getOrDefault(link, Map.of()).entrySet()) {
            sum += entry.getKey().bytesPerSecond(seconds) * entry.getValue();
        }
        return sum;
    }

    /** Times at which the load offered to a link changes, ascending, from 0. */
    public List<Double> changes(Link link) {
        List<Double> times = new ArrayList<>(List.of(0.0));
        pacedByLink.getOrDefault(link, Map.of()).keySet().forEach(flow -> flow.segments()
                .forEach(segment -> {
                    times.add(segment.start());
                    if (Double.isFinite(segment.stop())) {
                        times.add(segment.stop());
                    }
                }));
        return times.stream().distinct().sorted().toList();
    }
}
