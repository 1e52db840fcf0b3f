// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.junit.jupiter.api.Test;

/** One host computes, five store, each block on three of them; MB = 10^6. Links carry 100 MB/s, disks 20 MB/s. */
class ObservedReadsTest {
    private static final double MB = 1e6;
    private static final long BLOCK = 10_000_000;
    private static final int TASKS = 100;
    private static final int SEEDS = 20;

    /** The mean over {@value #SEEDS} seeds. */
    private static double seconds(double slowest, String selector) {
        return LongStream.rangeClosed(1, SEEDS)
                .mapToDouble(seed -> seconds(slowest, selector, seed))
                .average()
                .orElseThrow();
    }

    /** @param slowest of h2's disk, bytes per second */
    private static double seconds(double slowest, String selector, long seed) {
        Topology topology = Topologies.tree(new Topology.Builder("apart"), 1, 6, 100 * MB, 1)
                .build();
        List<Cluster.Machine> machines = new ArrayList<>();
        topology.hosts().forEach(host -> {
            boolean computes = host.name().equals("h1");
            double disk = host.name().equals("h2") ? slowest : 20 * MB;
            machines.add(new Cluster.Machine(
                    host.index(), computes ? 2 : 0, 0, 2, List.of(new Cluster.Disk(disk, 0, 1)), !computes, -1, false));
        });
        Cluster cluster = new Cluster(
                "apart",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(BLOCK, 3),
                JobSimulationTest.FREE,
                List.of());
        Stage scan = new Stage(
                TASKS,
                new Stage.Input.Blocks(TASKS * BLOCK),
                0,
                0,
                new Stage.Output.None(),
                List.of(),
                List.of(),
                List.of());
        Policies policies = Policies.of("p", "stock-spark", "random", selector);
        return JobSimulation.run(
                        cluster,
                        new Workload("w", List.of(), List.of(new Job("j", "test", "default", 0, List.of(scan)))),
                        policies,
                        seed,
                        new JobSimulation.Options(0, false, true, 0),
                        RunObserver.NONE)
                .jobs()
                .get(0)
                .seconds();
    }

    @Test
    void aSlowDiskIsLeftByWhoReadsFromIt() {
        double stock = seconds(MB, ReadOrders.STOCK);
        double observed = seconds(MB, ReadOrders.OBSERVED);
        double without = seconds(20 * MB, ReadOrders.STOCK);

        assertThat(stock).as("one block in five takes ten seconds").isGreaterThan(3 * without);
        assertThat((stock - observed) / (stock - without))
                .as("each try costs a part of a block")
                .isGreaterThan(0.9);
    }

    @Test
    void whereAllAreAlikeNothingIsLost() {
        assertThat(seconds(20 * MB, ReadOrders.OBSERVED)).isLessThan(1.02 * seconds(20 * MB, ReadOrders.STOCK));
    }
}
