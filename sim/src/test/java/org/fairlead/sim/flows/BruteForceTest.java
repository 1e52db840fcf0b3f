// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The simulator against {@link BruteForceFlows} on random topologies and flows, with failures, caps, minima, disks and pairs. */
@Tag("long")
class BruteForceTest {
    private static final double EXACT = 1e-9;
    private static final int RUNS = 10_000;

    @Test
    void finishTimesEqualBruteForceOnTenThousandRandomRuns() {
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            Topology topology = topology(random);
            FlowTable flows = flows(random, topology);
            FlowSimulation.Options options = options(random, topology);

            double[] expected = BruteForceFlows.finishes(topology, flows, options);
            FlowOutcome outcome =
                    FlowSimulation.run(topology, flows, new FirstPath(topology, true), options, RunObserver.NONE);

            for (int row = 0; row < expected.length; row++) {
                double finish = outcome.finishSeconds(row);
                if (finish != expected[row] && !(Math.abs(finish - expected[row]) <= EXACT * expected[row])) {
                    assertThat(finish).as("flow %d of seed %d", row, seed).isEqualTo(expected[row]);
                }
            }
        }
    }

    private static Topology topology(Random random) {
        Topology.Builder builder = new Topology.Builder("random");
        switch (random.nextInt(4)) {
            case 0 ->
                Topologies.tree(builder, 1 + random.nextInt(3), 1 + random.nextInt(3), 1000, 1 + random.nextInt(4));
            case 1 -> Topologies.multiRooted(builder, 2, 2, 1 + random.nextInt(3), 1000, 300 + random.nextInt(1000));
            case 2 -> Topologies.fatTree(builder, 4, 1000);
            default -> row(builder, random);
        }
        return builder.build();
    }

    /** A parking lot: switches in a row, a host at each, every link different, some disks slow. */
    private static void row(Topology.Builder builder, Random random) {
        int switches = 2 + random.nextInt(4);
        for (int i = 0; i < switches; i++) {
            Optional<Host.Disk> disk = random.nextBoolean()
                    ? Optional.of(new Host.Disk(100 + random.nextInt(500), 100 + random.nextInt(500)))
                    : Optional.empty();
            builder.switchNode("s" + i);
            builder.host("h" + i, "r" + i, Set.of(), disk);
            builder.cable("h" + i, "s" + i, 100 + random.nextInt(2000));
            if (i > 0) {
                builder.cable("s" + i, "s" + (i - 1), 100 + random.nextInt(2000));
            }
        }
    }

    private static FlowTable flows(Random random, Topology topology) {
        FlowTable flows = new FlowTable();
        int hosts = Math.min(topology.hosts().size(), 2 + random.nextInt(6));
        boolean plain = random.nextBoolean();
        int count = 1 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            int source = topology.hosts().get(random.nextInt(hosts)).index();
            int destination = topology.hosts().get(random.nextInt(hosts)).index();
            double arrival = random.nextBoolean() ? random.nextInt(5) : 10 * random.nextDouble();
            double bytes = random.nextInt(10) == 0 ? 0 : random.nextBoolean() ? 1000 : 5000 * random.nextDouble();
            if (plain) {
                flows.add("f" + i, source, destination, arrival, bytes);
            } else {
                double weight = random.nextBoolean() ? 1 : 0.5 + 3 * random.nextDouble();
                double cap = random.nextInt(3) == 0 ? 20 + 500 * random.nextDouble() : Double.POSITIVE_INFINITY;
                double minimum = random.nextInt(3) == 0 ? 300 * random.nextDouble() : 0;
                flows.add("f" + i, source, destination, arrival, bytes, weight, cap, minimum);
            }
        }
        return flows;
    }

    private static FlowSimulation.Options options(Random random, Topology topology) {
        List<LinkEvent> events = new ArrayList<>();
        int count = random.nextBoolean() ? 0 : random.nextInt(6);
        for (int i = 0; i < count; i++) {
            int link = random.nextInt(topology.links().size());
            double rate = random.nextInt(2) == 0 ? 0 : 50 + 1000 * random.nextDouble();
            events.add(new LinkEvent(random.nextInt(12), link, rate));
        }
        List<SharingRule> rules = List.of(SharingRule.values());
        SharingRule rule = rules.get(random.nextInt(rules.size()));
        return new FlowSimulation.Options(rule, random.nextInt(3) == 0, random.nextBoolean(), events);
    }
}
