// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.Arrays;
import java.util.BitSet;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;

/** A network of which a test says what others leave of each link. */
final class KnownLinks implements AvailableBandwidth {
    /** Of each link of the networks that are made here, bytes a second. */
    static final double LINK = 100;

    final Topology topology;
    final double[] left;
    private final BitSet unknown = new BitSet();
    private final BitSet late = new BitSet();

    KnownLinks(Topology topology) {
        this.topology = topology;
        left = topology.links().stream().mapToDouble(Link::bytesPerSecond).toArray();
    }

    /** Two racks of two hosts below two roots. */
    static KnownLinks roots() {
        return new KnownLinks(Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, LINK, LINK)
                .build());
    }

    /** Of switches with four ports. */
    static KnownLinks fatTree() {
        return new KnownLinks(
                Topologies.fatTree(new Topology.Builder("fat tree"), 4, LINK).build());
    }

    int h(String name) {
        return topology.host(name).index();
    }

    FlowUnit unit(String from, String to) {
        return new FlowUnit(h(from), h(to), TrafficClass.SHUFFLE);
    }

    PathDemand demand(String from, String to, double bytes, double mostBytesPerSecond) {
        return new PathDemand(unit(from, to), bytes, 1, mostBytesPerSecond, PathChoice.NETWORK, PathChoice.NETWORK, 0);
    }

    /** Leaves so much of the links of a path, the hosts' own not counted. */
    KnownLinks leaves(String from, String to, int path, double bytesPerSecond) {
        for (int link : inner(h(from), h(to), path)) {
            left[link] = Math.min(left[link], bytesPerSecond);
        }
        return this;
    }

    KnownLinks knowsNothingOf(int link) {
        unknown.set(link);
        return this;
    }

    /** A report of every link of a path is missing. */
    KnownLinks isLateOf(String from, String to, int path) {
        for (int link : inner(h(from), h(to), path)) {
            late.set(link);
        }
        return this;
    }

    int[] inner(int from, int to, int path) {
        EqualCostRoutes paths = topology.routes().inner(from, to);
        int[] links = new int[paths.hops()];
        Arrays.setAll(links, hop -> paths.link(path, hop));
        return links;
    }

    @Override
    public ClusterView view() {
        return ClusterView.unknown(topology);
    }

    @Override
    public double available(int link, long nowNanos) {
        return late.get(link) ? 0 : left[link];
    }

    @Override
    public Freshness knowledge(int link, long nowNanos) {
        if (unknown.get(link)) {
            return Freshness.UNKNOWN;
        }
        return late.get(link) ? Freshness.LATE : Freshness.FRESH;
    }

    @Override
    public boolean isBlind(long nowNanos) {
        return false;
    }
}
