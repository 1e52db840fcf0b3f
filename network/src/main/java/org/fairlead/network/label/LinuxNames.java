// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;

/** What a topology does not say and commands need: how the nodes of a network are called in it. */
public interface LinuxNames {
    /** @return an IPv4 address */
    String address(Host host);

    /** @return the next hop as {@code ip route} takes it, such as {@code via 10.0.1.2 dev swp1}, on the node at which the link begins */
    String nextHop(Link link);
}
