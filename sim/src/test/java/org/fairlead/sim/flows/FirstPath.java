// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.Arrays;
import java.util.Optional;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/** The first shortest path that is up, or, spread, the one that the flow's number says. */
final class FirstPath implements PathSelector {
    private final Topology topology;
    private final boolean spread;

    FirstPath(Topology topology, boolean spread) {
        this.topology = topology;
        this.spread = spread;
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        int[][] up =
                topology
                        .paths((Host) topology.nodes().get(source), (Host)
                                topology.nodes().get(destination))
                        .stream()
                        .map(path -> path.links().stream()
                                .mapToInt(link -> link.index())
                                .toArray())
                        .filter(path -> Arrays.stream(path).allMatch(link -> links.capacity(link) > 0))
                        .toArray(int[][]::new);
        return up.length == 0 ? Optional.empty() : Optional.of(up[spread ? (int) (flow % up.length) : 0]);
    }
}
