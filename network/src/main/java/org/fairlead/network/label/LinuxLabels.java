// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.network.label.LabelRule;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;

/**
 * A plan of labels as commands for Linux, in IPv4.
 *
 * <p>A switch: an nftables map gives a packet whose DSCP is ours a mark, {@code ip rule} sends each mark to a routing table of its label, and there stand the entries of the
 * plan. What a table has no entry for goes on to the main table; so does an entry whose interface was taken down. A mark stands between because an {@code ip rule} by {@code tos} takes
 * the lowest three of the six bits only (DSCP 1 to 7), and one by {@code dscp} is not known to iproute2 6.1.
 *
 * <p>A host: {@link PortMaps} say which packets are to bear which label. Only what bears no codepoint yet is labelled.
 *
 * <p>All that is ours: the nftables table {@value #TABLE}; rules of priority, and routing tables of number, 7400 + codepoint, both of protocol {@value #PROTOCOL}; marks 0x40000000 + codepoint · 2^24
 * under the mask 0xff000000, which replace another mark on a labelled packet.
 */
public final class LinuxLabels {
    /** The nftables table that holds all of ours. */
    public static final String TABLE = "fairlead_labels";

    private static final int PROTOCOL = 74;
    private static final int BASE = 7400;
    private static final String NFT_ADD = "nft add ";
    private static final String NFT_CREATE = "nft create ";
    private static final String NFT_DELETE = "nft delete ";

    private final LabelPlan plan;
    private final LinuxNames names;

    public LinuxLabels(LabelPlan plan, LinuxNames names) {
        this.plan = plan;
        this.names = names;
    }

    /** Whose port an application is known by on a flow. */
    public enum Port {
        /** The sender's. */
        OWN("own_port", "sport"),
        /** The receiver's. */
        PEER("peer_port", "dport");

        private final String map;
        private final String field;

        Port(String map, String field) {
            this.map = map;
            this.field = field;
        }

        /** The name of the map whose elements are known by it. */
        public String map() {
            return map;
        }

        /** As nftables calls it in a packet. */
        String field() {
            return field;
        }
    }

    /** What a node needs before any label is written, in order; none where it has nothing to do. */
    public List<LinuxStep> steps(Node node) {
        List<LabelRule> rules = plan.rules(node);
        List<LinuxStep> steps = new ArrayList<>(routing(rules));
        boolean sends = node instanceof Host && !plan.codepoints().isEmpty();
        if (steps.isEmpty() && !sends) {
            return List.of();
        }
        steps.add(new LinuxStep(NFT_CREATE + "table ip " + TABLE, NFT_DELETE + "table ip " + TABLE));
        String chain = node instanceof Switch ? "arriving" : "sending";
        steps.add(chain(
                chain,
                node instanceof Switch
                        ? "type filter hook prerouting"
                        // a host with several links asks for the route again when the mark is there
                        : rules.isEmpty() ? "type filter hook output" : "type route hook output"));
        if (sends) {
            steps.addAll(PortMaps.steps(TABLE, chain, plan.codepoints()));
        }
        if (!rules.isEmpty()) {
            steps.addAll(marking(chain, used(rules)));
        }
        return List.copyOf(steps);
    }

    /**
     * Has a host label what it sends to another from or to a port; the host's {@link #steps} stand already.
     *
     * @param port 1 to 65535, TCP
     * @param seconds after which it ends by itself; empty: when it is undone
     */
    public LinuxStep labelled(Host destination, Port whose, int port, int codepoint, OptionalInt seconds) {
        String map = "element ip " + TABLE + " " + whose.map() + " ";
        String key = names.address(destination) + " . " + port;
        String timeout = seconds.isPresent() ? "timeout " + seconds.getAsInt() + "s" : "";
        return new LinuxStep(
                NFT_ADD + map + "'{ " + PortMaps.element(key, timeout, codepoint) + " }'",
                NFT_DELETE + map + "'{ " + key + " }'");
    }

    private List<LinuxStep> routing(List<LabelRule> rules) {
        List<LinuxStep> steps = new ArrayList<>();
        for (LabelRule rule : rules) {
            String table = " table " + (BASE + rule.codepoint()) + " protocol " + PROTOCOL;
            String hops = hops(rule.links());
            for (Host destination : rule.destinations()) {
                String route = names.address(destination) + "/32" + table;
                steps.add(new LinuxStep("ip route add " + route + hops, "ip route del " + route));
            }
        }
        for (int codepoint : used(rules)) {
            int number = BASE + codepoint;
            String rule = "pref " + number + " fwmark " + mark(codepoint) + "/0xff000000 table " + number + " protocol "
                    + PROTOCOL;
            steps.add(new LinuxStep("ip rule add " + rule, "ip rule del " + rule));
        }
        return steps;
    }

    private String hops(List<Link> links) {
        return links.size() == 1
                ? " " + names.nextHop(links.get(0))
                : links.stream().map(link -> " nexthop " + names.nextHop(link)).collect(Collectors.joining());
    }

    private static List<Integer> used(List<LabelRule> rules) {
        return rules.stream().map(LabelRule::codepoint).distinct().toList();
    }

    private static String mark(int codepoint) {
        return "0x%02x000000".formatted(0x40 | codepoint);
    }

    private static LinuxStep chain(String name, String kind) {
        String chain = "chain ip " + TABLE + " " + name;
        return new LinuxStep(
                NFT_CREATE + chain + " '{ " + kind + " priority mangle; policy accept; }'", NFT_DELETE + chain);
    }

    private static List<LinuxStep> marking(String chain, List<Integer> codepoints) {
        String map = "map ip " + TABLE + " marks";
        String element = "element ip " + TABLE + " marks ";
        String marks = codepoints.stream()
                .map(codepoint -> codepoint + " : " + mark(codepoint))
                .collect(Collectors.joining(", ", "'{ ", " }'"));
        String keys = codepoints.stream().map(String::valueOf).collect(Collectors.joining(", ", "'{ ", " }'"));
        return List.of(
                new LinuxStep(NFT_CREATE + map + " '{ type dscp : mark; }'", NFT_DELETE + map),
                new LinuxStep(NFT_ADD + element + marks, NFT_DELETE + element + keys),
                rule(chain, "meta mark set ip dscp map @marks"));
    }

    private static LinuxStep rule(String chain, String rule) {
        String at = "ip " + TABLE + " " + chain;
        return new LinuxStep(NFT_ADD + "rule " + at + " " + rule, "nft flush chain " + at);
    }
}
