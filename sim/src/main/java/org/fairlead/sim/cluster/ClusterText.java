// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;
import org.fairlead.sim.cluster.Cluster.Costs;
import org.fairlead.sim.cluster.Cluster.Disk;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.cluster.Cluster.Machine;
import org.fairlead.sim.workload.ShortestNumber;

/** Writes a cluster with every value said: nothing depends on what is usual. */
final class ClusterText {
    private ClusterText() {}

    static String text(Cluster cluster) {
        StringBuilder text = new StringBuilder("name: '" + cluster.name().replace("'", "''") + "'\n");
        text.append("topology:\n");
        TopologyFile.text(cluster.topology())
                .lines()
                .forEach(line -> text.append("  ").append(line).append('\n'));
        text.append("framework: ")
                .append(cluster.framework() == Framework.SPARK ? "spark" : "hadoop")
                .append('\n');
        text.append("on: ").append(hosts(cluster, cluster.machines())).append('\n');
        text.append("machines-by-host:\n");
        alike(cluster).values().forEach(machines -> text.append(machines(cluster, machines)));
        text.append("hdfs: {block-size: " + cluster.fileSystem().blockBytes() + ", replication: "
                + cluster.fileSystem().replication() + "}\n");
        text.append(costs(cluster.costs()));
        text.append(cluster.background().isEmpty() ? "" : background(cluster));
        text.append(cluster.slowdowns().isEmpty() ? "" : slow(cluster));
        if (cluster.guarantees() != Cluster.USUAL_GUARANTEES) {
            text.append("guarantees: " + cluster.guarantees().label() + '\n');
        }
        return text.toString();
    }

    private static Map<Machine, List<Machine>> alike(Cluster cluster) {
        Map<Machine, List<Machine>> groups = new LinkedHashMap<>();
        for (Machine machine : cluster.machines()) {
            Machine anywhere = new Machine(
                    -1,
                    machine.mapSlots(),
                    machine.reduceSlots(),
                    machine.processors(),
                    machine.disks(),
                    machine.stores(),
                    machine.processorPool(),
                    machine.pageCache(),
                    machine.executorMemoryBytes());
            groups.computeIfAbsent(anywhere, unused -> new ArrayList<>()).add(machine);
        }
        return groups;
    }

    private static String hosts(Cluster cluster, List<Machine> machines) {
        Topology topology = cluster.topology();
        return machines.stream()
                .map(machine -> "'" + topology.nodes().get(machine.host()).name() + "'")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String machines(Cluster cluster, List<Machine> machines) {
        Machine one = machines.get(0);
        String slots = cluster.framework() == Framework.SPARK
                ? "slots: " + one.mapSlots()
                : "map-slots: " + one.mapSlots() + ", reduce-slots: " + one.reduceSlots();
        return "  - {hosts: " + hosts(cluster, machines) + ", " + slots + ", processors: "
                + ShortestNumber.text(one.processors()) + ", stores: " + one.stores() + ", processor-pool: "
                + one.processorPool() + (one.pageCache() ? ", page-cache: true" : "")
                + (one.executorMemoryBytes() > 0 ? ", executor-memory: " + one.executorMemoryBytes() : "") + ", disks: "
                + one.disks().stream().map(ClusterText::disk).collect(Collectors.joining(", ", "[", "]")) + "}\n";
    }

    private static String disk(Disk disk) {
        String rate =
                Double.isInfinite(disk.bytesPerSecond()) ? "unlimited" : ShortestNumber.text(disk.bytesPerSecond());
        return "{rate: " + rate + ", seek-share: " + ShortestNumber.text(disk.seekShare()) + ", least-share: "
                + ShortestNumber.text(disk.leastShare()) + "}";
    }

    private static String costs(Costs costs) {
        return "costs:\n  heartbeat: " + ShortestNumber.text(costs.heartbeatSeconds()) + "\n  tasks-per-heartbeat: "
                + costs.tasksPerHeartbeat() + "\n  reduce-start: " + ShortestNumber.text(costs.reduceStart())
                + "\n  status: " + ShortestNumber.text(costs.statusSeconds()) + "\n  status-delay: "
                + ShortestNumber.text(costs.statusDelaySeconds()) + "\n  task-launch: "
                + ShortestNumber.text(costs.taskLaunchSeconds()) + "\n  task-end: "
                + ShortestNumber.text(costs.taskEndSeconds()) + "\n  job-start: "
                + ShortestNumber.text(costs.jobStartSeconds())
                + "\n  block-setup: " + ShortestNumber.text(costs.blockSetupSeconds()) + "\n  block-end: "
                + ShortestNumber.text(costs.blockEndSeconds()) + "\n  read-setup: "
                + ShortestNumber.text(costs.readSetupSeconds()) + "\n  spill-share: "
                + ShortestNumber.text(costs.spillShare()) + "\n  map-spill-share: "
                + ShortestNumber.text(costs.mapSpillShare()) + "\n  wire-share: "
                + ShortestNumber.text(costs.wireShare())
                + "\n";
    }

    private static String slow(Cluster cluster) {
        StringBuilder text = new StringBuilder("slow:\n");
        for (Cluster.Slowdown each : cluster.slowdowns()) {
            text.append("  - {host: '")
                    .append(cluster.topology().nodes().get(each.host()).name())
                    .append(each.part() == Cluster.Slowdown.Part.DISKS ? "', disks: " : "', processors: ")
                    .append(ShortestNumber.text(100 * each.share()))
                    .append("%, from: ")
                    .append(ShortestNumber.text(each.fromSeconds()));
            if (Double.isFinite(each.toSeconds())) {
                text.append(", to: ").append(ShortestNumber.text(each.toSeconds()));
            }
            if (Double.isFinite(each.onSeconds())) {
                text.append(", on: ")
                        .append(ShortestNumber.text(each.onSeconds()))
                        .append(", off: ")
                        .append(ShortestNumber.text(each.offSeconds()));
            }
            text.append("}\n");
        }
        return text.toString();
    }

    private static String background(Cluster cluster) {
        StringBuilder text = new StringBuilder("background:\n");
        Map<Integer, List<BackgroundLoad>> byLink = cluster.background().stream()
                .collect(Collectors.groupingBy(BackgroundLoad::link, LinkedHashMap::new, Collectors.toList()));
        byLink.forEach((link, loads) -> {
            for (int i = 0; i < loads.size(); i++) {
                BackgroundLoad load = loads.get(i);
                if (load.bytesPerSecond() > 0) {
                    text.append("  - {link: '"
                            + cluster.topology().links().get(link).name() + "', from: "
                            + ShortestNumber.text(load.atSeconds())
                            + (i + 1 < loads.size()
                                    ? ", to: "
                                            + ShortestNumber.text(
                                                    loads.get(i + 1).atSeconds())
                                    : "")
                            + ", load: " + ShortestNumber.text(load.bytesPerSecond()) + "}\n");
                }
            }
        });
        return text.toString();
    }
}
