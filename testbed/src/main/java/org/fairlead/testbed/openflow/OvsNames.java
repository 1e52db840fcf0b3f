// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.openflow;

import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;

/** Names, addresses and numbers in a network whose switches are bridges of Open vSwitch; they follow from the topology alone. */
public final class OvsNames {
    /** The namespace of all switches. */
    public static final String SWITCHES = "ovs";

    private static final int MOST_NODES = 254;
    private static final int LONGEST_NAME = 15;

    private OvsNames() {}

    /** @throws IllegalArgumentException if the topology cannot be built this way; the message says why */
    public static void requireBuildable(Topology topology) {
        if (topology.nodes().size() > MOST_NODES) {
            throw new IllegalArgumentException("with switches of Open vSwitch a network has at most " + MOST_NODES
                    + " hosts and switches, not " + topology.nodes().size());
        }
        for (Link link : topology.links()) {
            String device = device(link.from(), link.to());
            if (device.length() > LONGEST_NAME) {
                throw new IllegalArgumentException(
                        "with switches of Open vSwitch the names of two neighbours have at most "
                                + (LONGEST_NAME - 1) + " characters together: '"
                                + link.from().name() + "' and '"
                                + link.to().name() + "'");
            }
        }
        for (Node node : topology.nodes()) {
            if (node.name().equals(SWITCHES)) {
                throw new IllegalArgumentException("'" + SWITCHES + "' is the name of all switches' namespace");
            }
        }
        for (Host host : topology.hosts()) {
            if (topology.linksFrom(host).size() != 1) {
                throw new IllegalArgumentException("with switches of Open vSwitch a host has one link; '" + host.name()
                        + "' has " + topology.linksFrom(host).size());
            }
        }
    }

    public static String address(Host host) {
        return "10.77.0." + (host.index() + 1);
    }

    /** By which a switch is known to drivers. */
    static long datapath(Switch node) {
        return 0x1000L + node.index();
    }

    /** The interface by which one node reaches its neighbour. */
    static String device(Node one, Node other) {
        return one.name() + "-" + other.name();
    }

    static String namespace(Node node) {
        return node instanceof Host ? node.name() : SWITCHES;
    }
}
