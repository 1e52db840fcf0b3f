// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.sim.cluster.Cluster.Disk;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.cluster.Cluster.Machine;

/**
 * Reads what the hosts have: {@code machines} for all, {@code machines-by-host} where some differ. Who has a machine is said by
 * {@code on}, else by roles as the testbed reads them: a host without roles stores and computes, a {@code datanode} stores, a
 * {@code worker} computes, others have none.
 */
final class MachineKeys {
    private static final int MOST_PLACES = 10_000;
    private static final int MOST_DISKS = 1000;
    private static final long MOST_MEMORY_BYTES = 1L << 50;
    private static final double MOST_PROCESSORS = 1e6;
    private static final double DISK_BYTES_PER_SECOND = 100e6;
    private static final double SEEK_SHARE = 0.05;
    private static final double LEAST_SHARE = 0.5;
    private static final List<String> KEYS = List.of(
            "map-slots",
            "reduce-slots",
            "slots",
            "processors",
            "disks",
            "disk",
            "seek-share",
            "least-share",
            "stores",
            "processor-pool",
            "page-cache",
            "executor-memory");

    private final Topology topology;
    private final Framework framework;

    MachineKeys(Topology topology, Framework framework) {
        this.topology = topology;
        this.framework = framework;
    }

    List<Machine> machines(YamlNode root) {
        Optional<YamlNode> all = root.optional("machines");
        all.ifPresent(this::allow);
        Map<String, YamlNode> own = new HashMap<>();
        root.optional("machines-by-host")
                .map(YamlNode::sequence)
                .orElse(List.of())
                .forEach(entry -> {
                    allow(entry);
                    for (String name : entry.required("hosts").texts()) {
                        HostKeys.host(entry.required("hosts"), name, topology);
                        if (own.putIfAbsent(name, entry) != null) {
                            throw entry.required("hosts").invalid("host '" + name + "' stands twice");
                        }
                    }
                });
        Optional<Set<String>> on = root.optional("on").map(this::named);
        List<Machine> machines = new ArrayList<>();
        for (Host host : topology.hosts()) {
            if (on.map(names -> names.contains(host.name())).orElse(stores(host) || computes(host))) {
                List<YamlNode> said = Stream.of(Optional.ofNullable(own.get(host.name())), all)
                        .flatMap(Optional::stream)
                        .toList();
                machines.add(machine(host, said, on.isPresent()));
            } else if (own.containsKey(host.name())) {
                throw own.get(host.name())
                        .required("hosts")
                        .invalid("host '" + host.name() + "' has no machine: by 'on', or by its roles");
            }
        }
        return machines;
    }

    private void allow(YamlNode node) {
        List<String> keys = new ArrayList<>(KEYS);
        if (framework == Framework.SPARK) {
            keys.removeAll(List.of("map-slots", "reduce-slots"));
        } else {
            keys.removeAll(List.of("slots", "executor-memory"));
        }
        keys.add("hosts");
        node.allow(keys.toArray(String[]::new));
    }

    private Set<String> named(YamlNode node) {
        Set<String> names = new HashSet<>();
        node.texts()
                .forEach(name -> names.add(HostKeys.host(node, name, topology).name()));
        return names;
    }

    private static boolean stores(Host host) {
        return host.roles().isEmpty() || host.roles().contains("datanode");
    }

    private static boolean computes(Host host) {
        return host.roles().isEmpty() || host.roles().contains("worker");
    }

    /** @param said what the file says of this host, the most particular first */
    private Machine machine(Host host, List<YamlNode> said, boolean named) {
        boolean hadoop = framework == Framework.HADOOP;
        int maps = first(said, hadoop ? "map-slots" : "slots", node -> node.integer(0, MOST_PLACES))
                .orElse(hadoop ? 2 : 4);
        int reduces = hadoop
                ? first(said, "reduce-slots", node -> node.integer(0, MOST_PLACES))
                        .orElse(2)
                : 0;
        double processors = first(said, "processors", node -> node.number(1e-3, MOST_PROCESSORS))
                .orElse((double) Math.max(1, Math.max(maps, reduces)));
        boolean computes = named || computes(host);
        return new Machine(
                host.index(),
                computes ? maps : 0,
                computes ? reduces : 0,
                processors,
                disks(host, said),
                first(said, "stores", YamlNode::truth).orElse(named || stores(host)),
                first(said, "processor-pool", node -> node.integer(-1, 1_000_000))
                        .orElse(-1),
                first(said, "page-cache", YamlNode::truth).orElse(false),
                first(said, "executor-memory", MachineKeys::memory).orElse(0L));
    }

    private static <T> Optional<T> first(List<YamlNode> said, String key, Function<YamlNode, T> reading) {
        return said.stream()
                .flatMap(node -> node.optional(key).stream())
                .findFirst()
                .map(reading);
    }

    private static List<Disk> disks(Host host, List<YamlNode> said) {
        double usual = host.disk()
                .map(disk -> Math.min(disk.readBytesPerSecond(), disk.writeBytesPerSecond()))
                .orElse(DISK_BYTES_PER_SECOND);
        Disk disk = new Disk(
                first(said, "disk", MachineKeys::rate).orElse(usual),
                first(said, "seek-share", node -> node.number(0, 100)).orElse(SEEK_SHARE),
                first(said, "least-share", node -> node.number(1e-3, 1)).orElse(LEAST_SHARE));
        return first(said, "disks", node -> disks(node, disk)).orElse(List.of(disk));
    }

    private static List<Disk> disks(YamlNode node, Disk usual) {
        if (!node.isSequence()) {
            return Collections.nCopies(node.integer(1, MOST_DISKS), usual);
        }
        if (node.sequence().isEmpty() || node.sequence().size() > MOST_DISKS) {
            throw node.invalid("1 to " + MOST_DISKS + " disks are accepted");
        }
        return node.sequence().stream()
                .map(each -> {
                    each.allow("rate", "seek-share", "least-share");
                    return new Disk(
                            each.optional("rate").map(MachineKeys::rate).orElse(usual.bytesPerSecond()),
                            each.optional("seek-share")
                                    .map(share -> share.number(0, 100))
                                    .orElse(usual.seekShare()),
                            each.optional("least-share")
                                    .map(share -> share.number(1e-3, 1))
                                    .orElse(usual.leastShare()));
                })
                .toList();
    }

    private static long memory(YamlNode node) {
        long bytes = node.as(Quantities::bytes);
        if (bytes < 1 || bytes > MOST_MEMORY_BYTES) {
            throw node.invalid("an executor has 1 byte to 1 PiB of memory");
        }
        return bytes;
    }

    private static double rate(YamlNode node) {
        return node.as(text -> {
            try {
                return text.equals("unlimited") ? Double.POSITIVE_INFINITY : Quantities.bytesPerSecond(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(e.getMessage() + ", or 'unlimited'", e);
            }
        });
    }
}
