// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How a Linux host has packets bear a codepoint: two nftables maps from destination and TCP port to a chain that writes it. {@code own_port} knows a packet by the port that sends (a DataNode that is read), {@code peer_port}
 * by the port that is sent to (a DataNode that is written). Elements may have timeouts. What bears a codepoint already keeps it.
 *
 * <p>A packet is looked up twice at most, however many codepoints there are.
 */
public final class PortMaps {
    private static final String PREFIX = "codepoint_";

    private PortMaps() {}

    /**
     * The chains and maps, and the rules that use them, in order.
     *
     * @param table of family ip, which stands
     * @param chain of that table, through which goes what the host sends, and which stands
     */
    public static List<LinuxStep> steps(String table, String chain, Collection<Integer> codepoints) {
        List<LinuxStep> steps = new ArrayList<>();
        for (int codepoint : codepoints) {
            String writing = PREFIX + codepoint;
            steps.add(created("chain", table, writing, ""));
            steps.add(rule(table, writing, "ip dscp set " + codepoint));
        }
        for (LinuxLabels.Port port : LinuxLabels.Port.values()) {
            steps.add(created(
                    "map", table, port.map(), " '{ type ipv4_addr . inet_service : verdict; flags timeout; }'"));
            steps.add(rule(table, chain, "ip dscp 0 ip daddr . tcp " + port.field() + " vmap @" + port.map()));
        }
        return steps;
    }

    /**
     * An element as nftables takes it between braces.
     *
     * @param key address and port
     * @param options such as {@code timeout 60s}, or empty
     */
    public static String element(String key, String options, int codepoint) {
        return key + (options.isEmpty() ? "" : " " + options) + " : jump " + PREFIX + codepoint;
    }

    /** What {@link #steps} make for codepoints: maps and chains. */
    static List<String> names(Collection<Integer> codepoints) {
        List<String> names = new ArrayList<>();
        for (LinuxLabels.Port port : LinuxLabels.Port.values()) {
            names.add(port.map());
        }
        codepoints.forEach(codepoint -> names.add(PREFIX + codepoint));
        return names;
    }

    /** The codepoint that a chain writes; -1 where it is none of these chains. */
    static int codepoint(String chain) {
        return chain.matches(PREFIX + "\\d{1,2}") ? Integer.parseInt(chain.substring(PREFIX.length())) : -1;
    }

    private static LinuxStep created(String kind, String table, String name, String is) {
        String what = kind + " ip " + table + " " + name;
        return new LinuxStep("nft create " + what + is, "nft delete " + what);
    }

    private static LinuxStep rule(String table, String chain, String rule) {
        String at = "ip " + table + " " + chain;
        return new LinuxStep("nft add rule " + at + " " + rule, "nft flush chain " + at);
    }
}
