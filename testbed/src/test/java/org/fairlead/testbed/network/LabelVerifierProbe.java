// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.LinuxNames;
import org.fairlead.network.label.LinuxStep;
import org.fairlead.network.verify.LabelVerification;
import org.fairlead.network.verify.LabelVerifier;
import org.fairlead.network.verify.ProbeLimits;
import org.fairlead.network.verify.TcpProber;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;

/** Has a fat tree's labels verified from a host: as configured, with one switch broken in several ways, and where no switch answers; what it finds wrong ends it. */
final class LabelVerifierProbe {
    private static final int PORT = 9866;
    private static final int TIMEOUT_MS = 300;
    private static final String DROP_CHAIN = "nft add table ip broken; nft add chain ip broken forward"
            + " '{ type filter hook forward priority 0; policy accept; }'; nft add rule ip broken forward ip dscp ";
    private static final String UNDO_DROP = "nft delete table ip broken";

    private final Fabric fabric;
    private final Topology topology;
    private final LabelPlan plan;
    private final Host source;
    private final Map<Host, String> destinations = new LinkedHashMap<>();
    private final Map<String, Node> nodes = new HashMap<>();

    private LabelVerifierProbe(Fabric fabric) {
        this.fabric = fabric;
        topology = fabric.topology();
        plan = LabelPlan.of(topology, Codepoints.named("8-15"));
        source = topology.host("h1");
        topology.nodes().forEach(node -> nodes.put(fabric.plan().address(node), node));
        for (String name : List.of("h3", "h9", "h13")) {
            Host host = topology.host(name);
            destinations.put(host, fabric.plan().address(host));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Topology topology = TopologyFile.read(Path.of(arguments[0]));
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)))) {
            new LabelVerifierProbe(fabric).run();
        }
        System.out.println("done");
    }

    private void run() throws Exception {
        LabelVerification bare = verified();
        check(!bare.allObey() && bare.blamed().contains("e1"), "without any entry: " + bare.blamed());

        configure();
        expect("as configured", Set.of());

        String toH13 = fabric.plan().address(topology.host("h13"));
        broken(
                "e1 has no rule for label 8",
                "e1",
                "ip rule del pref 7408",
                "ip rule add pref 7408 fwmark 0x48000000/0xff000000 table 7408 protocol 74");
        String alteredBack = "ip route replace " + toH13 + "/32 table 7408 protocol 74 " + nextHop("a1", "c1");
        broken(
                "a1 sends label 8 to another core, to one host",
                "a1",
                "ip route replace " + toH13 + "/32 table 7408 protocol 74 " + nextHop("a1", "c2"),
                alteredBack);
        broken(
                "a2 has no entry of label 11, to one host",
                "a2",
                "ip route del " + toH13 + "/32 table 7411 protocol 74",
                "ip route add " + toH13 + "/32 table 7411 protocol 74 " + nextHop("a2", "c4"));
        broken("c3 drops label 10", "c3", DROP_CHAIN + "10 drop", UNDO_DROP);
        broken("e7 drops what has a label", "e7", DROP_CHAIN + "8-11 drop", UNDO_DROP);
        expect("repaired", Set.of());

        listening();
        seldom();
        quietSwitches();
    }

    /** Somebody listens where probes go: they connect, and are reset. */
    private void listening() throws Exception {
        Host host = topology.host("h13");
        try (ServerSocket server = fabric.callOn(
                host.name(), () -> new ServerSocket(PORT, 50, InetAddress.getByName(destinations.get(host))))) {
            expect("with a listener on " + server.getLocalPort(), Set.of());
        }
    }

    /** As Linux switches do by default: to one host six at once, then one a second. */
    private void seldom() throws Exception {
        for (Node node : topology.switches()) {
            shell(node, "echo 1000 > /proc/sys/net/ipv4/icmp_ratelimit");
        }
        LabelVerification found = verified(new ProbeLimits(1, 3, 500, 1_100));
        check(found.allObey(), "of switches that answer seldom: " + found.paths());
        System.out.println("switches that answer once a second: all obey");
    }

    private void quietSwitches() throws Exception {
        for (Node node : topology.switches()) {
            shell(
                    node,
                    "nft add table ip quiet; nft add chain ip quiet out '{ type filter hook output priority 0; policy drop; }'");
        }
        LabelVerification found = verified();
        check(!found.isAnswered() && !found.allObey(), "no switch answers, and yet: " + found.answering());
        System.out.println("no switch answers: said so");
    }

    private String nextHop(String from, String to) {
        return fabric.plan().nextHop(topology.link(node(from), node(to)).orElseThrow());
    }

    private Node node(String name) {
        return topology.node(name).orElseThrow();
    }

    private void configure() throws Exception {
        LinuxLabels labels = new LinuxLabels(plan, new LinuxNames() {
            @Override
            public String address(Host host) {
                return fabric.plan().address(host);
            }

            @Override
            public String nextHop(Link link) {
                return fabric.plan().nextHop(link);
            }
        });
        for (Node node : topology.switches()) {
            for (LinuxStep step : labels.steps(node)) {
                shell(node, step.command());
            }
        }
    }

    private void shell(Node node, String line) throws Exception {
        fabric.callAt(node, () -> Command.run(List.of("sh", "-ec", line)));
    }

    private void broken(String what, String name, String breaking, String repair) throws Exception {
        shell(node(name), breaking);
        expect(what, Set.of(name));
        shell(node(name), repair);
    }

    private void expect(String what, Set<String> blamed) throws Exception {
        LabelVerification found = verified();
        check(
                found.blamed().equals(blamed) && found.silent().isEmpty() && found.allObey() == blamed.isEmpty(),
                what + ": named are " + found.blamed() + ", silent " + found.silent() + ", of " + found.paths());
        System.out.println(what + ": named are " + found.blamed());
    }

    private LabelVerification verified() throws Exception {
        return verified(new ProbeLimits(16, 2, 500, 20));
    }

    private LabelVerification verified(ProbeLimits limits) throws Exception {
        return fabric.callOn(source.name(), () -> new LabelVerifier(
                        plan,
                        source,
                        destinations,
                        nodes,
                        new TcpProber(fabric.plan().address(source), PORT, TIMEOUT_MS),
                        limits,
                        TimeSource.SYSTEM)
                .run());
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
