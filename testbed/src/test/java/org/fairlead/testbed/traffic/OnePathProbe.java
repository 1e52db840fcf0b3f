// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LinkCount;
import org.fairlead.testbed.network.LinkCounters;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/** Sends flows through a fat tree, each over one path; every link between switches must carry what the plan says of it, as a share of all. */
final class OnePathProbe {
    private static final String TRAFFIC = """
            flows:
              - {type: udp, from: h1, to: h13, rate: 8mbit, via: c2}
              - {type: udp, from: h1, to: h9, rate: 8mbit, via: [a2, c4]}
              - {type: udp, from: h2, to: h14, rate: 8mbit, paths: one}
              - {type: udp, from: h5, to: h10, rate: 8mbit, paths: one}
              - {type: on-off, from: h6, to: h1, rate: 8mbit, on: 10s, off: 1s, paths: one}
            """;
    /** Of all traffic; a packet or two of another kind may pass. */
    private static final double TOLERANCE = 0.01;

    private OnePathProbe() {}

    public static void main(String[] arguments) throws Exception {
        Topology topology =
                Topologies.fatTree(new Topology.Builder("t"), 4, 12.5e6).build();
        TrafficPlan plan = TrafficFile.from(Yaml.parse("traffic.yaml", TRAFFIC), topology, 5);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                LinkCounters counters = fabric.counters()) {
            List<LinkCount> before = counters.read();
            try (TrafficGenerator generator = TrafficGenerator.start(plan, fabric)) {
                TimeUnit.SECONDS.sleep(2);
                generator.stop();
            }
            check(plan, before, counters.read());
        }
        System.out.println("done");
    }

    private static void check(TrafficPlan plan, List<LinkCount> before, List<LinkCount> after) {
        List<Link> between = plan.topology().links().stream()
                .filter(link -> link.from() instanceof Switch && link.to() instanceof Switch)
                .toList();
        double planned = between.stream()
                .mapToDouble(link -> plan.offeredBytesPerSecond(link, 1))
                .sum();
        double carried =
                between.stream().mapToLong(link -> bytes(link, before, after)).sum();
        for (Link link : between) {
            double expected = plan.offeredBytesPerSecond(link, 1) / planned;
            double found = bytes(link, before, after) / carried;
            if (Math.abs(found - expected) > TOLERANCE + 0.15 * expected) {
                throw new IllegalStateException(
                        "%s carried %.3f of all, planned were %.3f".formatted(link.name(), found, expected));
            }
        }
    }

    private static long bytes(Link link, List<LinkCount> before, List<LinkCount> after) {
        return after.get(link.index()).bytes() - before.get(link.index()).bytes();
    }
}
