// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/** Sorts the running flows of a round into elephants and those that stay, and reserves for the latter what they use. */
final class RoundFlows {
    /** The largest capacity is between 2^40 and 2^41 parts: exact sums, fine enough for any flow, and 2^21 flows fit on a link. */
    private static final int PARTS_EXPONENT = 40;

    /** Demands are taken smaller by this share, so that those which fill a link by rounding still fit together. */
    private static final double SLACK = 1e-9;

    /**
     * @param elephants the flows that may move
     * @param positions of each elephant in the list of running flows
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on within a round, never compared
    record Found(ElephantFlows elephants, int[] positions) {
        PathSelector.RunningFlow flow(List<PathSelector.RunningFlow> flows, int elephant) {
            return flows.get(positions[elephant]);
        }
    }

    private final EqualCostPaths paths;
    private final double elephantShare;
    private final int nodes;
    /** By link: the host at its start, or −1; likewise at its end. */
    private final int[] sender;

    private final int[] receiver;

    RoundFlows(Topology topology, EqualCostPaths paths, double elephantShare) {
        this.paths = paths;
        this.elephantShare = elephantShare;
        nodes = topology.nodes().size();
        sender = topology.links().stream()
                .mapToInt(link -> link.from() instanceof Host host ? host.index() : -1)
                .toArray();
        receiver = topology.links().stream()
                .mapToInt(link -> link.to() instanceof Host host ? host.index() : -1)
                .toArray();
    }

    Found in(List<PathSelector.RunningFlow> flows, LinkState links) {
        double[] sends = new double[nodes];
        double[] receives = new double[nodes];
        double largest = Double.MIN_NORMAL;
        for (int link = 0; link < sender.length; link++) {
            double capacity = links.capacity(link);
            largest = Math.max(largest, capacity);
            if (sender[link] >= 0) {
                sends[sender[link]] += capacity;
            }
            if (receiver[link] >= 0) {
                receives[receiver[link]] += capacity;
            }
        }
        double parts = Math.scalb(1.0, PARTS_EXPONENT - Math.getExponent(largest));
        double[] demands = demands(flows, sends, receives);
        int[] positions = elephants(flows, demands, sends, links);
        return new Found(gather(flows, positions, demands, links, parts), positions);
    }

    /** A flow from a host to itself demands nothing of the network. */
    private static double[] demands(List<PathSelector.RunningFlow> flows, double[] sends, double[] receives) {
        int[] crossing = new int[flows.size()];
        int count = 0;
        for (int position = 0; position < crossing.length; position++) {
            if (flows.get(position).source() != flows.get(position).destination()) {
                crossing[count++] = position;
            }
        }
        int[] sources = new int[count];
        int[] destinations = new int[count];
        for (int i = 0; i < count; i++) {
            sources[i] = flows.get(crossing[i]).source();
            destinations[i] = flows.get(crossing[i]).destination();
        }
        double[] estimated = DemandEstimation.of(sources, destinations, sends, receives);
        double[] demands = new double[crossing.length];
        for (int i = 0; i < count; i++) {
            demands[crossing[i]] = estimated[i];
        }
        return demands;
    }

    private int[] elephants(List<PathSelector.RunningFlow> flows, double[] demands, double[] sends, LinkState links) {
        int[] positions = new int[demands.length];
        int count = 0;
        for (int position = 0; position < demands.length; position++) {
            PathSelector.RunningFlow flow = flows.get(position);
            boolean large = demands[position] > 0 && demands[position] >= elephantShare * sends[flow.source()];
            if (large && movable(flow, links)) {
                positions[count++] = position;
            }
        }
        return Arrays.copyOf(positions, count);
    }

    /** One that has several paths, is on one of their length, and on no link that is down. */
    private boolean movable(PathSelector.RunningFlow flow, LinkState links) {
        if (paths.count(flow.source(), flow.destination()) < 2
                || paths.hops(flow.source(), flow.destination()) != flow.hops()) {
            return false;
        }
        for (int hop = 0; hop < flow.hops(); hop++) {
            if (!(links.capacity(flow.link(hop)) > 0)) {
                return false;
            }
        }
        return true;
    }

    private ElephantFlows gather(
            List<PathSelector.RunningFlow> flows, int[] positions, double[] demands, LinkState links, double parts) {
        long[] room = new long[sender.length];
        boolean[] up = new boolean[sender.length];
        for (int link = 0; link < room.length; link++) {
            room[link] = (long) (links.capacity(link) * parts);
            up[link] = links.capacity(link) > 0;
        }
        int[] sources = new int[positions.length];
        int[] destinations = new int[positions.length];
        long[] wanted = new long[positions.length];
        int[] starts = new int[positions.length + 1];
        int[] present = new int[8 * positions.length];
        int elephant = 0;
        for (int position = 0; position < flows.size(); position++) {
            PathSelector.RunningFlow flow = flows.get(position);
            if (elephant == positions.length || positions[elephant] != position) {
                reserve(flow, room, (long) (flow.bytesPerSecond() * parts));
                continue;
            }
            sources[elephant] = flow.source();
            destinations[elephant] = flow.destination();
            wanted[elephant] = Math.max(1, (long) (demands[position] * parts * (1 - SLACK)));
            int start = starts[elephant];
            int end = start + flow.hops();
            if (end > present.length) {
                present = Arrays.copyOf(present, 2 * end);
            }
            for (int hop = 0; hop < flow.hops(); hop++) {
                present[start + hop] = flow.link(hop);
            }
            starts[++elephant] = end;
        }
        present = Arrays.copyOf(present, starts[elephant]);
        return new ElephantFlows(paths, sources, destinations, wanted, present, starts, room, up);
    }

    private static void reserve(PathSelector.RunningFlow flow, long[] room, long rate) {
        for (int hop = 0; hop < flow.hops(); hop++) {
            room[flow.link(hop)] -= rate;
        }
    }
}
