// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Routes say the same as the topology's own search. */
class RoutesTest {
    private static Set<List<Integer>> paths(Routes routes, Host source, Host destination) {
        EqualCostRoutes paths = routes.inner(source.index(), destination.index());
        Set<List<Integer>> all = new HashSet<>();
        for (int path = 0; path < paths.count(); path++) {
            List<Integer> links = new ArrayList<>();
            if (routes.isPlain(source.index()) && !source.equals(destination)) {
                links.add(routes.upLink(source.index()));
            }
            for (int hop = 0; hop < paths.hops(); hop++) {
                links.add(paths.link(path, hop));
            }
            if (routes.isPlain(destination.index()) && !source.equals(destination)) {
                links.add(routes.downLink(destination.index()));
            }
            all.add(links);
        }
        return all;
    }

    private static Set<List<Integer>> paths(Topology topology, Host source, Host destination) {
        Set<List<Integer>> all = new HashSet<>();
        for (Path path : topology.paths(source, destination)) {
            all.add(path.links().stream().map(Link::index).toList());
        }
        return all;
    }

    private static void agree(Topology topology) {
        Routes routes = topology.routes();
        for (int again = 0; again < 2; again++) {
            for (Host source : topology.hosts()) {
                for (Host destination : topology.hosts()) {
                    assertThat(paths(routes, source, destination))
                            .as(source.name() + " to " + destination.name())
                            .isEqualTo(paths(topology, source, destination));
                }
            }
        }
    }

    @Property(tries = 30)
    void inTreesWithSeveralRoots(
            @ForAll @IntRange(min = 1, max = 5) int racks,
            @ForAll @IntRange(min = 1, max = 3) int hosts,
            @ForAll @IntRange(min = 1, max = 4) int roots) {
        agree(Topologies.multiRooted(new Topology.Builder("roots"), racks, hosts, roots, 10, 10)
                .build());
    }

    @Test
    void inAFatTree() {
        agree(Topologies.fatTree(new Topology.Builder("fat"), 4, 10).build());
    }

    @Test
    void withHostsOnTheRootHostsOnTwoSwitchesAndARackOverTwoSwitches() {
        Topology.Builder builder = Topologies.multiRooted(new Topology.Builder("odd"), 3, 2, 1, 10, 10);
        builder.host("gateway", "r9").cable("gateway", "c1", 10);
        builder.host("double", "r1").cable("double", "e1", 10).cable("double", "e2", 10);
        builder.host("moved", "r1").cable("moved", "e3", 10);
        agree(builder.build());
    }

    @Test
    void ofManyWaysSixteenAreKeptEvenly() {
        Topology topology = Topologies.multiRooted(new Topology.Builder("wide"), 2, 1, 40, 10, 10)
                .build();
        EqualCostRoutes paths = topology.routes()
                .inner(topology.host("h1").index(), topology.host("h2").index());

        assertThat(paths.count()).isEqualTo(16);
        assertThat(paths.hops()).isEqualTo(2);
    }

    @Test
    void theCoreIsTheHighestSwitches() {
        Topology topology =
                Topologies.fatTree(new Topology.Builder("fat"), 4, 10).build();
        EqualCostRoutes down = topology.routes().fromCore(topology.host("h1").index());
        EqualCostRoutes up = topology.routes().toCore(topology.host("h1").index());

        assertThat(down.count()).isEqualTo(4);
        assertThat(down.hops()).isEqualTo(2);
        assertThat(topology.links().get(down.link(0, 0)).from().name()).startsWith("c");
        assertThat(topology.links().get(up.link(0, 1)).to().name()).startsWith("c");
    }
}
