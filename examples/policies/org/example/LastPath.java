// SPDX-License-Identifier: Apache-2.0
package org.example;

import java.util.Arrays;
import java.util.Optional;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topology;

/**
 * Sends all flows of a host pair over one path: the last that is up.
 *
 * <p><b>Goals.</b> An example.
 *
 * <p><b>Constraints.</b> No link of the path is down.
 *
 * <p><b>Algorithm.</b> The path of the highest number ({@link EqualCostPaths}) whose links all have capacity. Paths are tried one after
 * the other, which is too slow where there are thousands.
 *
 * <p><b>Example.</b> Racks under two roots; all flows between racks go through the second.
 */
final class LastPath implements PathSelector {
    private final EqualCostPaths paths;

    LastPath(Topology topology) {
        paths = new EqualCostPaths(topology);
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        for (int number = paths.count(source, destination) - 1; number >= 0; number--) {
            int[] path = paths.links(source, destination, number);
            if (Arrays.stream(path).allMatch(link -> links.capacity(link) > 0)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }
}
