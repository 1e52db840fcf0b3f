// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.network.label.LinuxStep;

/** An emulated network that is told what {@code fairlead network labels --for linux} prints, and told to undo it. */
final class LabelledFabric {
    static final String CODEPOINTS = "8-15";

    private final Fabric fabric;
    private final LabelPlan plan;
    private final LinuxLabels labels;
    private final Map<Node, List<LinuxStep>> installed = new LinkedHashMap<>();

    LabelledFabric(Fabric fabric) {
        this.fabric = fabric;
        plan = LabelPlan.of(fabric.topology(), Codepoints.named(CODEPOINTS));
        labels = new LinuxLabels(plan, new LinuxNames() {
            @Override
            public String address(Host host) {
                return fabric.plan().address(host);
            }

            @Override
            public String nextHop(Link link) {
                return fabric.plan().nextHop(link);
            }
        });
    }

    LabelPlan plan() {
        return plan;
    }

    LinuxLabels labels() {
        return labels;
    }

    /** @return how many nodes have something to do */
    int install() throws Exception {
        for (Node node : fabric.topology().nodes()) {
            install(node, labels.steps(node));
        }
        return installed.size();
    }

    void install(Node node, List<LinuxStep> steps) throws Exception {
        if (!steps.isEmpty()) {
            shell(node, steps.stream().map(LinuxStep::toString).toList());
            installed.computeIfAbsent(node, none -> new ArrayList<>()).addAll(steps);
        }
    }

    void undo() throws Exception {
        for (Map.Entry<Node, List<LinuxStep>> one : installed.entrySet()) {
            shell(one.getKey(), LinuxStep.undo(one.getValue()));
        }
    }

    void shell(Node node, List<String> lines) throws Exception {
        fabric.callAt(node, () -> Command.run(List.of("sh", "-ec", String.join("\n", lines))));
    }

    /** The names of the links between switches on a path. */
    Set<String> path(Host source, Host destination, PathChoice choice) {
        EqualCostRoutes paths = fabric.topology().routes().inner(source.index(), destination.index());
        Set<String> names = new TreeSet<>();
        for (int hop = 0; hop < paths.hops(); hop++) {
            names.add(fabric.topology()
                    .links()
                    .get(paths.link(choice.number(), hop))
                    .name());
        }
        return names;
    }

    List<Link> betweenSwitches() {
        return fabric.topology().links().stream()
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

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
