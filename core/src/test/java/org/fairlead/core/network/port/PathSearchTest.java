// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class PathSearchTest {
    private static final Topology FAT_TREE =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    private static final List<Topology> TOPOLOGIES = List.of(
            FAT_TREE,
            Topologies.fatTree(new Topology.Builder("wide"), 8, 1e9).build(),
            Topologies.multiRooted(new Topology.Builder("roots"), 3, 2, 5, 1e9, 1e9)
                    .build());

    private static PathSearch search(Topology topology, String from, String to) {
        return new PathSearch(
                topology, topology.host(from).index(), topology.host(to).index());
    }

    private static ProbeAnswer from(String node) {
        return new ProbeAnswer.From(FAT_TREE.node(node).orElseThrow());
    }

    private static List<String> names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList();
    }

    @Test
    void theHopThatTellsMostPathsApartIsAskedFirst() {
        PathSearch search = search(FAT_TREE, "h1", "h13");

        assertThat(search.nextHop()).hasValue(3);
        assertThat(names(search.expected(3))).containsExactly("c1", "c2", "c3", "c4");

        search.answered(3, from("c2"));
        assertThat(search.found()).contains(new PathChoice(1));
        assertThat(search.nextHop()).isEmpty();
    }

    @Test
    void aHopThatDoesNotAnswerLeavesTheOthers() {
        PathSearch search = search(FAT_TREE, "h1", "h13");

        search.answered(3, new ProbeAnswer.None());
        assertThat(search.nextHop()).as("a1 or a2").hasValue(2);
        search.answered(2, from("a2"));
        assertThat(search.nextHop()).as("a7 or a8 is known by a2").isEmpty();
        assertThat(search.found()).as("c3 or c4").isEmpty();
        assertThat(search.isAstray()).isFalse();
    }

    @Test
    void anAnswerThatNoPathAllowsEndsTheSearch() {
        PathSearch search = search(FAT_TREE, "h1", "h13");

        search.answered(3, from("a5"));

        assertThat(search.isAstray()).isTrue();
        assertThat(search.found()).isEmpty();
        assertThat(search.nextHop()).isEmpty();
    }

    @Test
    void anUnknownAddressSaysNothing() {
        PathSearch search = search(FAT_TREE, "h1", "h13");

        search.answered(3, new ProbeAnswer.Stranger("10.9.9.9"));

        assertThat(search.isAstray()).isFalse();
        assertThat(search.nextHop()).hasValue(2);
    }

    @Test
    void whereThereIsOnePathNobodyIsAsked() {
        PathSearch search = search(FAT_TREE, "h1", "h2");

        assertThat(search.nextHop()).isEmpty();
        assertThat(search.found()).contains(new PathChoice(0));
    }

    /** Paths as {@link Topology#paths} has them, which does not share the search's way of counting hops. */
    @Property(tries = 500)
    void whatAnswersOfAPathFindsNoOtherPath(@ForAll long seed) {
        Random random = new Random(seed);
        Topology topology = TOPOLOGIES.get(random.nextInt(TOPOLOGIES.size()));
        List<Host> hosts = topology.hosts();
        Host source = hosts.get(random.nextInt(hosts.size()));
        Host destination = hosts.get(random.nextInt(hosts.size()));
        if (source.equals(destination)) {
            return;
        }
        List<Path> paths = topology.paths(source, destination);
        int taken = random.nextInt(paths.size());
        boolean allAnswer = random.nextBoolean();
        PathSearch search = new PathSearch(topology, source.index(), destination.index());

        int asked = 0;
        while (search.nextHop().isPresent()) {
            int hop = search.nextHop().getAsInt();
            asked++;
            Node there = paths.get(taken).links().get(hop - 1).to();
            assertThat(there).as("nothing arrives").isNotEqualTo(destination);
            assertThat(search.expected(hop)).contains(there);
            search.answered(
                    hop, allAnswer || random.nextBoolean() ? new ProbeAnswer.From(there) : new ProbeAnswer.None());
        }

        assertThat(search.isAstray()).isFalse();
        assertThat(asked).isLessThan(paths.get(taken).links().size());
        search.found().ifPresent(path -> assertThat(path.number()).isEqualTo(taken));
        if (allAnswer) {
            assertThat(search.found()).isPresent();
        }
    }
}
