// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** In which layer a node stands: by what a switch joins, not by whether it has hosts. */
final class LayersTest {
    private static Topology.Builder builder() {
        return new Topology.Builder("test");
    }

    private static int layer(Topology topology, String node) {
        return Layers.of(topology)[topology.node(node).orElseThrow().index()];
    }

    private static void eachLinkJoinsTwoLayers(Topology topology) {
        int[] layers = Layers.of(topology);
        assertThat(topology.hosts())
                .allSatisfy(host -> assertThat(layers[host.index()]).isZero());
        assertThat(topology.switches())
                .allSatisfy(node -> assertThat(layers[node.index()]).isPositive());
        assertThat(topology.links())
                .allSatisfy(link -> assertThat(layers[link.from().index()])
                        .as(link.name())
                        .isNotEqualTo(layers[link.to().index()]));
    }

    @Test
    void aRootWithHostsOfItsOwnIsNoRacksSwitch() {
        Topology tree = Topologies.tree(builder(), 4, 3, 100, 2)
                .host("master", "services")
                .cable("master", "c1", 200)
                .host("n0", "outside")
                .cable("n0", "c1", 200)
                .build();

        assertThat(layer(tree, "e1")).isEqualTo(1);
        assertThat(layer(tree, "c1")).isEqualTo(2);
        eachLinkJoinsTwoLayers(tree);
    }

    @Test
    void oneOfTwoRootsMayHaveHostsAndSoMayBoth() {
        Topology.Builder one = Topologies.multiRooted(builder(), 4, 2, 2, 10, 10)
                .host("master", "services")
                .cable("master", "c1", 20);
        assertThat(layer(one.build(), "c1")).isEqualTo(2);
        assertThat(layer(one.build(), "c2")).isEqualTo(2);

        Topology both = one.host("driver", "services").cable("driver", "c2", 20).build();
        assertThat(layer(both, "c1")).isEqualTo(2);
        assertThat(layer(both, "c2")).isEqualTo(2);
        assertThat(layer(both, "e3")).isEqualTo(1);
    }

    @Test
    void aCoreSwitchOfAFatTreeMayHaveHosts() {
        Topology tree = Topologies.fatTree(builder(), 4, 10)
                .host("master", "services")
                .cable("master", "c1", 20)
                .build();

        assertThat(layer(tree, "e5")).isEqualTo(1);
        assertThat(layer(tree, "a1")).isEqualTo(2);
        assertThat(layer(tree, "c1")).isEqualTo(3);
        assertThat(layer(tree, "c4")).isEqualTo(3);
        eachLinkJoinsTwoLayers(tree);
    }

    @Test
    void aRackAtTheCoreDoesNotPullTheCoreDown() {
        Topology.Builder tree = builder();
        for (String name : new String[] {"c", "a1", "a2", "e1", "e2", "e3", "e4", "e9"}) {
            tree.switchNode(name);
        }
        tree.cable("a1", "c", 1).cable("a2", "c", 1).cable("e9", "c", 1);
        tree.cable("e1", "a1", 1).cable("e2", "a1", 1).cable("e3", "a2", 1).cable("e4", "a2", 1);
        for (String edge : new String[] {"e1", "e2", "e3", "e4", "e9"}) {
            tree.host("h" + edge, "r" + edge).cable("h" + edge, edge, 1);
        }

        assertThat(layer(tree.build(), "e9")).isEqualTo(1);
        assertThat(layer(tree.build(), "a2")).isEqualTo(2);
        assertThat(layer(tree.build(), "c")).isEqualTo(3);
        eachLinkJoinsTwoLayers(tree.build());
    }

    @Test
    void aLineOfRacksRisesToItsMiddle() {
        Topology.Builder line = builder();
        for (int i = 1; i <= 5; i++) {
            line.switchNode("s" + i).host("h" + i, "r" + i).cable("h" + i, "s" + i, 1);
        }
        for (int i = 1; i < 5; i++) {
            line.cable("s" + i, "s" + (i + 1), 1);
        }
        Topology topology = line.build();

        assertThat(layer(topology, "s1")).isEqualTo(1);
        assertThat(layer(topology, "s2")).isEqualTo(2);
        assertThat(layer(topology, "s3")).isEqualTo(3);
        eachLinkJoinsTwoLayers(topology);
    }

    @Test
    void twoSwitchesOfOneKindShareALayer() {
        Topology pair = builder()
                .switchNode("s1")
                .switchNode("s2")
                .cable("s1", "s2", 1)
                .host("h1", "r1")
                .cable("h1", "s1", 1)
                .host("h2", "r2")
                .cable("h2", "s2", 1)
                .build();

        assertThat(layer(pair, "s1")).isEqualTo(1);
        assertThat(layer(pair, "s2")).isEqualTo(1);
    }

    @Test
    void switchesThatNoHostReachesAreDrawnAmongTheLowest() {
        Topology apart =
                Topologies.tree(builder(), 2, 2, 100, 2).switchNode("spare").build();

        assertThat(layer(apart, "spare")).isEqualTo(1);
    }

    @Property(tries = 60)
    void treesOfAnySizeAreLayeredWhereverServicesStand(
            @ForAll @IntRange(min = 2, max = 90) int racks,
            @ForAll @IntRange(min = 1, max = 4) int roots,
            @ForAll @IntRange(max = 4) int rootsWithHosts) {
        Topology.Builder tree = Topologies.multiRooted(builder(), racks, 2, roots, 100, 100);
        // With as many such roots as racks nothing tells which side is up.
        for (int root = 1; root <= Math.min(Math.min(roots, rootsWithHosts), racks - 1); root++) {
            tree.host("s" + root, "services").cable("s" + root, "c" + root, 100);
        }
        Topology topology = tree.build();

        eachLinkJoinsTwoLayers(topology);
        assertThat(topology.switches()).allSatisfy(node -> assertThat(layer(topology, node.name()))
                .as(node.name())
                .isEqualTo(node.name().startsWith("c") ? 2 : 1));
    }

    @Property(tries = 20)
    void fatTreesHaveThreeLayersOfSwitches(@ForAll @IntRange(min = 2, max = 6) int half, @ForAll boolean services) {
        Topology.Builder builder = Topologies.fatTree(builder(), 2 * half, 100);
        if (services) {
            builder.host("master", "services").cable("master", "c2", 100);
        }
        Topology tree = builder.build();

        eachLinkJoinsTwoLayers(tree);
        assertThat(tree.switches()).allSatisfy(node -> assertThat(layer(tree, node.name()))
                .as(node.name())
                .isEqualTo(1 + "eac".indexOf(node.name().charAt(0))));
    }
}
