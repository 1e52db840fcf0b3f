// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;

/**
 * Interfaces and routes of each node, as lines for {@code ip -batch}.
 *
 * <p>Cables have no addresses: a route's next hop is the same made-up neighbour on every interface, with the peer's
 * hardware address entered for good, because an ARP request would be lost where it is needed most, on a full link.
 *
 * <p>TCP's congestion control is an attribute of the hosts' routes: the namespace's default (tcp_congestion_control) may
 * be set by the machine's administrator only, where the machine restricts the algorithm.
 */
final class RoutePlan {
    private final Topology topology;
    private final AddressPlan addresses;
    private final String congestionControl;
    private final int largestSegmentBytes;

    RoutePlan(Topology topology, AddressPlan addresses, String congestionControl, int largestSegmentBytes) {
        this.topology = topology;
        this.addresses = addresses;
        this.congestionControl = congestionControl;
        this.largestSegmentBytes = largestSegmentBytes;
    }

    /** Neighbours of a node in order of index; a cable with one direction only counts at both its ends. */
    Set<Node> neighbours(Node node) {
        Set<Node> found = new LinkedHashSet<>();
        for (Link link : topology.links()) {
            if (link.from().equals(node)) {
                found.add(link.to());
            } else if (link.to().equals(node)) {
                found.add(link.from());
            }
        }
        return found;
    }

    /** Every namespace, then every cable. */
    List<String> creation() {
        List<String> lines = new ArrayList<>();
        topology.nodes().forEach(node -> lines.add("netns add " + addresses.namespace(node)));
        Set<Set<Node>> done = new LinkedHashSet<>();
        for (Link link : topology.links()) {
            if (done.add(Set.of(link.from(), link.to()))) {
                lines.add("link add " + end(link.from(), link.to()) + " type veth peer " + end(link.to(), link.from()));
            }
        }
        return lines;
    }

    private String end(Node at, Node towards) {
        return "name %s address %s mtu 1500 netns %s"
                .formatted(
                        AddressPlan.interfaceName(at, towards),
                        AddressPlan.hardwareAddress(at, towards),
                        addresses.namespace(at));
    }

    List<String> configuration(Node node) {
        List<String> lines = new ArrayList<>();
        lines.add("link set dev lo up");
        boolean first = true;
        for (Node neighbour : neighbours(node)) {
            String device = AddressPlan.interfaceName(node, neighbour);
            lines.add("link set dev " + device + " up gso_max_size " + largestSegmentBytes + " gro_max_size "
                    + largestSegmentBytes);
            if (first && node instanceof Host) {
                lines.add("addr add " + addresses.address(node) + "/32 dev " + device);
            }
            lines.add("neigh replace " + AddressPlan.NEXT_HOP + " lladdr "
                    + AddressPlan.hardwareAddress(neighbour, node) + " dev " + device + " nud permanent");
            first = false;
        }
        if (!(node instanceof Host)) {
            lines.add("addr add " + addresses.address(node) + "/32 dev lo");
        }
        lines.addAll(routes(node));
        return lines;
    }

    private List<String> routes(Node node) {
        List<Link> out = topology.linksFrom(node);
        String source = node instanceof Host ? " src " + addresses.address(node) + " congctl " + congestionControl : "";
        if (node instanceof Host && out.size() == 1) {
            return List.of("route add default" + source + " " + AddressPlan.nextHop(out.get(0)));
        }
        List<String> lines = new ArrayList<>();
        for (Host destination : topology.hosts()) {
            List<Link> hops = topology.nextHops(node, destination);
            String line = "route add " + addresses.address(destination) + "/32" + source;
            if (hops.size() == 1) {
                lines.add(line + " " + AddressPlan.nextHop(hops.get(0)));
            } else if (hops.size() > 1) {
                StringBuilder all = new StringBuilder(line);
                hops.forEach(hop -> all.append(" nexthop ").append(AddressPlan.nextHop(hop)));
                lines.add(all.toString());
            }
        }
        return lines;
    }
}
