// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.topology.Topology;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.simulation.SimulationRequest.Network;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.cluster.Cluster.Costs;
import org.fairlead.sim.cluster.Cluster.Disk;
import org.fairlead.sim.cluster.Cluster.FileSystem;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.cluster.Cluster.Machine;
import org.fairlead.sim.cluster.ClusterFile;

/**
 * The cluster that an application ran on: hosts and slots by its log, racks and rates by whoever asks. Disks and processors never limit: what tasks waited for them stays in the tasks' own times, as does
 * what launching them took.
 */
final class LoggedCluster {
    private static final String ONE_RACK = "all";
    private static final String CORE = "core";
    private static final double[] USUAL_GIGABITS = {10, 25, 40, 50, 100, 200, 400};
    private static final double BYTES_PER_GIGABIT = 1e9 / 8;
    private static final long BLOCK_BYTES = 128L << 20;
    private static final int REPLICATION = 3;
    /** A rate over less time says little: times are whole milliseconds. */
    private static final double SHORTEST_STAGE_MILLIS = 100;
    /** Intervals of offers and measurements as Spark and agents have them; nothing for launches, which logged times hold already. */
    private static final Costs COSTS = new Costs(1, 1, 1, 1, 0.1, 0, 0, 0, 0.02, 0.005, 0.01, 0, 0, 1.054, 0);

    private final Schedule schedule;
    private final Network network;
    private final Map<String, Integer> slots;
    private final double linkBytesPerSecond;
    private final Topology topology;

    /** @throws IllegalArgumentException if hosts of the log, or the file of loads, make no network */
    LoggedCluster(Schedule schedule, Network network) {
        this.schedule = schedule;
        this.network = network;
        slots = slots(ClusterChange.NONE);
        linkBytesPerSecond =
                network.linkBytesPerSecond() > 0 ? network.linkBytesPerSecond() : usual(mostBytesPerSecond());
        topology = topology();
    }

    /** How many slots each host has at the same time at most; 0 where executors that are not there had them all. */
    private Map<String, Integer> slots(ClusterChange change) {
        Map<String, List<long[]>> changes = new LinkedHashMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            if (schedule.opensSlot(i)) {
                Schedule.Slot slot = schedule.slot(schedule.slotOf(i));
                long copies = change.countsExecutors() ? schedule.copies(slot.executor(), change.executors()) : 1;
                List<long[]> own = changes.computeIfAbsent(schedule.host(i), unused -> new ArrayList<>());
                own.add(new long[] {schedule.task(i).launchMillis(), copies});
                if (slot.closesMillis() < Long.MAX_VALUE) {
                    own.add(new long[] {slot.closesMillis(), -copies});
                }
            }
        }
        Map<String, Integer> most = new LinkedHashMap<>();
        changes.forEach((host, own) -> most.put(host, most(own)));
        return most;
    }

    /** The most slots that are open at the same time, but no more than there are attempts: so many never run. */
    private int most(List<long[]> changes) {
        changes.sort(Comparator.<long[]>comparingLong(change -> change[0]).thenComparingLong(change -> change[1]));
        long open = 0;
        long most = changes.stream().anyMatch(change -> change[1] > 0) ? 1 : 0;
        for (long[] change : changes) {
            open += change[1];
            most = Math.max(most, open);
        }
        return Math.toIntExact(Math.min(most, schedule.size()));
    }

    /** The highest rate at which tasks of one stage on one host fetched from others, in the mean over the stage. */
    private double mostBytesPerSecond() {
        double most = 0;
        List<StageLog> stages = schedule.application().stages();
        for (int stage = 0; stage < stages.size(); stage++) {
            double millis = schedule.loggedMillis(stage);
            if (millis < SHORTEST_STAGE_MILLIS) {
                continue;
            }
            Map<String, Double> byHost = new HashMap<>();
            for (int i = 0; i < stages.get(stage).tasks().size(); i++) {
                Task task = stages.get(stage).tasks().get(i);
                String host =
                        schedule.application().executors().get(task.executor()).host();
                byHost.merge(host, (double) task.volumes().remote(), Double::sum);
            }
            for (double bytes : byHost.values()) {
                most = Math.max(most, bytes * 1000 / millis);
            }
        }
        return most;
    }

    private static double usual(double atLeast) {
        for (double gigabits : USUAL_GIGABITS) {
            if (gigabits * BYTES_PER_GIGABIT >= atLeast) {
                return gigabits * BYTES_PER_GIGABIT;
            }
        }
        return atLeast;
    }

    private Topology topology() {
        Topology.Builder builder = new Topology.Builder("of the log");
        Map<String, List<String>> racks = new LinkedHashMap<>();
        for (String host : slots.keySet()) {
            String rack = network.racks().map(zones -> zones.zone(host)).orElse(ONE_RACK);
            racks.computeIfAbsent(rack, unused -> new ArrayList<>()).add(host);
            builder.host(host, rack);
        }
        if (racks.size() > 1) {
            builder.switchNode(CORE);
        }
        racks.forEach((rack, hosts) -> {
            String top = "switch-" + rack;
            builder.switchNode(top);
            hosts.forEach(host -> builder.cable(host, top, linkBytesPerSecond));
            if (racks.size() > 1) {
                builder.cable(top, CORE, hosts.size() * linkBytesPerSecond / network.oversubscription());
            }
        });
        return builder.build();
    }

    /** With no load of others. */
    Cluster quiet() {
        return cluster(topology, slots, List.of());
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException if the file's loads are not of this network */
    Cluster with(Optional<Path> background) {
        return cluster(topology, slots, loads(background));
    }

    /**
     * Changed. A host that is not there keeps its links, and loads are what they would be on links as they were: others send as much as before. Executors that are not there leave a host that stores.
     *
     * @return empty where no slot is left
     * @throws IllegalArgumentException if no task ran on the host that is not to be there
     * @throws org.fairlead.protocol.yaml.InvalidFileException if the file's loads are not of this network
     */
    Optional<Cluster> changed(ClusterChange change, Optional<Path> background) {
        if (change.lacksHost() && !slots.containsKey(change.withoutHost())) {
            throw new IllegalArgumentException("no task ran on a host '" + change.withoutHost() + "'; tasks ran on "
                    + String.join(", ", slots.keySet()));
        }
        Map<String, Integer> left = slots(change);
        left.remove(change.withoutHost());
        return left.values().stream().allMatch(own -> own == 0)
                ? Optional.empty()
                : Optional.of(cluster(topology.withLinks(change.links()), left, loads(background)));
    }

    private List<Cluster.BackgroundLoad> loads(Optional<Path> background) {
        return background.map(file -> ClusterFile.background(file, topology)).orElse(List.of());
    }

    /** @param slotsOf hosts that are there */
    private static Cluster cluster(Topology wired, Map<String, Integer> slotsOf, List<Cluster.BackgroundLoad> loads) {
        Disk disk = new Disk(Double.POSITIVE_INFINITY, 0, 1);
        List<Machine> machines = wired.hosts().stream()
                .filter(host -> slotsOf.containsKey(host.name()))
                .map(host -> {
                    int own = slotsOf.get(host.name());
                    return new Machine(host.index(), own, 0, own, List.of(disk), true, -1);
                })
                .toList();
        int copies = Math.min(REPLICATION, machines.size());
        return new Cluster("log", wired, machines, Framework.SPARK, new FileSystem(BLOCK_BYTES, copies), COSTS, loads);
    }

    double linkBytesPerSecond() {
        return linkBytesPerSecond;
    }

    int hosts() {
        return slots.size();
    }

    int racks() {
        return topology.racks().size();
    }

    /** Hosts that a file of racks does not name: they count as a rack of their own. */
    int hostsWithoutRack() {
        return network.racks()
                .map(zones -> Math.toIntExact(slots.keySet().stream()
                        .filter(host -> zones.zone(host).equals(Zones.UNKNOWN))
                        .count()))
                .orElse(0);
    }

    int slots() {
        return slots.values().stream().mapToInt(Integer::intValue).sum();
    }

    String linkName(int link) {
        return topology.links().get(link).name();
    }
}
