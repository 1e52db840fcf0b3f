// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.util.Map;
import java.util.Optional;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * A switch as OpenFlow calls it.
 *
 * @param datapath its id
 * @param certificate the name that its certificate has to have; empty: no certificate is asked for, or any of the authority will do
 * @param ports by neighbour, for all neighbours that it has in the topology
 */
record KnownSwitch(Switch node, long datapath, Optional<String> certificate, Map<Node, Integer> ports) {
    KnownSwitch {
        ports = Map.copyOf(ports);
    }

    /** @param out one of its links */
    OFPort port(Link out) {
        return OFPort.of(ports.get(out.to()));
    }

    /** As operators and Open vSwitch write it. */
    static String text(long datapath) {
        return "%016x".formatted(datapath);
    }
}
