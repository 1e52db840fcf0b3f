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

    /**
     * The network device by which a link leaves the node at which it begins.
     *
     * @throws IllegalArgumentException if its next hop names none
     */
    default String device(Link link) {
        String[] words = nextHop(link).split(" ", -1);
        for (int at = 0; at + 1 < words.length; at++) {
            if (words[at].equals("dev")) {
                return words[at + 1];
            }
        }
        throw new IllegalArgumentException("next-hops: '" + link.name() + "' names no device, such as 'dev swp1'");
    }
}
