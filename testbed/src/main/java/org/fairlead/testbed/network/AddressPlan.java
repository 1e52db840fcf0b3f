// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;

/**
 * Names and addresses, all following from the topology alone.
 *
 * <p>The n-th host has 10.77.(n / 250).(n % 250 + 1): the last byte tells up to 250 hosts apart, which the queues'
 * classifier hashes on. Switches have 10.78.… on their loopback, only so that traceroute shows them. An interface is
 * called {@code to-NEIGHBOUR} where the kernel's 15 characters allow it.
 */
final class AddressPlan {
    /** The next hop on every cable. Its hardware address is entered by hand at each end, so that nobody asks for it. */
    static final String NEXT_HOP = "169.254.0.1";

    private static final int PER_SUBNET = 250;
    private static final int MOST = PER_SUBNET * 256;
    private static final int LONGEST_INTERFACE_NAME = 15;

    private final String prefix;
    private final Map<Node, String> addresses = new HashMap<>();

    AddressPlan(Topology topology, String prefix) {
        this.prefix = prefix;
        number(topology.hosts(), "10.77");
        number(topology.switches(), "10.78");
    }

    private void number(Iterable<? extends Node> nodes, String network) {
        int next = 0;
        for (Node node : nodes) {
            if (next == MOST) {
                throw new IllegalArgumentException("more than " + MOST + " hosts or switches");
            }
            addresses.put(node, network + "." + next / PER_SUBNET + "." + (next % PER_SUBNET + 1));
            next++;
        }
    }

    String namespace(Node node) {
        return prefix + node.name();
    }

    String address(Node node) {
        return addresses.get(node);
    }

    /** The interface by which a link leaves its first node. */
    static String interfaceName(Node at, Node towards) {
        String name = "to-" + towards.name();
        return name.length() <= LONGEST_INTERFACE_NAME ? name : "to." + towards.index();
    }

    static String interfaceName(Link link) {
        return interfaceName(link.from(), link.to());
    }

    /** A link as the next hop of a route, on its first node. */
    static String nextHop(Link link) {
        return "via " + NEXT_HOP + " dev " + interfaceName(link) + " onlink";
    }

    /** Locally administered; unique in a topology of up to 2^20 nodes, whatever cables it has. */
    static String hardwareAddress(Node at, Node towards) {
        int one = at.index();
        int other = towards.index();
        return "%02x:%02x:%02x:%02x:%02x:%02x"
                .formatted(
                        0x02 | (at instanceof Switch ? 0x10 : 0),
                        (one >> 12) & 0xff,
                        (one >> 4) & 0xff,
                        ((one & 0xf) << 4) | ((other >> 16) & 0xf),
                        (other >> 8) & 0xff,
                        other & 0xff);
    }

    /** The last byte of a host's address: the hash key of the classifier. */
    int hashKey(Host host) {
        String address = address(host);
        return Integer.parseInt(address.substring(address.lastIndexOf('.') + 1));
    }
}
