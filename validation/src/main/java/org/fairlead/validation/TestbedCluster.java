// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.path.PathRules;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.ControllerKind;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.network.Queueing;
import org.fairlead.testbed.traffic.PlannedFlow;
import org.fairlead.testbed.traffic.TrafficPlan;
import org.fairlead.testbed.workload.WorkloadRounds;

/** Decides what the testbed of a scenario is for the simulator: the same network, the machine's processors shared by all hosts, background. */
final class TestbedCluster {
    /** Hosts of the testbed are namespaces of one machine. */
    private static final int ONE_POOL = 0;

    /** Disks of which the topology says nothing. */
    private static final Cluster.Disk PAGE_CACHE = new Cluster.Disk(Double.POSITIVE_INFINITY, 0, 1);

    private static final int REPLICATION = 3;
    private static final String STOCK = "stock-spark:standalone";
    /** Of an executor, threads that fetch ahead: the plug-in's. */
    private static final int FETCHERS = 4;

    private TestbedCluster() {}

    /**
     * @param traffic in the background
     * @param processors of the machine that the testbed runs on
     */
    static Cluster of(
            Scenario scenario, Contender contender, TrafficPlan traffic, Constants constants, double processors) {
        Topology topology = scenario.topology();
        ClusterLayout layout = ClusterRoles.layout(topology, scenario.workers());
        List<String> clients = scenario.workload().stream()
                .map(step -> step.needs().hosts().named())
                .flatMap(List::stream)
                .toList();
        List<Cluster.Machine> machines = new ArrayList<>();
        for (Host host : topology.hosts()) {
            boolean stores = layout.dataNodes().contains(host.name());
            boolean works = layout.workers().contains(host.name());
            boolean drives = !layout.workers().isEmpty() && layout.driver().equals(host.name());
            if (stores || works || drives || clients.contains(host.name())) {
                machines.add(new Cluster.Machine(
                        host.index(),
                        works ? SparkStages.cores(scenario) : 0,
                        0,
                        processors,
                        List.of(disk(host)),
                        stores,
                        ONE_POOL,
                        true));
            }
        }
        boolean quiet = contender.traffic() == Contender.Traffic.DECOY;
        return new Cluster(
                scenario.name(),
                topology,
                machines,
                Cluster.Framework.SPARK,
                new Cluster.FileSystem(
                        HdfsSettings.standard().blockBytes(),
                        REPLICATION,
                        Math.round(constants.value("line-end-bytes"))),
                costs(scenario, constants),
                quiet ? List.of() : background(scenario, traffic, constants));
    }

    private static Cluster.Disk disk(Host host) {
        return host.disk()
                .map(slow -> new Cluster.Disk(Math.min(slow.readBytesPerSecond(), slow.writeBytesPerSecond()), 0, 1))
                .orElse(PAGE_CACHE);
    }

    private static Cluster.Costs costs(Scenario scenario, Constants constants) {
        double heartbeat = scenario.heartbeat().toMillis() / 1e3;
        return new Cluster.Costs(
                heartbeat,
                1,
                0,
                heartbeat,
                constants.value("status-delay"),
                constants.value("task-launch"),
                constants.value("task-end"),
                0,
                constants.value("block-set-up"),
                constants.value("block-end"),
                constants.value("read-set-up"),
                0,
                0,
                constants.value("wire-share"),
                constants.value("block-set-up-work"));
    }

    /** Traffic of given rates; what TCP in the background takes is nobody's to say before. */
    private static List<Cluster.BackgroundLoad> background(
            Scenario scenario, TrafficPlan traffic, Constants constants) {
        if (traffic.flows().stream().anyMatch(flow -> !(flow instanceof PlannedFlow.Paced))) {
            throw new IllegalArgumentException(scenario.file()
                    + ": the simulator knows background traffic of given rates alone: udp, on-off, hot-spots");
        }
        // In a plain queue background traffic loses packets where TCP pushes; it does not send them again.
        double kept = scenario.queueing() == Queueing.FIFO ? 1 - constants.value("background-loss") : 1;
        double settled = scenario.settle().toMillis() / 1e3;
        List<Cluster.BackgroundLoad> loads = new ArrayList<>();
        for (Link link : traffic.topology().links()) {
            double now = Double.NaN;
            for (double at : traffic.changes(link)) {
                double rate = kept * Math.min(traffic.offeredBytesPerSecond(link, at), link.bytesPerSecond());
                if (at <= settled) {
                    now = rate;
                } else {
                    loads.add(new Cluster.BackgroundLoad(link.index(), at - settled, rate));
                }
            }
            if (now > 0) {
                loads.add(new Cluster.BackgroundLoad(link.index(), 0, now));
            }
        }
        return loads;
    }

    /** The decisions that a contender's configuration asks for; applications by name serve their jobs in fair pools. */
    static Policies policies(Scenario scenario, Contender contender) {
        if (contender.readsLocalInput()) {
            throw new IllegalArgumentException(scenario.file()
                    + ": the simulator does not know input that is read over no network, as contender '"
                    + contender.name() + "' reads it");
        }
        Set<String> applications = WorkloadRounds.applications(scenario.workload());
        applications.remove("");
        Map<String, String> others = new HashMap<>();
        applications.forEach(name -> others.put(name, assigner(contender.forApplication(name))));
        boolean plugged = contender.hdfs().containsKey("dfs.block.replicator.classname");
        String policy = contender.hdfs().getOrDefault("fairlead.policy", "fairlead");
        boolean writes = plugged && enforced(contender.hdfs(), "fairlead.write.mode");
        boolean reads = plugged && enforced(contender.hdfs(), "fairlead.read.mode");
        return Policies.of(
                        contender.name(),
                        assigner(contender),
                        writes ? policy : "random",
                        reads ? Placers.policy(policy).readOrder() : ReadOrders.STOCK)
                .with(Policies.Slots.USUAL.jobOrder(applications.isEmpty() ? "fifo" : "fair"))
                .with(AssignerOptions.USUAL.with(waits(contender)))
                .with(paths(contender))
                .with(prefetch(scenario, contender))
                .with(new Policies.Fetching(
                        Policies.Fetching.NO_ADMISSION, ExecutorMemory.prefetchBytes(contender), FETCHERS, true, true))
                .with(exchange(contender))
                .withAssigners(others);
    }

    /** The plug-in foresees with whoever chooses tasks, our policy or Spark itself. */
    private static Prefetch prefetch(Scenario scenario, Contender contender) {
        if (!plugged(contender) || !enforced(contender.spark(), "spark.fairlead.prefetch.mode")) {
            return Prefetch.OFF;
        }
        if (ControllerKind.allotsRates(contender)) {
            throw new IllegalArgumentException(scenario.file()
                    + ": the simulator does not know the rates that hosts and switches guarantee to fetches, as contender '"
                    + contender.name() + "' has them");
        }
        return Prefetch.SHADOW;
    }

    /** Copies keep to memory of their own; where nobody copies, memory does not count: what would exceed it goes to the page cache and back. */
    private static Policies.Exchange exchange(Contender contender) {
        return plugged(contender) && enforced(contender.spark(), "spark.fairlead.shuffle.mode")
                ? new Policies.Exchange(
                        Policies.Exchange.COPIES, ExecutorMemory.copyBytes(contender), SharedStore.NONE, true)
                : Policies.Exchange.NONE;
    }

    private static boolean plugged(Contender contender) {
        return contender.spark().getOrDefault("spark.plugins", "").contains("FairleadPlugin");
    }

    /** Spark's own, as the contender sets them; the testbed's master reports no racks. */
    private static AssignerOptions.Waits waits(Contender contender) {
        String wait = contender.spark().get("spark.locality.wait");
        double seconds = wait == null
                ? AssignerOptions.Waits.USUAL.hostSeconds()
                : Quantities.duration(wait).toNanos() / 1e9;
        return new AssignerOptions.Waits(seconds, seconds, false, false);
    }

    private static String assigner(Contender contender) {
        boolean assigns = plugged(contender) && enforced(contender.spark(), "spark.fairlead.mode");
        return assigns ? contender.spark().getOrDefault("spark.fairlead.policy", "fairlead") : STOCK;
    }

    /** What tasks read and shuffle is all that anybody requests paths for. */
    private static Policies.Paths paths(Contender contender) {
        String rule = enforced(contender.hdfs(), "fairlead.path.mode")
                ? contender.hdfs().getOrDefault("fairlead.path.planner", PathPlanners.OWN)
                : ControllerKind.of(contender).stream()
                        .map(TestbedCluster::pathRule)
                        .filter(planned -> !planned.equals(PathRules.NETWORK))
                        .findFirst()
                        .orElse(PathRules.NETWORK);
        boolean assigns = enforced(contender.spark(), "spark.fairlead.mode");
        return rule.equals(PathRules.NETWORK)
                ? Policies.Paths.NETWORK
                : new Policies.Paths(rule, assigns, EnumSet.of(TrafficClass.BLOCK_READ, TrafficClass.SHUFFLE));
    }

    private static String pathRule(ControllerKind controller) {
        return switch (controller) {
            case LOADS, RATES, BEST_EFFORT -> PathRules.NETWORK;
            case PATHS -> PathPlanners.OWN;
            case PUBLISHED_PATHS -> "most-available";
            case CLAIRVOYANT_PATHS -> PathRules.CLAIRVOYANT;
        };
    }

    /** Whether anybody assigns tasks but the engine itself, or foresees what they will read: by what was learned in earlier rounds. */
    static boolean learns(Policies policies) {
        return policies.prefetch() != Prefetch.OFF
                || !policies.tasks().assigner().equals(STOCK)
                || policies.tasks().assigners().values().stream().anyMatch(name -> !name.equals(STOCK));
    }

    private static boolean enforced(Map<String, String> configuration, String key) {
        return configuration.getOrDefault(key, "off").equals("enforce");
    }
}
