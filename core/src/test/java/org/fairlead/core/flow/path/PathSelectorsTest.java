// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

final class PathSelectorsTest {
    private static Topology fatTree(int k) {
        return Topologies.fatTree(new Topology.Builder("fat tree"), k, 100).build();
    }

    @Provide
    static Arbitrary<String> names() {
        return Arbitraries.of(PathSelectors.names());
    }

    @Property(tries = 100)
    void aSelectedPathIsOneOfTheEqualCostPathsThatAreUp(
            @ForAll("names") String name, @ForAll int seed, @ForAll boolean severalLinks) {
        // given a fat tree with links down, and perhaps a host with two links
        Topology.Builder builder = Topologies.fatTree(new Topology.Builder("fat tree"), 4, 100);
        if (severalLinks) {
            builder.host("two", "r1").cable("two", "e1", 100).cable("two", "e3", 100);
        }
        NetworkState state = new NetworkState(builder.build());
        Random random = new Random(seed);
        state.takeDown(random.nextInt(40), random);
        PathSelector selector = PathSelectors.named(name, state.topology, seed);

        for (int flow = 0; flow < 50; flow++) {
            Host source = hostOf(state, random);
            Host destination = hostOf(state, random);

            Optional<int[]> selected = selector.select(flow, source.index(), destination.index(), state);

            List<List<Integer>> accepted = state.topology.paths(source, destination).stream()
                    .filter(path -> path.links().stream().allMatch(link -> state.capacity(link.index()) > 0))
                    .map(PathSelectorsTest::indexes)
                    .toList();
            if (accepted.isEmpty()) {
                assertThat(selected).isEmpty();
            } else {
                assertThat(accepted)
                        .contains(Arrays.stream(selected.orElseThrow()).boxed().toList());
            }
            state.arrive(selector, source.index(), destination.index());
        }
    }

    private static Host hostOf(NetworkState state, Random random) {
        return (Host) state.topology.nodes().get(state.host(random.nextInt(1000)));
    }

    private static List<Integer> indexes(Path path) {
        return path.links().stream().map(Link::index).toList();
    }

    @Test
    void singleTakesTheFirstPathThatIsUp() {
        NetworkState state = new NetworkState(Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 3, 100, 100)
                .build());
        PathSelector single = PathSelectors.named("single", state.topology, 1);

        assertThat(names(state, single)).containsExactly("h1->e1", "e1->c1", "c1->e2", "e2->h3");
        state.takeDown("c1->e2", "e1->c2");
        assertThat(names(state, single)).containsExactly("h1->e1", "e1->c3", "c3->e2", "e2->h3");
    }

    private static List<String> names(NetworkState state, PathSelector selector) {
        int source = state.topology.host("h1").index();
        int destination = state.topology.host("h3").index();
        return Arrays.stream(selector.select(0, source, destination, state).orElseThrow())
                .mapToObj(link -> state.topology.links().get(link).name())
                .toList();
    }

    @Test
    void ecmpSpreadsEvenlyOverThePathsThatAreUp() {
        // given 16 paths, one down
        NetworkState state = new NetworkState(fatTree(8));
        state.takeDown("a1->c1");
        PathSelector ecmp = PathSelectors.named("ecmp", state.topology, 7);
        int[] counts = new int[state.topology.links().size()];

        for (int flow = 0; flow < 15_000; flow++) {
            counts[ecmp.select(flow, state.host(0), state.host(-1), state).orElseThrow()[2]]++;
        }

        // then the 15 others have 1000 each; chi-square with 14 degrees of freedom is below 36 in 999 of 1000 cases
        int[] used = Arrays.stream(counts).filter(count -> count > 0).toArray();
        assertThat(used).hasSize(15);
        assertThat(Arrays.stream(used)
                        .mapToDouble(count -> (count - 1000.0) * (count - 1000.0) / 1000)
                        .sum())
                .isLessThan(36);
    }

    @Test
    void mostAvailableTakesThePathThatLeavesMost() {
        // given two roots; a flow on the first root's links
        NetworkState state = new NetworkState(Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 100, 100)
                .build());
        state.arrive(PathSelectors.named("single", state.topology, 1), state.host(0), state.host(2));
        state.share();
        PathSelector most = PathSelectors.named("most-available", state.topology, 1);

        int[] path = most.select(1, state.host(1), state.host(3), state).orElseThrow();

        assertThat(state.topology.links().get(path[1]).name()).isEqualTo("e1->c2");
    }

    @Test
    void equalsAreSpreadBySeedAndFlow() {
        NetworkState state = new NetworkState(fatTree(4));
        PathSelector most = PathSelectors.named("most-available", state.topology, 1);

        long distinct = java.util.stream.LongStream.range(0, 50)
                .mapToObj(flow ->
                        most.select(flow, state.host(0), state.host(-1), state).orElseThrow()[2])
                .distinct()
                .count();

        assertThat(distinct).isEqualTo(4);
    }

    @Property(tries = 20)
    void theSameSeedGivesTheSamePaths(@ForAll("names") String name, @ForAll long seed) {
        NetworkState state = new NetworkState(fatTree(4));
        PathSelector one = PathSelectors.named(name, state.topology, seed);
        PathSelector other = PathSelectors.named(name, state.topology, seed);

        for (int flow = 0; flow < 20; flow++) {
            assertThat(one.select(flow, state.host(flow), state.host(3 * flow + 5), state)
                            .orElseThrow())
                    .isEqualTo(other.select(flow, state.host(flow), state.host(3 * flow + 5), state)
                            .orElseThrow());
        }
    }

    @Test
    void anUnknownNameIsAnsweredWithThoseThereAre() {
        assertThatThrownBy(() -> PathSelectors.named("shortest", fatTree(2), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no path selection 'shortest'; accepted: single, ecmp, most-available, hedera,"
                        + " hedera-published, hedera-gff");
    }
}
