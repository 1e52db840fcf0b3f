// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.skewaware;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.experiment.skewaware.SkewAwareContender.Store;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/**
 * The paper's 128 hosts without disks on one switch that never blocks: each has the same part of each partition, in as many blocks that all of them together have 128, partitions have bytes by Zipf's law, and tasks do nothing but read.
 *
 * @param sockets whether hosts speak over sockets; else over the interconnect itself. The stores' network is the interconnect either way
 */
record SkewAwareSite(Constants constants, boolean sockets, int hosts) {
    static final int PAPERS_HOSTS = 128;

    private static final double GIGA = 1e9;
    /** Until links have been measured. */
    private static final double MEASURED_SECONDS = 10;

    private static final Cluster.Costs FREE = new Cluster.Costs(0.1, 1, 0.05, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0);

    /** @param shuffleSeconds until all blocks are in their places */
    record Times(double shuffleSeconds, double readSeconds) {
        double seconds() {
            return shuffleSeconds + readSeconds;
        }
    }

    Times run(SkewAwareContender contender, double skewness, long seed) {
        Policies stock = PolicySets.named("stock-spark", Cluster.Framework.SPARK);
        long cap = Math.round(constants.value("memory") * constants.value("data") * GIGA);
        JobsOutcome outcome = JobSimulation.run(
                cluster(),
                workload(skewness),
                stock.with(new Policies.Exchange(contender.planner(), cap, store(contender.store()), false)),
                seed,
                JobSimulation.Options.EXACT,
                RunObserver.NONE);
        double shuffle = outcome.exchanges().broughtSeconds();
        return new Times(shuffle, outcome.jobs().get(0).seconds() - shuffle);
    }

    /** What the host with the hottest partition needs for what it has not made itself: over its link, and from the store at the same time. */
    double boundSeconds(Store beside, double skewness) {
        double hottest =
                1 / weights(skewness).stream().mapToDouble(Double::doubleValue).sum();
        return hottest
                * (hosts - 1)
                / hosts
                * constants.value("data")
                * GIGA
                / (linkRate() + store(beside).hostRate());
    }

    private double linkRate() {
        return GIGA * constants.value(sockets ? "sockets" : "interconnect");
    }

    private SharedStore store(Store store) {
        return switch (store) {
            case NONE -> SharedStore.NONE;
            case SLOW -> store("slow-store");
            case FAST -> store("fast-store");
        };
    }

    private SharedStore store(String name) {
        double all = GIGA * constants.value(name + "-all");
        return new SharedStore(all, all, GIGA * constants.value(name), false);
    }

    private Cluster cluster() {
        Topology topology = Topologies.tree(new Topology.Builder("hosts"), 1, hosts, linkRate(), 1)
                .build();
        List<Cluster.Machine> machines = topology.hosts().stream()
                .map(host -> new Cluster.Machine(host.index(), 1, 0, 2, List.of(), false, -1))
                .toList();
        return new Cluster(
                "hosts",
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(1 << 27, 1),
                FREE,
                List.of());
    }

    private Workload workload(double skewness) {
        List<String> all = new ArrayList<>();
        for (int host = 1; host <= hosts; host++) {
            all.add("h" + host);
        }
        long bytes = Math.round(constants.value("data") * GIGA);
        Stage map = new Stage(
                PAPERS_HOSTS, new Stage.Input.None(), 0, 0, new Stage.Output.Shuffle(bytes), List.of(), all, List.of());
        Stage reduce = new Stage(
                hosts,
                new Stage.Input.Shuffle(weights(skewness)),
                0,
                0,
                new Stage.Output.None(),
                List.of(0),
                List.of(),
                List.of());
        return new Workload(
                "skewed",
                List.of(),
                List.of(new Job("j", "skewed", "default", MEASURED_SECONDS, List.of(map, reduce))));
    }

    private List<Double> weights(double skewness) {
        List<Double> weights = new ArrayList<>();
        for (int rank = 1; rank <= hosts; rank++) {
            weights.add(Math.pow(rank, -skewness));
        }
        return weights;
    }
}
