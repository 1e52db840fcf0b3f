// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.protocol.topology.TopologyFile;

/** Runs the commands for labels on a fat tree's switches, sends with labels and without, and takes everything back; what it finds wrong ends it. */
final class LabelsProbe {
    private static final int LABELLED_BYTES = 2_000_000;
    private static final int SHORT_BYTES = 20_000;
    private static final int SHORT_FLOWS = 32;
    private static final int FIRST_PORT = 5001;
    private static final int OTHERS_CODEPOINT = 34;

    private final Fabric fabric;
    private final LinkCounters counters;
    private final Topology topology;
    private final LabelledFabric labelled;
    private final Host source;
    private final Host destination;

    private LabelsProbe(Fabric fabric, LinkCounters counters) {
        this.fabric = fabric;
        this.counters = counters;
        topology = fabric.topology();
        labelled = new LabelledFabric(fabric);
        source = topology.host("h1");
        destination = topology.host("h13");
    }

    public static void main(String[] arguments) throws Exception {
        Topology topology = TopologyFile.read(Path.of(arguments[0]));
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)));
                LinkCounters counters = fabric.counters()) {
            new LabelsProbe(fabric, counters).run();
        }
        System.out.println("done");
    }

    private void run() throws Exception {
        Map<String, String> before = configuration();
        int told = labelled.install();
        check(told == 16 + 16, "every host and all switches but the cores are told: " + told);
        for (int number : new int[] {0, 3}) {
            takesItsPath(new PathChoice(number), FIRST_PORT + number);
        }
        spread("unlabelled", FIRST_PORT + 100, 0);
        spread("with somebody else's codepoint", FIRST_PORT, OTHERS_CODEPOINT);
        labelled.undo();
        Map<String, String> after = configuration();
        before.forEach((node, said) -> check(
                said.equals(after.get(node)), node + " was:\n" + said + "and after undo it is:\n" + after.get(node)));
    }

    /** All that rules, routes and nftables say, by node. */
    private Map<String, String> configuration() throws Exception {
        Map<String, String> said = new LinkedHashMap<>();
        for (Node node : topology.nodes()) {
            said.put(
                    node.name(),
                    fabric.callAt(
                            node,
                            () -> Command.run(List.of("ip", "rule"))
                                    + Command.run(List.of("ip", "route", "show", "table", "all"))
                                    + Command.run(List.of("nft", "list", "ruleset"))));
        }
        return said;
    }

    /** What is sent to this port takes this path, and no other between switches. */
    private void takesItsPath(PathChoice choice, int port) throws Exception {
        int codepoint = labelled.plan()
                .codepoint(source.index(), destination.index(), choice)
                .orElseThrow();
        labelled.install(
                source,
                List.of(labelled.labels()
                        .labelled(destination, LinuxLabels.Port.PEER, port, codepoint, OptionalInt.of(600))));
        List<LinkCount> before = counters.read();
        send(port, 1, LABELLED_BYTES, 0);
        List<LinkCount> after = counters.read();
        Set<String> path = LabelProbes.path(topology, source, destination, choice);
        for (Link link : LabelProbes.betweenSwitches(topology)) {
            long bytes = LabelProbes.bytes(link, before, after);
            check(
                    path.contains(link.name()) ? bytes > LABELLED_BYTES : bytes < LABELLED_BYTES / 5,
                    link.name() + " carried " + bytes + " bytes of label " + codepoint + ", whose path is " + path);
        }
        System.out.println("label " + codepoint + " took " + path);
    }

    /** Many short flows take different paths: that fewer than three of four cores see any has a chance of less than one in a hundred million. */
    private void spread(String what, int port, int codepoint) throws Exception {
        List<LinkCount> before = counters.read();
        send(port, SHORT_FLOWS, SHORT_BYTES, codepoint);
        List<LinkCount> after = counters.read();
        Set<String> used = new TreeSet<>();
        for (Link link : LabelProbes.betweenSwitches(topology)) {
            if (link.to().name().startsWith("c")
                    && link.from().name().matches("a[12]")
                    && LabelProbes.bytes(link, before, after) > SHORT_BYTES) {
                used.add(link.to().name());
            }
        }
        check(used.size() >= 3, what + ", flows took only " + used);
        System.out.println(what + ", flows took " + used);
    }

    private void send(int port, int flows, int bytes, int codepoint) throws Exception {
        InetAddress address = InetAddress.getByName(fabric.address(destination.name()));
        try (ServerSocket server = fabric.callOn(destination.name(), () -> new ServerSocket(port, flows, address))) {
            for (int flow = 0; flow < flows; flow++) {
                try (Socket out = fabric.callOn(
                                source.name(),
                                () -> LabelProbes.connected(new InetSocketAddress(address, port), codepoint));
                        Socket in = server.accept()) {
                    transfer(out, in, bytes);
                }
            }
        }
    }

    private static void transfer(Socket out, Socket in, int bytes) throws Exception {
        Thread writer = new Thread(() -> write(out, bytes));
        writer.start();
        try (InputStream from = in.getInputStream()) {
            int read = from.readAllBytes().length;
            check(read == bytes, read + " of " + bytes + " bytes arrived");
        }
        writer.join();
    }

    private static void write(Socket socket, int bytes) {
        try (OutputStream to = socket.getOutputStream()) {
            to.write(new byte[bytes]);
        } catch (IOException e) {
            System.out.println("cannot write: " + e.getMessage()); // what arrived is too little, then
        }
    }
}
