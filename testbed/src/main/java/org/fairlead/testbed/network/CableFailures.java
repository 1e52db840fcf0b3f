// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/**
 * Cables between switches that fail and come back, in a network whose switches have a routing protocol.
 *
 * <p>At once: neither direction carries anything, and the switches at both ends forward over what is left. When {@link #converge} is called, all others do, too. Labels are not routed
 * anew: they are static. Safe for threads, one at a time.
 */
public final class CableFailures {
    private final Fabric fabric;
    private final Optional<LabelledFabric> labels;
    private final Set<Link> down = new HashSet<>();
    /** Beside a cable that changed since all converged: the kernel may have dropped routes of its own accord. */
    private final Set<Node> beside = new HashSet<>();

    /** What nodes route by, where that is not what the whole network's plan says. */
    private final Map<Node, List<String>> routed = new HashMap<>();

    /** @param labels where switches have tables of labels */
    public CableFailures(Fabric fabric, Optional<LabelledFabric> labels) {
        this.fabric = fabric;
        this.labels = labels;
    }

    /** @param cable either direction; told by its ends' names, so of whichever reading of the topology */
    public synchronized void fail(Link cable) throws IOException {
        Link link = ofFabric(cable);
        at(link.from(), List.of("link set dev " + fabric.plan().interfaceName(link) + " down"));
        down.add(link);
        beside.add(link.from());
    }

    /** With the neighbour, and with the labels' routes, that the kernel forgot when it failed. */
    public synchronized void repair(Link cable) throws IOException {
        Link link = ofFabric(cable);
        String device = fabric.plan().interfaceName(link);
        String ofDevice = " dev " + device + " ";
        List<String> lines = new ArrayList<>(List.of("link set dev " + device + " up"));
        fabric.plan().addressesAndRoutes(link.from()).stream()
                .filter(line -> line.startsWith("neigh ") && line.contains(ofDevice))
                .forEach(lines::add);
        labels.ifPresent(labelled -> labelled.routes(link.from()).stream()
                .filter(line -> line.contains(ofDevice))
                .forEach(line -> lines.add(replaced(line))));
        at(link.from(), lines);
        down.remove(link);
        beside.add(link.from());
    }

    private Link ofFabric(Link cable) {
        Topology topology = fabric.topology();
        return topology.link(
                        topology.node(cable.from().name()).orElseThrow(),
                        topology.node(cable.to().name()).orElseThrow())
                .orElseThrow();
    }

    /** All that failed is there again, and all know. */
    public synchronized void repairAll() throws IOException {
        for (Link link : List.copyOf(down)) {
            repair(link);
        }
        converge();
    }

    /** All switches and hosts know by now which cables there are. */
    public synchronized void converge() throws IOException {
        NetworkPlan whole = fabric.plan();
        NetworkPlan now = whole.without(both(down));
        for (Node node : fabric.topology().nodes()) {
            List<String> routes = routes(now, node);
            List<String> before = routed.getOrDefault(node, routes(whole, node));
            List<String> lines = routes.stream()
                    .filter(line -> beside.contains(node) || !before.contains(line))
                    .map(CableFailures::replaced)
                    .toList();
            if (!lines.isEmpty()) {
                at(node, lines);
            }
            routed.put(node, routes);
        }
        beside.clear();
    }

    private static List<String> routes(NetworkPlan plan, Node node) {
        return plan.addressesAndRoutes(node).stream()
                .filter(line -> line.startsWith("route add "))
                .toList();
    }

    private static String replaced(String line) {
        return line.replaceFirst("^route add ", "route replace ");
    }

    private Set<Link> both(Set<Link> links) {
        Topology topology = fabric.topology();
        Set<Link> both = new HashSet<>(links);
        links.forEach(link -> topology.linksFrom(link.to()).stream()
                .filter(back -> back.to().equals(link.from()))
                .forEach(both::add));
        return both;
    }

    private void at(Node node, List<String> lines) throws IOException {
        try {
            fabric.callAt(node, () -> {
                Command.batch("ip", lines);
                return null;
            });
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(node.name() + " cannot be entered: " + e.getMessage(), e);
        }
    }
}
