// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/** A connection to a host that refuses all at first, takes them then, and breaks them off in the end. What it finds wrong ends it. */
final class LostTrafficProbe {
    private static final String TRAFFIC = "flows: [{type: tcp, from: h1, to: h3}]";
    private static final String REFUSING =
            "table inet lost { chain refuse { type filter hook input priority 0; policy accept; meta l4proto tcp reject with tcp reset; }; }";
    private static final String TAKING = "table inet lost; delete table inet lost";
    private static final int MOST_TRIES = 400;
    private static final long PAUSE_MILLIS = 50;

    private LostTrafficProbe() {}

    public static void main(String[] arguments) throws Exception {
        Topology topology = Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, 12.5e6, 6.25e6)
                .build();
        TrafficPlan plan = TrafficFile.from(Yaml.parse("traffic.yaml", TRAFFIC), topology, 1);
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FAIR, 1)))) {
            fabric.callOn("h3", () -> Command.run(List.of("nft", REFUSING)));
            try (TrafficGenerator generator = TrafficGenerator.start(plan, fabric)) {
                await("refused", () -> generator.lost().isPresent());
                fabric.callOn("h3", () -> Command.run(List.of("nft", TAKING)));
                await(
                        "taken",
                        () -> generator.lost().isEmpty()
                                && generator.progress().get(0).received() > 0);
                fabric.callOn("h3", () -> Command.run(List.of("nft", REFUSING)));
                await("broken off", () -> generator
                        .lost()
                        .filter(what -> what.contains("broke"))
                        .isPresent());
            }
        }
        System.out.println("done");
    }

    private static void await(String what, BooleanSupplier holds) throws InterruptedException {
        for (int i = 0; !holds.getAsBoolean(); i++) {
            if (i == MOST_TRIES) {
                throw new IllegalStateException("not " + what);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
