// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.fairlead.core.placement.Candidates;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.NodeStatus;
import org.fairlead.core.view.Origin;

/** A tree of racks of 20 hosts, 10 Gbit/s each, four times oversubscribed, under random load that every report redraws. */
final class LargeCluster implements Candidates {
    static final long SECOND = 1_000_000_000L;
    static final int HOSTS_PER_RACK = 20;
    private static final long BLOCK = 128 << 20;

    final Topology topology;
    final LinkLoads loads;
    final FairShareLoadModel model;
    private final Random random = new Random(1);
    private final long[] stored;

    LargeCluster(int hosts) {
        topology = Topologies.tree(new Topology.Builder("large"), hosts / HOSTS_PER_RACK, HOSTS_PER_RACK, 1.25e9, 4)
                .build();
        loads = new LinkLoads(topology, SECOND);
        model = new FairShareLoadModel(topology, SECOND);
        stored = random.longs(topology.nodes().size(), 900, 1100).toArray();
    }

    /** Every host reports once. */
    void report(long nowNanos) {
        for (Host host : topology.hosts()) {
            int up = topology.routes().upLink(host.index());
            int down = topology.routes().downLink(host.index());
            loads.measured(up, random.nextDouble() * 1.25e9, nowNanos, Origin.HOST);
            loads.measured(down, random.nextDouble() * 1.25e9, nowNanos, Origin.HOST);
            loads.status(host.index(), new NodeStatus(1e6, 1e6, 0.1, 1L << 30));
        }
    }

    ClusterView view(long nowNanos) {
        return loads.view(nowNanos);
    }

    PlacementRequest newBlock(long number) {
        List<Host> hosts = topology.hosts();
        Host writer = hosts.get((int) Long.remainderUnsigned(number * 0x9E3779B97F4A7C15L, hosts.size()));
        return new PlacementRequest(Optional.of(writer), List.of(), 3, BLOCK, 2, this);
    }

    @Override
    public boolean eligible(int host) {
        return true;
    }

    @Override
    public long storedReplicas(int host) {
        return stored[host];
    }
}
