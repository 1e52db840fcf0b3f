// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import static org.fairlead.testbed.network.LabelProbes.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.yaml.Yaml;

/** A labelled fat tree whose cables fail and come back: who reaches whom, and what all nodes route by before and after. What it finds wrong ends it. */
final class CableFailuresProbe {
    private static final List<String> HOSTS = List.of("h1", "h6", "h11", "h16");
    private static final int PORT = 5001;
    private static final int CONNECTIONS = 6;

    private final Fabric fabric;

    private CableFailuresProbe(Fabric fabric) {
        this.fabric = fabric;
    }

    public static void main(String[] arguments) throws Exception {
        Topology topology = TopologyFile.read(Path.of(arguments[0]));
        try (Fabric fabric = Fabric.create(new NetworkPlan(topology, FabricOptions.of(Queueing.FIFO, 1)))) {
            new CableFailuresProbe(fabric).run(LabelledFabric.install(fabric));
        }
        System.out.println("done");
    }

    private void run(LabelledFabric labels) throws Exception {
        CableFailures cables = new CableFailures(fabric, Optional.of(labels));
        Map<String, String> before = routes();
        check(unreached().isEmpty(), "not reached with all cables: " + unreached());
        for (String name : List.of("e1->a1", "c1->a1")) {
            Link link = read(name);
            cables.fail(link);
            cables.converge();
            check(unreached().isEmpty(), "not reached without " + name + ": " + unreached());
            flows(name);
            cables.repair(link);
            cables.converge();
            same(before, routes(), "after " + name);
        }
        List<String> overlapping = List.of("a1->e1", "e1->a1", "a1->e2", "a1->c1", "c1->a1");
        for (String first : overlapping) {
            for (String second : overlapping) {
                overlap(cables, first, second);
                same(before, routes(), "after " + first + " and " + second);
            }
        }
        cables.fail(read("a2->c3"));
        cables.repair(read("a2->c3")); // before anybody was told
        cables.fail(read("e3->a4"));
        cables.converge();
        cables.repairAll();
        same(before, routes(), "after all");
    }

    /** The second fails before the first is back. */
    private void overlap(CableFailures cables, String first, String second) throws Exception {
        cables.fail(read(first));
        cables.converge();
        cables.fail(read(second));
        cables.converge();
        cables.repair(read(first));
        cables.converge();
        cables.repair(read(second));
        cables.converge();
    }

    private Link link(String name) {
        return link(name, fabric.topology());
    }

    private static Link link(String name, Topology topology) {
        return topology.links().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** As programs know it that have read the network's file: among nodes in another order. */
    private Link read(String name) {
        return link(name, TopologyFile.from(Yaml.parse("written.yaml", TopologyFile.text(fabric.topology()))));
    }

    /** Nothing passes the cable. */
    private void flows(String name) throws Exception {
        Link link = link(name);
        try (LinkCounters counters = fabric.counters();
                LiveFlow flow = new LiveFlow(fabric, "h1", "h16", PORT, 0)) {
            List<LinkCount> first = counters.read();
            long begun = System.nanoTime();
            Thread.sleep(500);
            check(flow.rate(begun, System.nanoTime()) > 1e6, "h1 sends next to nothing without " + name);
            check(LabelProbes.bytes(link, first, counters.read()) == 0, "bytes over " + name);
        }
    }

    /** By several connections of each pair, since each takes a path of its own. */
    private List<String> unreached() throws Exception {
        List<String> unreached = new ArrayList<>();
        for (String to : HOSTS) {
            InetAddress address = InetAddress.getByName(fabric.address(to));
            try (ServerSocket server = fabric.callOn(to, () -> new ServerSocket(PORT, 64, address))) {
                for (String from : HOSTS) {
                    for (int connection = 0; connection < CONNECTIONS && !from.equals(to); connection++) {
                        if (!connects(from, server.getLocalSocketAddress())) {
                            unreached.add(from + "-" + to);
                        }
                    }
                }
            }
        }
        return unreached;
    }

    private boolean connects(String from, SocketAddress to) throws Exception {
        try (Socket socket = fabric.callOn(from, () -> {
            Socket opened = new Socket();
            opened.bind(new InetSocketAddress(fabric.address(from), 0));
            return opened;
        })) {
            socket.connect(to, 900); // a lost packet is sent again after a second
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private Map<String, String> routes() throws Exception {
        Map<String, String> routes = new TreeMap<>();
        for (Node node : fabric.topology().nodes()) {
            routes.put(
                    node.name(),
                    fabric.callAt(node, () -> Command.run(List.of("sh", "-c", "ip route show table all; ip neigh"))));
        }
        return routes;
    }

    private static void same(Map<String, String> before, Map<String, String> after, String when) throws IOException {
        for (Map.Entry<String, String> node : before.entrySet()) {
            List<String> was = node.getValue().lines().sorted().toList();
            List<String> is = after.get(node.getKey()).lines().sorted().toList();
            check(was.equals(is), "%s on %s: %s, before %s".formatted(when, node.getKey(), is, was));
        }
    }
}
