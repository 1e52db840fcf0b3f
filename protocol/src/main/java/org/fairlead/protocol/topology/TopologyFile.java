// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * The YAML form of a topology: at most one regular network ({@code tree}, {@code multi-rooted}, {@code fat-tree}), and
 * switches, hosts and links added to it one by one. docs/topology.md teaches it.
 */
public final class TopologyFile {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,31}");
    private static final int MOST = 100_000;
    private static final int MOST_LINKS = 1_000_000;

    private TopologyFile() {}

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    public static Topology read(Path file) {
        return from(Yaml.read(file));
    }

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    public static Topology from(YamlNode root) {
        root.allow("name", "tree", "multi-rooted", "fat-tree", "switches", "hosts", "links", "roles");
        Topology.Builder builder =
                new Topology.Builder(root.optional("name").map(YamlNode::text).orElse("topology"));
        regular(root, builder);
        root.optional("switches").ifPresent(list -> list.sequence().forEach(node -> addSwitch(node, builder)));
        root.optional("hosts").ifPresent(list -> list.sequence().forEach(node -> addHost(node, builder)));
        root.optional("links").ifPresent(list -> list.sequence().forEach(node -> addLink(node, builder)));
        Topology topology = checked(root, builder::build);
        return root.optional("roles").map(roles -> withRoles(roles, topology)).orElse(topology);
    }

    /**
     * A file that {@link #read} turns into the same topology: every node and link by itself. Switches stand before hosts, so that
     * nodes may be numbered otherwise; names, ends and capacities are the same.
     */
    public static String text(Topology topology) {
        StringBuilder text = new StringBuilder("name: " + quoted(topology.name()) + "\n");
        text.append(topology.switches().stream()
                .map(each -> quoted(each.name()))
                .collect(Collectors.joining(", ", "switches: [", "]\n")));
        text.append("hosts:\n");
        for (Host host : topology.hosts()) {
            String roles =
                    host.roles().stream().sorted().map(TopologyFile::quoted).collect(Collectors.joining(", "));
            text.append(
                    "  - {name: " + quoted(host.name()) + ", rack: " + quoted(host.rack()) + ", roles: [" + roles + "]"
                            + host.disk()
                                    .map(disk -> ", disk: {read: " + disk.readBytesPerSecond() + ", write: "
                                            + disk.writeBytesPerSecond() + "}")
                                    .orElse("")
                            + "}\n");
        }
        text.append(topology.links().isEmpty() ? "links: []\n" : "links:\n");
        for (Link link : topology.links()) {
            text.append("  - {from: " + quoted(link.from().name()) + ", to: "
                    + quoted(link.to().name()) + ", capacity: " + link.bytesPerSecond() + "}\n");
        }
        return text.toString();
    }

    /** Always in quotes: a host may be called "null", and a role hold a bracket. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').append((char) point);
            } else if (point >= ' ' && point < 0x7f) {
                quoted.append((char) point);
            } else {
                quoted.append("\\U%08x".formatted(point));
            }
        });
        return quoted.append('"').toString();
    }

    private static void regular(YamlNode root, Topology.Builder builder) {
        List<String> kinds = new ArrayList<>(List.of("tree", "multi-rooted", "fat-tree"));
        kinds.removeIf(kind -> root.optional(kind).isEmpty());
        if (kinds.size() > 1) {
            throw root.required(kinds.get(1)).invalid("stands beside '" + kinds.get(0) + "'; one of them is accepted");
        }
        root.optional("tree").ifPresent(tree -> {
            tree.allow("racks", "hosts-per-rack", "host-link", "oversubscription");
            refuseTooMany(tree, (long) count(tree, "racks") * (count(tree, "hosts-per-rack") + 1L));
            double oversubscription = tree.optional("oversubscription")
                    .map(node -> node.number(0.001, 1000))
                    .orElse(1.0);
            checked(
                    tree,
                    () -> Topologies.tree(
                            builder,
                            count(tree, "racks"),
                            count(tree, "hosts-per-rack"),
                            rate(tree, "host-link"),
                            oversubscription));
        });
        root.optional("multi-rooted").ifPresent(tree -> {
            tree.allow("racks", "hosts-per-rack", "roots", "host-link", "uplink");
            refuseTooMany(tree, (long) count(tree, "racks") * (count(tree, "hosts-per-rack") + count(tree, "roots")));
            checked(
                    tree,
                    () -> Topologies.multiRooted(
                            builder,
                            count(tree, "racks"),
                            count(tree, "hosts-per-rack"),
                            count(tree, "roots"),
                            rate(tree, "host-link"),
                            rate(tree, "uplink")));
        });
        root.optional("fat-tree").ifPresent(tree -> {
            tree.allow("k", "link");
            int k = tree.required("k").integer(2, 64);
            checked(tree.required("k"), () -> Topologies.fatTree(builder, k, rate(tree, "link")));
        });
    }

    /** Before any is made: a few digits too many would take all memory. */
    private static void refuseTooMany(YamlNode network, long cables) {
        if (2 * cables > MOST_LINKS) {
            throw network.invalid(
                    2 * cables + " links, one for each direction; at most " + MOST_LINKS + " are accepted");
        }
    }

    private static void addSwitch(YamlNode node, Topology.Builder builder) {
        checked(node, () -> builder.switchNode(name(node)));
    }

    private static void addHost(YamlNode node, Topology.Builder builder) {
        node.allow("name", "rack", "switch", "link", "roles", "disk");
        String name = name(node.required("name"));
        String rack = name(node.required("rack"));
        Set<String> roles =
                Set.copyOf(node.optional("roles").map(YamlNode::texts).orElse(List.of()));
        checked(
                node,
                () -> builder.host(name, rack, roles, node.optional("disk").map(TopologyFile::disk)));
        if (node.has("switch") || node.has("link")) {
            String attached = node.required("switch").text();
            checked(node.required("switch"), () -> builder.cable(name, attached, rate(node, "link")));
        }
    }

    private static Host.Disk disk(YamlNode node) {
        node.allow("read", "write");
        return new Host.Disk(rate(node, "read"), rate(node, "write"));
    }

    private static void addLink(YamlNode node, Topology.Builder builder) {
        node.allow("between", "from", "to", "capacity");
        if (node.has("between")) {
            List<String> ends = node.required("between").texts();
            if (ends.size() != 2) {
                throw node.required("between").invalid("two names are expected, such as [h1, e1]");
            }
            checked(node, () -> builder.cable(ends.get(0), ends.get(1), rate(node, "capacity")));
        } else {
            String from = node.required("from").text();
            String to = node.required("to").text();
            checked(node, () -> builder.link(from, to, rate(node, "capacity")));
        }
    }

    /** {@code roles} at the top gives roles to hosts that a regular network made. */
    private static Topology withRoles(YamlNode roles, Topology topology) {
        Map<String, YamlNode> byHost = roles.mapping();
        byHost.forEach((hostName, node) -> {
            if (!(topology.node(hostName).orElse(null) instanceof Host)) {
                throw node.invalid("no host '" + hostName + "' in this topology");
            }
        });
        return topology.toBuilder(host -> roles(byHost.get(host.name()), host)).build();
    }

    private static Set<String> roles(YamlNode written, Host host) {
        return written == null || written.isNull() ? host.roles() : Set.copyOf(written.texts());
    }

    private static String name(YamlNode node) {
        return node.as(text -> {
            if (!NAME.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a name of 1 to 32 letters, digits and '-', a letter first");
            }
            return text;
        });
    }

    private static int count(YamlNode node, String key) {
        return node.required(key).integer(1, MOST);
    }

    private static double rate(YamlNode node, String key) {
        return node.required(key).as(Quantities::bytesPerSecond);
    }

    private static <T> T checked(YamlNode at, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw at.invalid(e.getMessage());
        }
    }
}
