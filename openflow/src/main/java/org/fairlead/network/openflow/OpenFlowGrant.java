// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.HostGrant;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.TableId;

/**
 * What an operator allows to write into switches: entries between hosts whose addresses were given, by ports that were given for a class, in one table, with these priorities. Nothing else is ever written.
 *
 * @param addresses by host
 * @param table of all switches
 * @param basePriority of the entries that forward everything; none where others forward
 * @param pinPriority of the entries that give paths
 * @param lifetime of a pin that nobody renews, whole seconds
 */
record OpenFlowGrant(
        Map<Host, IPv4Address> addresses,
        Map<TrafficClass, List<ClassPort>> ports,
        TableId table,
        OptionalInt basePriority,
        int pinPriority,
        Duration lifetime) {
    /** @throws IllegalArgumentException if two hosts have one address or two classes one port: their packets cannot be told apart */
    OpenFlowGrant {
        addresses = Map.copyOf(addresses);
        ports = Map.copyOf(ports);
        HostGrant.requireDistinct(addresses.values(), ports.values());
    }

    /** Why a unit cannot be given any path; empty if it can. */
    String refusal(FlowUnit unit, List<Node> nodes) {
        if (unit.source() == unit.destination()) {
            return "a host reaches itself without a network";
        }
        for (int host : new int[] {unit.source(), unit.destination()}) {
            if (host < 0 || host >= nodes.size() || !addresses.containsKey(nodes.get(host))) {
                return (host < 0 || host >= nodes.size()
                                ? "host " + host
                                : nodes.get(host).name()) + " is not granted";
            }
        }
        return ports.containsKey(unit.trafficClass()) ? "" : "no port is granted for this class";
    }
}
