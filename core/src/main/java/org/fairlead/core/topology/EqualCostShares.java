// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which share of the traffic between two hosts crosses each link when every switch splits evenly over its next hops. */
public final class EqualCostShares {
    private EqualCostShares() {}

    /** @param path the one that the traffic takes; empty when it is spread */
    public static Map<Link, Double> of(Topology topology, Host from, Host to, Optional<Path> path) {
        return path.map(one -> one.links().stream().collect(Collectors.toMap(link -> link, link -> 1.0)))
                .orElseGet(() -> of(topology, from, to));
    }

    /** Links with a share above 0; empty when there is no way. */
    public static Map<Link, Double> of(Topology topology, Host from, Host to) {
        Map<Link, Double> shares = new LinkedHashMap<>();
        Map<Node, Double> arriving = new LinkedHashMap<>(Map.of(from, 1.0));
        // all paths have the same length: a node's share is complete when the nodes one hop before are done
        while (!arriving.isEmpty()) {
            Map<Node, Double> next = new LinkedHashMap<>();
            arriving.forEach((node, share) -> {
                List<Link> hops = node.equals(to) ? List.of() : topology.nextHops(node, to);
                for (Link hop : hops) {
                    shares.merge(hop, share / hops.size(), Double::sum);
                    next.merge(hop.to(), share / hops.size(), Double::sum);
                }
            });
            arriving = next;
        }
        return new HashMap<>(shares);
    }
}
