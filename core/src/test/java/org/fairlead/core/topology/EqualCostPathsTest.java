// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class EqualCostPathsTest {
    private static Topology fatTree(int k) {
        return Topologies.fatTree(new Topology.Builder("fat tree"), k, 1e9).build();
    }

    /** Random switches, hosts with one link or with several, some that are cut off. */
    private static Topology random(int seed) {
        Random random = new Random(seed);
        Topology.Builder builder = new Topology.Builder("random");
        int switches = 1 + random.nextInt(7);
        int hosts = 2 + random.nextInt(5);
        List<String> names = new ArrayList<>();
        Set<String> linked = new TreeSet<>();
        for (int i = 0; i < switches; i++) {
            builder.switchNode("s" + i);
            names.add("s" + i);
        }
        for (int i = 0; i < hosts; i++) {
            builder.host("h" + i, "r");
            names.add("h" + i);
            if (random.nextInt(3) > 0) {
                String to = "s" + random.nextInt(switches);
                builder.cable("h" + i, to, 1e9);
                linked.add("h" + i + to);
                linked.add(to + "h" + i);
            }
        }
        for (int i = 0; i < 3 * switches; i++) {
            String from = names.get(random.nextInt(names.size()));
            String to = names.get(random.nextInt(names.size()));
            boolean extra = (from.startsWith("s") && to.startsWith("s")) || random.nextInt(4) == 0;
            if (!from.equals(to) && extra && linked.add(from + to)) {
                builder.link(from, to, 1e9);
            }
        }
        return builder.build();
    }

    @Property(tries = 300)
    void theNumbersAreThoseOfTheListedPaths(@ForAll int seed) {
        Topology topology = random(seed);

        assertEqualToTheList(topology);
    }

    @Property(tries = 3)
    void alsoInFatTrees(@ForAll @IntRange(min = 1, max = 3) int half) {
        assertEqualToTheList(fatTree(2 * half));
    }

    private static void assertEqualToTheList(Topology topology) {
        EqualCostPaths paths = new EqualCostPaths(topology);
        for (Host source : topology.hosts()) {
            for (Host destination : topology.hosts()) {
                List<int[]> listed = topology.paths(source, destination).stream()
                        .map(path -> path.links().stream().mapToInt(Link::index).toArray())
                        .toList();
                assertThat(paths.count(source.index(), destination.index())).isEqualTo(listed.size());
                for (int number = 0; number < listed.size(); number++) {
                    assertThat(paths.links(source.index(), destination.index(), number))
                            .isEqualTo(listed.get(number));
                }
            }
        }
    }

    @Test
    void theSameNumberIsTheSameCoreBetweenAllPods() {
        Topology topology = fatTree(4);
        EqualCostPaths paths = new EqualCostPaths(topology);

        for (int number = 0; number < 4; number++) {
            String core = "c" + (number + 1);
            for (Host source : topology.hosts()) {
                for (Host destination : topology.hosts()) {
                    if (paths.count(source.index(), destination.index()) == 4) {
                        int third = paths.links(source.index(), destination.index(), number)[3];
                        assertThat(topology.links().get(third).from().name()).isEqualTo(core);
                    }
                }
            }
        }
    }

    @Test
    void anUnknownNumberIsRefused() {
        EqualCostPaths paths = new EqualCostPaths(fatTree(2));
        int first = fatTree(2).hosts().get(0).index();
        int last = fatTree(2).hosts().get(1).index();

        assertThatThrownBy(() -> paths.links(first, last, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("path 1 of 1");
    }

    @Test
    void aLongChainOfDiamondsHasMoreWaysThanCanBeCounted() {
        // given 40 diamonds in a row: 2^40 paths
        Topology.Builder builder = new Topology.Builder("diamonds").switchNode("s0");
        for (int i = 0; i < 40; i++) {
            builder.switchNode("s" + (i + 1)).switchNode("a" + i).switchNode("b" + i);
            builder.cable("s" + i, "a" + i, 1).cable("s" + i, "b" + i, 1);
            builder.cable("a" + i, "s" + (i + 1), 1).cable("b" + i, "s" + (i + 1), 1);
        }
        builder.host("h1", "r").cable("h1", "s0", 1).host("h2", "r").cable("h2", "s40", 1);
        Topology topology = builder.build();
        EqualCostPaths paths = new EqualCostPaths(topology);
        int source = topology.host("h1").index();
        int destination = topology.host("h2").index();

        assertThat(paths.count(source, destination)).isEqualTo(Integer.MAX_VALUE);
        assertThat(paths.links(source, destination, Integer.MAX_VALUE - 1)).hasSize(82);
    }
}
