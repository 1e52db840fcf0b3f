// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Origin;

/** A topology with loads that do not change, and hosts that store what is placed on them. */
final class Situation implements Candidates {
    static final long SECOND = 1_000_000_000L;

    final Topology topology;
    final LoadModel model;
    final long[] stored;
    final Set<Integer> refused = new HashSet<>();

    /** @param share of each link's capacity that others use; negative where nothing was ever heard of the link */
    Situation(Topology topology, ToDoubleFunction<Link> share) {
        this.topology = topology;
        stored = new long[topology.nodes().size()];
        LinkLoads loads = new LinkLoads(topology, SECOND);
        for (Link link : topology.links()) {
            double used = share.applyAsDouble(link);
            if (used >= 0) {
                loads.measured(link.index(), used * link.bytesPerSecond(), 0, Origin.SWITCH);
            }
        }
        model = new FairShareLoadModel(topology, SECOND);
        model.observe(loads.view(0), 0);
    }

    static Topology tree(int racks, int hostsPerRack) {
        return Topologies.tree(new Topology.Builder("tree"), racks, hostsPerRack, 125e6, 2)
                .build();
    }

    /** The rack switches of the first half of the racks have 70 % of their links used, each path. */
    static Situation halfHot(Topology topology) {
        int racks = topology.racks().size();
        return new Situation(topology, link -> isRackLink(link, racks / 2) ? 0.7 : 0);
    }

    private static boolean isRackLink(Link link, int racks) {
        boolean inner = !(link.from() instanceof Host) && !(link.to() instanceof Host);
        String edge = link.from().name().startsWith("e")
                ? link.from().name()
                : link.to().name();
        return inner && Integer.parseInt(edge.substring(1)) <= racks;
    }

    PlacementRequest request(Optional<Host> writer, List<Host> chosen, int additional, int faultDomains) {
        return new PlacementRequest(writer, chosen, additional, 128 << 20, faultDomains, this);
    }

    PlacementRequest newBlock(Host writer) {
        return request(Optional.of(writer), List.of(), 3, 2);
    }

    void store(List<Host> targets) {
        targets.forEach(target -> stored[target.index()]++);
    }

    double deviation() {
        double[] ofHosts = topology.hosts().stream()
                .mapToDouble(host -> stored[host.index()])
                .toArray();
        double mean = Arrays.stream(ofHosts).average().orElseThrow();
        return Math.sqrt(Arrays.stream(ofHosts)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());
    }

    @Override
    public boolean eligible(int host) {
        return !refused.contains(host);
    }

    @Override
    public long storedReplicas(int host) {
        return stored[host];
    }
}
