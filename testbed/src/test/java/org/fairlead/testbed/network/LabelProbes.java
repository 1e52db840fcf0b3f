// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;

/** What probes of labels have in common. */
final class LabelProbes {
    private LabelProbes() {}

    /** The names of the links between switches on a path. */
    static Set<String> path(Topology topology, Host source, Host destination, PathChoice choice) {
        EqualCostRoutes paths = topology.routes().inner(source.index(), destination.index());
        Set<String> names = new TreeSet<>();
        for (int hop = 0; hop < paths.hops(); hop++) {
            names.add(topology.links().get(paths.link(choice.number(), hop)).name());
        }
        return names;
    }

    static List<Link> betweenSwitches(Topology topology) {
        return topology.links().stream()
                .filter(link -> link.from() instanceof Switch && link.to() instanceof Switch)
                .toList();
    }

    static long bytes(Link link, List<LinkCount> before, List<LinkCount> after) {
        return after.get(link.index()).bytes() - before.get(link.index()).bytes();
    }

    /** On a socket for IPv4 and IPv6 alike, IPv4's codepoint would stay 0. */
    static Socket connected(InetSocketAddress address, int codepoint) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.INET);
        channel.setOption(StandardSocketOptions.IP_TOS, codepoint << 2);
        channel.connect(address);
        return channel.socket();
    }

    /** Sorts them; the median, the 99th percentile and the largest, as text. */
    static String percentiles(double[] values) {
        Arrays.sort(values);
        int last = values.length - 1;
        return "%.0f, %.0f, %.0f".formatted(values[last / 2], values[(int) Math.ceil(0.99 * last)], values[last]);
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
