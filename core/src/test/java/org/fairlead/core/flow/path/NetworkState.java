// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/** Flows on their paths over a topology, sharing links max-min fairly; links may be down. */
final class NetworkState implements LinkState {
    record Flow(long flow, int source, int destination, double bytesPerSecond, List<Integer> path)
            implements PathSelector.RunningFlow {
        @Override
        public int hops() {
            return path.size();
        }

        @Override
        public int link(int hop) {
            return path.get(hop);
        }
    }

    final Topology topology;
    final double[] capacities;
    final List<PathSelector.RunningFlow> flows = new ArrayList<>();

    NetworkState(Topology topology) {
        this.topology = topology;
        capacities = topology.links().stream().mapToDouble(Link::bytesPerSecond).toArray();
    }

    int host(int place) {
        List<Host> hosts = topology.hosts();
        return hosts.get(Math.floorMod(place, hosts.size())).index();
    }

    void takeDown(String... links) {
        topology.links().stream()
                .filter(link -> Arrays.asList(links).contains(link.name()))
                .forEach(link -> capacities[link.index()] = 0);
    }

    /** Takes links down, never a host's own. */
    void takeDown(int links, Random random) {
        List<Link> inner = topology.links().stream()
                .filter(link -> !(link.from() instanceof Host) && !(link.to() instanceof Host))
                .toList();
        for (int i = 0; i < links; i++) {
            capacities[inner.get(random.nextInt(inner.size())).index()] = 0;
        }
    }

    /** Lets a flow arrive; one that has no way is not counted. */
    void arrive(PathSelector selector, int source, int destination) {
        selector.select(flows.size(), source, destination, this).ifPresent(path -> {
            flows.add(new Flow(
                    flows.size(),
                    source,
                    destination,
                    0,
                    Arrays.stream(path).boxed().toList()));
        });
    }

    void share() {
        List<int[]> paths = new ArrayList<>();
        for (PathSelector.RunningFlow flow : flows) {
            paths.add(((Flow) flow).path().stream().mapToInt(Integer::intValue).toArray());
        }
        double[] all = Arrays.stream(capacities)
                .map(capacity -> capacity > 0 ? capacity : 1)
                .toArray();
        double[] rates = MaxMinFairRates.of(all, paths);
        for (int i = 0; i < rates.length; i++) {
            Flow flow = (Flow) flows.get(i);
            flows.set(i, new Flow(flow.flow(), flow.source(), flow.destination(), rates[i], flow.path()));
        }
    }

    void move(List<PathSelector.Move> moves) {
        for (PathSelector.Move move : moves) {
            for (int i = 0; i < flows.size(); i++) {
                Flow flow = (Flow) flows.get(i);
                if (flow.flow() == move.flow()) {
                    List<Integer> path = Arrays.stream(move.links()).boxed().toList();
                    flows.set(i, new Flow(flow.flow(), flow.source(), flow.destination(), 0, path));
                }
            }
        }
    }

    double throughput() {
        return flows.stream()
                .mapToDouble(PathSelector.RunningFlow::bytesPerSecond)
                .sum();
    }

    @Override
    public double capacity(int link) {
        return capacities[link];
    }

    @Override
    public double load(int link) {
        return flows.stream()
                .filter(flow -> ((Flow) flow).path().contains(link))
                .mapToDouble(PathSelector.RunningFlow::bytesPerSecond)
                .sum();
    }

    @Override
    public int flows(int link) {
        return (int) flows.stream()
                .filter(flow -> ((Flow) flow).path().contains(link))
                .count();
    }
}
