// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.Fabric;
import org.fairlead.testbed.network.FabricOptions;
import org.fairlead.testbed.network.NetworkPlan;
import org.fairlead.testbed.network.Queueing;

/** Flows for a time and of so many bytes, some from one host and one port, beginning at different times. What it finds wrong ends it. */
final class HostFlowsProbe {
    private static final int PORT = 7407;
    private static final double RATE = 2.5e6;

    private HostFlowsProbe() {}

    public static void main(String[] arguments) throws Exception {
        Topology topology = Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, RATE, RATE)
                .build();
        List<HostFlow> flows = List.of(
                new HostFlow("h1", "h3", 0, 3, 0),
                new HostFlow("h1", "h4", 1, 0, 1_000_000),
                new HostFlow("h2", "h3", 1.5, 1, 0),
                new HostFlow("h4", "h2", 0, 2, 0));
        List<List<Integer>> seen = Collections.synchronizedList(new ArrayList<>());
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                HostFlows running = HostFlows.open(fabric, PORT, flows)) {
            running.start(() -> seen.add(
                    running.going().stream().map(HostFlows.Going::number).toList()));
            running.await(Duration.ofSeconds(30));
            List<FlowOutcome> outcomes = running.outcomes();
            outcomes.forEach(System.out::println);
            for (FlowOutcome outcome : outcomes) {
                check(
                        outcome.sentBytes() > 0 && outcome.sentBytes() == outcome.receivedBytes(),
                        outcome + ": not all that was sent arrived");
                check(
                        outcome.bytesPerSecond() > RATE / 10 && outcome.bytesPerSecond() < RATE,
                        outcome + ": " + outcome.bytesPerSecond() + " bytes/s");
                check(outcome.startSeconds() >= outcome.flow().startSeconds(), outcome + ": too early");
            }
            check(outcomes.get(1).sentBytes() == 1_000_000, outcomes.get(1) + ": another size");
            check(
                    Math.abs(outcomes.get(0).endSeconds() - outcomes.get(0).startSeconds() - 3) < 1e-6,
                    outcomes.get(0) + ": another time");
        }
        System.out.println(seen);
        check(seen.get(0).equals(List.of(0, 3)), "told first of " + seen.get(0));
        check(
                seen.stream().anyMatch(each -> each.contains(1) && each.contains(0)),
                "the second did not join the first");
        check(seen.get(seen.size() - 1).isEmpty(), "told last of " + seen.get(seen.size() - 1));
        System.out.println("done");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
