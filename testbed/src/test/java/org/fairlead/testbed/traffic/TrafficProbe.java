// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.LinkSampler;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/**
 * Sends each kind of traffic for three seconds; what it finds wrong ends it. Of what is sent most must arrive; a machine that stands
 * still now and then sends less than planned, since lost time is not made up for.
 */
final class TrafficProbe {
    private static final int SECONDS = 3;
    private static final String TRAFFIC = """
            flows:
              - {type: udp, from: h1, to: h3, rate: 20mbit}
              - {type: tcp, from: h2, to: h4, connections: 2, stop: 1s}
              - {type: random, from: [h3], to: [h1, h2], arrivals-per-second: 20, size: 10kB, stop: 2s}
              - {type: udp, from: h4, to: h1, rate: 30mbit, start: 1s, stop: 2s}
            """;

    private TrafficProbe() {}

    public static void main(String[] arguments) throws Exception {
        Topology topology = Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, 12.5e6, 6.25e6)
                .build();
        TrafficPlan plan = TrafficFile.from(Yaml.parse("traffic.yaml", TRAFFIC), topology, 1);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FAIR, 1)));
                LinkSampler sampler = LinkSampler.start(fabric);
                TrafficGenerator generator = TrafficGenerator.start(plan, fabric)) {
            TimeUnit.SECONDS.sleep(SECONDS);
            generator.lost().ifPresent(what -> {
                throw new IllegalStateException("lost: " + what);
            });
            List<FlowBytes> flows = generator.stop();
            sampler.close();
            flows.forEach(System.out::println);
            long constant = 20_000_000 / 8 * SECONDS / Datagrams.WIRE * Datagrams.PAYLOAD;
            check(flows, 0, constant / 2, constant * 12 / 10);
            // counters stand in this order: what has a rate first, then TCP
            long second = 30_000_000 / 8;
            check(flows, 1, second / 2, second * 12 / 10);
            check(flows, 2, 1_000_000, 13_000_000);
            check(flows, 3, 15 * 10_000, 70 * 10_000);
            flows.forEach(TrafficProbe::checkArrival);
            if (!sampler.withinCapacity().passed()) {
                throw new IllegalStateException(sampler.withinCapacity().toString());
            }
        }
        System.out.println("done");
    }

    private static void checkArrival(FlowBytes flow) {
        if (flow.received() < flow.sent() * 8 / 10) {
            throw new IllegalStateException(flow + ": most of it was lost on a network that is not full");
        }
    }

    private static void check(List<FlowBytes> flows, int index, long least, long most) {
        long received = flows.get(index).received();
        if (received < least || received > most) {
            throw new IllegalStateException(flows.get(index) + ": between " + least + " and " + most + " expected");
        }
    }
}
