// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;

/** Builds a fat tree and its decoy, and connects each pair of hosts; what it finds wrong ends it. */
final class FabricProbe {
    private FabricProbe() {}

    public static void main(String[] arguments) throws Exception {
        Topology topology =
                Topologies.fatTree(new Topology.Builder("fat"), 4, 12.5e6).build();
        FabricOptions options = FabricOptions.of(Queueing.valueOf(arguments[0]), 1);
        long start = System.nanoTime();
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, options))) {
            System.out.println("built in " + (System.nanoTime() - start) / 1_000_000 + " ms");
            try (Fabric decoy =
                    Fabric.create(new NetworkPlan(topology, options.withPrefix(FabricOptions.DECOY_PREFIX)))) {
                check(decoy.commandOn("h1", List.of("true")).contains("x-h1"), "prefix");
            }
            names(fabric);
            for (Host from : topology.hosts()) {
                for (Host to : topology.hosts()) {
                    if (!from.equals(to)) {
                        connect(fabric, from.name(), to.name());
                    }
                }
            }
            counters(fabric);
        }
        check(
                new ProcessBuilder("sh", "-c", "test -z \"$(ip netns list)\"")
                                .start()
                                .waitFor()
                        == 0,
                "namespaces left");
        System.out.println("done");
    }

    private static void names(Fabric fabric) throws Exception {
        Path file = Files.createTempFile("hosts", "");
        fabric.bindHostNames(file);
        check(InetAddress.getAllByName("h16")[0].getHostAddress().equals(fabric.address("h16")), "forward name");
        check(InetAddress.getAllByName(fabric.address("h16"))[0].getHostName().equals("h16"), "reverse name");
        Files.delete(file);
    }

    private static void connect(Fabric fabric, String from, String to) throws Exception {
        InetAddress address = InetAddress.getAllByName(fabric.address(to))[0];
        // java.net's sockets come into being when they are bound or connected, so that is what belongs on the host
        try (ServerSocket server = fabric.callOn(to, () -> new ServerSocket(0, 1, address));
                Socket socket = fabric.callOn(from, () -> new Socket(address, server.getLocalPort()))) {
            check(socket.getLocalAddress().getHostAddress().equals(fabric.address(from)), "source address of " + from);
        }
    }

    private static void counters(Fabric fabric) throws Exception {
        try (LinkCounters counters = fabric.counters()) {
            long hostPackets = 0;
            List<LinkCount> counts = counters.read();
            for (var link : fabric.topology().links()) {
                hostPackets +=
                        link.from() instanceof Host ? counts.get(link.index()).packets() : 0;
            }
            check(hostPackets > 16 * 15 * 3, "only " + hostPackets + " packets counted");
            check(counts.stream().allMatch(count -> count.drops() == 0), "drops");
        }
        Process process =
                new ProcessBuilder(fabric.commandOn("h2", List.of("ip", "-4", "-o", "addr", "show", "to-e1"))).start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = reader.readLine();
            check(line != null && line.contains(fabric.address("h2")), "command on h2: " + line);
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
