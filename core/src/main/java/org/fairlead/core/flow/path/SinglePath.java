// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Optional;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topology;

/**
 * Sends all flows of a host pair over one path: the first that is up.
 *
 * <p>Goals: the network without multipath routing, as the least that others are measured against.
 *
 * <p>Constraints: no link of the path is down; only paths of the fewest hops.
 *
 * <p>Algorithm: the path of the lowest number ({@link EqualCostPaths}) whose links all have capacity.
 *
 * <p>Example: racks under two roots; all flows between racks go through the first root, and through the second when the
 * first's link is down.
 */
final class SinglePath implements PathSelector {
    private final PathSearch search;

    SinglePath(Topology topology) {
        search = new PathSearch(new EqualCostPaths(topology));
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        if (source == destination) {
            return Optional.of(new int[0]);
        }
        long up = search.count(source, destination, links::capacity, Double.MIN_VALUE);
        return up == 0 ? Optional.empty() : Optional.of(search.counted(0));
    }
}
