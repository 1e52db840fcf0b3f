// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TopologiesTest {
    private static Topology.Builder builder() {
        return new Topology.Builder("test");
    }

    @Test
    void aTreesUplinkIsTheRacksSumOverItsOversubscription() {
        Topology tree = Topologies.tree(builder(), 4, 3, 100, 2).build();

        assertThat(tree.hosts()).hasSize(12);
        assertThat(tree.racks().keySet()).containsExactly("r1", "r2", "r3", "r4");
        Link uplink = tree.link(tree.node("e1").orElseThrow(), tree.node("c1").orElseThrow())
                .orElseThrow();
        assertThat(uplink.bytesPerSecond()).isEqualTo(150);
        assertThat(tree.paths(tree.host("h1"), tree.host("h4"))).hasSize(1);
        assertThat(tree.paths(tree.host("h1"), tree.host("h2")).get(0).links())
                .extracting(Link::name)
                .containsExactly("h1->e1", "e1->h2");
    }

    @Test
    void withFasterLinksAllElseIsTheSame() {
        Topology tree = Topologies.tree(builder(), 2, 2, 100, 2).build();
        Topology faster = tree.withLinks(2);

        assertThat(faster.nodes()).isEqualTo(tree.nodes());
        assertThat(faster.links()).hasSameSizeAs(tree.links());
        for (Link link : tree.links()) {
            assertThat(faster.links().get(link.index()).name()).isEqualTo(link.name());
            assertThat(faster.links().get(link.index()).bytesPerSecond()).isEqualTo(2 * link.bytesPerSecond());
        }
    }

    @Test
    void aMultiRootedTreeHasAPathForEachRoot() {
        Topology topology = Topologies.multiRooted(builder(), 3, 2, 4, 100, 25).build();

        List<Path> paths = topology.paths(topology.host("h1"), topology.host("h6"));

        assertThat(paths).hasSize(4);
        assertThat(paths).allSatisfy(path -> assertThat(path.bytesPerSecond()).isEqualTo(25));
        assertThat(topology.nextHops(topology.node("e1").orElseThrow(), topology.host("h6")))
                .hasSize(4);
    }

    @Property(tries = 20)
    void aFatTreeHasItsKnownCountsAndPaths(@ForAll @IntRange(min = 1, max = 5) int half) {
        int k = 2 * half;
        Topology tree = Topologies.fatTree(builder(), k, 1e9).build();

        assertThat(tree.hosts()).hasSize(k * k * k / 4);
        assertThat(tree.switches()).hasSize(5 * k * k / 4);
        assertThat(tree.links()).hasSize(2 * 3 * k * k * k / 4);
        Host first = tree.hosts().get(0);
        Host last = tree.hosts().get(tree.hosts().size() - 1);
        assertThat(tree.paths(first, last)).hasSize(half * half);
    }

    @Property(tries = 100)
    void everyPathIsConnectedLoopFreeAndOfTheSameLength(
            @ForAll @IntRange(min = 1, max = 5) int racks,
            @ForAll @IntRange(min = 1, max = 4) int hosts,
            @ForAll @IntRange(min = 1, max = 4) int roots,
            @ForAll @IntRange(min = 0, max = 19) int from,
            @ForAll @IntRange(min = 0, max = 19) int to) {
        Topology topology =
                Topologies.multiRooted(builder(), racks, hosts, roots, 10, 20).build();
        Host source = topology.hosts().get(from % topology.hosts().size());
        Host target = topology.hosts().get(to % topology.hosts().size());

        List<Path> paths = topology.paths(source, target);

        assertThat(paths).isNotEmpty().doesNotHaveDuplicates();
        for (Path path : paths) {
            Node at = source;
            Set<Node> seen = new HashSet<>(Set.of(source));
            for (Link link : path.links()) {
                assertThat(link.from()).isEqualTo(at);
                at = link.to();
                assertThat(seen.add(at)).as("no loop").isTrue();
            }
            assertThat(at).isEqualTo(target);
            assertThat(path.links()).hasSameSizeAs(paths.get(0).links());
        }
    }

    @Test
    void hostsDoNotForward() {
        Topology topology = builder()
                .switchNode("a")
                .switchNode("b")
                .host("left", "r1")
                .host("middle", "r1")
                .host("right", "r2")
                .cable("left", "a", 1)
                .cable("middle", "a", 1)
                .cable("middle", "b", 1)
                .cable("right", "b", 1)
                .build();

        assertThat(topology.paths(topology.host("left"), topology.host("right")))
                .isEmpty();
        assertThat(topology.paths(topology.host("middle"), topology.host("right")))
                .hasSize(1);
        assertThat(topology.paths(topology.host("left"), topology.host("left"))).containsExactly(new Path(List.of()));
    }

    @Test
    void whatWouldBeAmbiguousIsRefused() {
        Topology.Builder builder = builder().switchNode("s").host("h", "r").cable("h", "s", 1);

        assertThatThrownBy(() -> builder.host("s", "r")).hasMessageContaining("'s' stands twice");
        assertThatThrownBy(() -> builder.link("h", "s", 1)).hasMessageContaining("h->s stands twice");
        assertThatThrownBy(() -> builder.link("h", "x", 1)).hasMessageContaining("no host or switch 'x'");
        assertThatThrownBy(() -> builder.link("s", "s", 1)).hasMessageContaining("to itself");
        assertThatThrownBy(() -> builder().switchNode("s").build()).hasMessageContaining("at least one host");
        assertThatThrownBy(() -> Topologies.fatTree(builder(), 3, 1)).hasMessageContaining("even");
    }
}
