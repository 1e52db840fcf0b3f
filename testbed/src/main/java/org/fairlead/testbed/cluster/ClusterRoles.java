// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;

/**
 * Decides which host of a topology runs what: by the hosts' roles, and by default where a topology is silent.
 * docs/topology.md states the rules for users.
 */
public final class ClusterRoles {
    public static final String BACKGROUND = "background";

    private static final String NAME_NODE = "namenode";
    private static final String MASTER = "master";
    private static final String DRIVER = "driver";
    private static final String DATA_NODE = "datanode";
    private static final String WORKER = "worker";
    private static final String OBJECTS = "objects";
    private static final Set<String> KNOWN = Set.of(NAME_NODE, MASTER, DRIVER, DATA_NODE, WORKER, OBJECTS, BACKGROUND);

    private ClusterRoles() {}

    /**
     * The topology with hosts {@code master} and {@code driver} added where none has those parts.
     *
     * @throws IllegalArgumentException on an unknown role, or when two hosts claim a part that only one can have
     */
    public static Topology withServiceHosts(Topology topology) {
        for (Host host : topology.hosts()) {
            for (String role : host.roles()) {
                if (!KNOWN.contains(role)) {
                    throw new IllegalArgumentException(
                            "host '" + host.name() + "' has the unknown role '" + role + "'; accepted: "
                                    + String.join(", ", KNOWN.stream().sorted().toList()));
                }
            }
        }
        var unused = only(topology, OBJECTS);
        boolean addMaster =
                only(topology, NAME_NODE).isEmpty() && only(topology, MASTER).isEmpty();
        boolean addDriver = only(topology, DRIVER).isEmpty();
        if (!addMaster && !addDriver) {
            return topology;
        }
        return extended(topology, addMaster, addDriver);
    }

    /**
     * The host on which an object store serves its objects; empty where a topology has none.
     *
     * @throws IllegalArgumentException when two hosts claim that
     */
    public static Optional<String> objectStore(Topology topology) {
        return only(topology, OBJECTS).map(Host::name);
    }

    /**
     * Who runs what.
     *
     * @param topology one that {@link #withServiceHosts} has completed
     * @param workers how many Spark workers at most, spread evenly over the racks; the hosts with that role otherwise
     */
    public static ClusterLayout layout(Topology topology, int workers) {
        List<String> dataNodes = names(topology, host -> plays(host, DATA_NODE));
        List<String> able = names(topology, host -> plays(host, WORKER));
        if (dataNodes.isEmpty()) {
            throw new IllegalArgumentException("topology '" + topology.name() + "' has no host for a DataNode");
        }
        Map<String, String> racks = new LinkedHashMap<>();
        topology.hosts().stream()
                .filter(host -> !host.roles().contains(BACKGROUND))
                .forEach(host -> racks.put(host.name(), host.rack()));
        Optional<Host> nameNode = only(topology, NAME_NODE);
        Optional<Host> master = only(topology, MASTER);
        String nameNodeHost = nameNode.or(() -> master).orElseThrow().name();
        String masterHost = master.or(() -> nameNode).orElseThrow().name();
        String driver = only(topology, DRIVER).orElseThrow().name();
        return new ClusterLayout(
                racks,
                nameNodeHost,
                dataNodes,
                masterHost,
                spread(topology, able, workers),
                driver,
                objectStore(topology));
    }

    private static boolean plays(Host host, String role) {
        return host.roles().isEmpty() || host.roles().contains(role);
    }

    private static Optional<Host> only(Topology topology, String role) {
        List<Host> claiming = topology.hosts().stream()
                .filter(host -> host.roles().contains(role))
                .toList();
        if (claiming.size() > 1) {
            throw new IllegalArgumentException("hosts '" + claiming.get(0).name() + "' and '"
                    + claiming.get(1).name() + "' both have the role '" + role + "'; one is accepted");
        }
        return claiming.stream().findFirst();
    }

    private static List<String> names(Topology topology, Predicate<Host> wanted) {
        return topology.hosts().stream().filter(wanted).map(Host::name).toList();
    }

    /** Takes one host of each rack in turn until there are enough. */
    private static List<String> spread(Topology topology, List<String> able, int most) {
        List<Queue<String>> racks = new ArrayList<>();
        topology.racks()
                .values()
                .forEach(hosts -> racks.add(new ArrayDeque<>(
                        hosts.stream().map(Host::name).filter(able::contains).toList())));
        List<String> chosen = new ArrayList<>();
        while (chosen.size() < Math.min(most, able.size())) {
            for (Queue<String> rack : racks) {
                if (!rack.isEmpty() && chosen.size() < most) {
                    chosen.add(rack.remove());
                }
            }
        }
        return able.stream().filter(chosen::contains).toList();
    }

    private static Topology extended(Topology topology, boolean addMaster, boolean addDriver) {
        Topology.Builder builder = topology.toBuilder(Host::roles);
        double widest = topology.links().stream()
                .mapToDouble(Link::bytesPerSecond)
                .max()
                .orElse(0);
        String root = topology.switches().stream()
                .findFirst()
                .map(Switch::name)
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "topology '" + topology.name()
                                        + "' has no switch to add a host for the NameNode and the driver to; give their roles to hosts"));
        if (addMaster) {
            builder.host("master", "services", Set.of(NAME_NODE, MASTER), Optional.empty())
                    .cable("master", root, widest);
        }
        if (addDriver) {
            builder.host("driver", "services", Set.of(DRIVER), Optional.empty()).cable("driver", root, widest);
        }
        return builder.build();
    }
}
