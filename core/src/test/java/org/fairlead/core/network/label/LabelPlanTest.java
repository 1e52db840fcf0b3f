// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

/** Packets are followed by the rules alone, as switches do it: this shares no code with what makes the rules. */
class LabelPlanTest {
    private static final Topology FAT_TREE = fatTree(4);

    private static Topology fatTree(int k) {
        return Topologies.fatTree(new Topology.Builder("fat tree"), k, 1e9).build();
    }

    private static LabelPlan plan(Topology topology, int labels) {
        return LabelPlan.of(topology, Codepoints.named("1-" + labels));
    }

    private static Node node(Topology topology, String name) {
        return topology.node(name).orElseThrow();
    }

    /** The rules of all nodes, read once. */
    private record Tables(LabelPlan plan, Map<Node, List<LabelRule>> rules) {
        static Tables of(LabelPlan plan) {
            Map<Node, List<LabelRule>> rules = new HashMap<>();
            plan.topology().nodes().forEach(node -> rules.put(node, plan.rules(node)));
            return new Tables(plan, rules);
        }
    }

    private static List<Link> nextHops(LabelPlan plan, Node at, int codepoint, Host destination) {
        return nextHops(Tables.of(plan), at, codepoint, destination);
    }

    private static List<Link> nextHops(Tables tables, Node at, int codepoint, Host destination) {
        List<LabelRule> matching = tables.rules().get(at).stream()
                .filter(rule -> rule.codepoint() == codepoint)
                .filter(rule -> rule.destinations().contains(destination))
                .toList();
        assertThat(matching).as("rules for one packet").hasSizeLessThanOrEqualTo(1);
        return matching.isEmpty()
                ? tables.plan().topology().nextHops(at, destination)
                : matching.get(0).links();
    }

    /** Every path that a packet may take, as link indexes. */
    private static Set<List<Integer>> followed(Tables tables, Host source, int codepoint, Host destination) {
        Set<List<Integer>> arrived = new HashSet<>();
        follow(tables, source, codepoint, destination, new ArrayList<>(), arrived);
        return arrived;
    }

    private static void follow(
            Tables tables, Node at, int codepoint, Host destination, List<Integer> soFar, Set<List<Integer>> arrived) {
        if (at.equals(destination)) {
            arrived.add(List.copyOf(soFar));
            return;
        }
        List<Link> next = nextHops(tables, at, codepoint, destination);
        assertThat(next).as("next hops at " + at.name()).isNotEmpty();
        for (Link link : next) {
            assertThat(link.from()).isEqualTo(at);
            soFar.add(link.index());
            follow(tables, link.to(), codepoint, destination, soFar, arrived);
            soFar.remove(soFar.size() - 1);
        }
    }

    private static Set<List<Integer>> equalCost(Topology topology, Host source, Host destination) {
        Set<List<Integer>> all = new HashSet<>();
        for (Path path : topology.paths(source, destination)) {
            all.add(path.links().stream().map(Link::index).toList());
        }
        return all;
    }

    /** The links of a path choice, the hosts' own included. */
    private static List<Integer> links(Topology topology, Host source, Host destination, PathChoice choice) {
        EqualCostRoutes inner = topology.routes().inner(source.index(), destination.index());
        List<Integer> links = new ArrayList<>();
        if (topology.routes().isPlain(source.index())) {
            links.add(topology.routes().upLink(source.index()));
        }
        for (int hop = 0; hop < inner.hops(); hop++) {
            links.add(inner.link(choice.number(), hop));
        }
        if (topology.routes().isPlain(destination.index())) {
            links.add(topology.routes().downLink(destination.index()));
        }
        return links;
    }

    private interface PairCheck {
        void of(Host source, Host destination);
    }

    private static void forEachPair(Topology topology, PairCheck check) {
        for (Host source : topology.hosts()) {
            for (Host destination : topology.hosts()) {
                if (!source.equals(destination)
                        && !topology.nextHops(source, destination).isEmpty()) {
                    check.of(source, destination);
                }
            }
        }
    }

    private static void everyLabelLeadsOverItsChoices(LabelPlan plan) {
        Topology topology = plan.topology();
        Tables tables = Tables.of(plan);
        forEachPair(topology, (source, destination) -> {
            Set<List<Integer>> all = equalCost(topology, source, destination);
            assertThat(followed(tables, source, 0, destination))
                    .as("unlabelled")
                    .isEqualTo(all);
            assertThat(followed(tables, source, 63, destination))
                    .as("another's label")
                    .isEqualTo(all);
            Set<List<Integer>> named = new HashSet<>();
            for (int codepoint : plan.codepoints()) {
                Set<List<Integer>> taken = followed(tables, source, codepoint, destination);
                Set<List<Integer>> said = new HashSet<>();
                plan.choices(source.index(), destination.index(), codepoint)
                        .forEach(choice -> said.add(links(topology, source, destination, choice)));
                assertThat(all).containsAll(taken);
                assertThat(taken).containsAll(said);
                if (topology.routes().inner(source.index(), destination.index()).count() == all.size()) {
                    assertThat(said).isEqualTo(taken);
                }
                named.addAll(taken);
            }
            if (!plan.codepoints().isEmpty()) {
                assertThat(named).as("every path has a label").isEqualTo(all);
            }
        });
    }

    private static void everyChoiceHasACodepoint(LabelPlan plan) {
        Topology topology = plan.topology();
        Tables tables = Tables.of(plan);
        forEachPair(topology, (source, destination) -> {
            int count =
                    topology.routes().inner(source.index(), destination.index()).count();
            for (int number = 0; number < count; number++) {
                PathChoice choice = new PathChoice(number);
                OptionalInt codepoint = plan.codepoint(source.index(), destination.index(), choice);
                assertThat(codepoint.isPresent())
                        .isEqualTo(count > 1 && !plan.codepoints().isEmpty());
                if (codepoint.isPresent()) {
                    assertThat(followed(tables, source, codepoint.getAsInt(), destination))
                            .contains(links(topology, source, destination, choice));
                }
            }
            assertThat(plan.codepoint(source.index(), destination.index(), PathChoice.NETWORK))
                    .isEmpty();
        });
    }

    private static void everyLabelNamesOnePathOfAPair(LabelPlan plan) {
        forEachPair(plan.topology(), (source, destination) -> {
            int paths = equalCost(plan.topology(), source, destination).size();
            for (int label = 0; label < plan.codepoints().size(); label++) {
                assertThat(plan.choices(
                                source.index(),
                                destination.index(),
                                plan.codepoints().get(label)))
                        .isEqualTo(List.of(new PathChoice(label % paths)));
            }
        });
    }

    /** Layers of switches with links drawn between neighbouring layers, hosts with one link or two. */
    private static Topology irregular(int seed) {
        Random random = new Random(seed);
        Topology.Builder builder = new Topology.Builder("irregular");
        List<List<String>> layers = new ArrayList<>();
        for (int layer = 0; layer < 3; layer++) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 2 + random.nextInt(3); i++) {
                names.add("s" + layer + "-" + i);
                builder.switchNode("s" + layer + "-" + i);
            }
            layers.add(names);
        }
        Set<String> drawn = new TreeSet<>();
        for (int layer = 0; layer < 2; layer++) {
            for (String below : layers.get(layer)) {
                for (String above : layers.get(layer + 1)) {
                    if (random.nextInt(4) > 0 && drawn.add(below + above)) {
                        builder.cable(below, above, 1e9);
                    }
                }
            }
        }
        for (int i = 0; i < 6; i++) {
            builder.host("h" + i, "r" + i % 3);
            List<String> edges = layers.get(random.nextInt(5) == 0 ? 1 : 0);
            int links = random.nextInt(4) == 0 ? 2 : 1;
            for (int link = 0; link < links; link++) {
                builder.cable("h" + i, edges.get((i + link) % edges.size()), 1e9);
            }
        }
        return builder.build();
    }

    @Property(tries = 200)
    void inAnIrregularNetworkEveryLabelLeadsOverItsChoicesAndEveryPathHasOne(
            @ForAll int seed, @ForAll @IntRange(min = 1, max = 12) int labels) {
        LabelPlan plan = plan(irregular(seed), labels);

        everyLabelLeadsOverItsChoices(plan);
        everyChoiceHasACodepoint(plan);
    }

    @Property(tries = 40)
    void withSeveralRootsEveryLabelIsOnePathIfThereAreEnough(
            @ForAll @IntRange(min = 2, max = 4) int racks,
            @ForAll @IntRange(min = 1, max = 6) int roots,
            @ForAll @IntRange(min = 1, max = 8) int labels) {
        LabelPlan plan = plan(
                Topologies.multiRooted(new Topology.Builder("t"), racks, 2, roots, 1e9, 1e9)
                        .build(),
                labels);

        everyLabelLeadsOverItsChoices(plan);
        everyChoiceHasACodepoint(plan);
        if (labels >= roots && roots > 1) {
            assertThat(plan.codepoints()).as("no more than needed").hasSize(roots);
            everyLabelNamesOnePathOfAPair(plan);
        }
    }

    @Property(tries = 12)
    void inAFatTreeEveryLabelLeadsOverItsChoices(@ForAll @IntRange(min = 1, max = 12) int labels) {
        LabelPlan plan = plan(FAT_TREE, labels);

        everyLabelLeadsOverItsChoices(plan);
        everyChoiceHasACodepoint(plan);
        if (labels >= 4) {
            everyLabelNamesOnePathOfAPair(plan);
        }
    }

    @Test
    void aFatTreesLabelIsThePathsNumberAtEverySwitch() {
        LabelPlan plan = LabelPlan.of(FAT_TREE, Codepoints.named("8-15"));

        assertThat(plan.codepoints()).isEqualTo(List.of(8, 9, 10, 11));
        Host h1 = FAT_TREE.host("h1");
        Host h16 = FAT_TREE.host("h16");
        assertThat(names(nextHops(plan, node(FAT_TREE, "e1"), 9, h16))).isEqualTo(List.of("e1->a1"));
        assertThat(names(nextHops(plan, node(FAT_TREE, "e1"), 10, h16))).isEqualTo(List.of("e1->a2"));
        assertThat(names(nextHops(plan, node(FAT_TREE, "a2"), 10, h16))).isEqualTo(List.of("a2->c3"));
        assertThat(names(nextHops(plan, node(FAT_TREE, "a2"), 11, h16))).isEqualTo(List.of("a2->c4"));
        assertThat(plan.codepoint(h1.index(), h16.index(), new PathChoice(2))).hasValue(10);
        assertThat(plan.choices(h1.index(), FAT_TREE.host("h3").index(), 11)).isEqualTo(List.of(new PathChoice(1)));
    }

    @Test
    void anEntryStandsForAsManyHostsAsGoAlike() {
        LabelPlan plan = LabelPlan.of(FAT_TREE, Codepoints.named("8-15"));

        assertThat(plan.rules(node(FAT_TREE, "e1")))
                .as("8 and 11 are one entry each; 9 and 10 take another link to h3 and h4 than to other pods")
                .hasSize(6)
                .allMatch(rule -> rule.links().size() == 1);
        assertThat(plan.rules(node(FAT_TREE, "e1")).get(0).destinations()).hasSize(14);
        assertThat(plan.rules(node(FAT_TREE, "c1")))
                .as("one way down from a core")
                .isEmpty();
        assertThat(plan.rules(FAT_TREE.host("h1"))).as("one link").isEmpty();
    }

    @Test
    void fewerLabelsThanPathsNameGroups() {
        LabelPlan plan = LabelPlan.of(FAT_TREE, Codepoints.named("8,9"));
        Host h16 = FAT_TREE.host("h16");

        assertThat(names(nextHops(plan, node(FAT_TREE, "e1"), 8, h16))).isEqualTo(List.of("e1->a1", "e1->a2"));
        assertThat(names(nextHops(plan, node(FAT_TREE, "a2"), 8, h16))).isEqualTo(List.of("a2->c3"));
        assertThat(plan.choices(FAT_TREE.host("h1").index(), h16.index(), 9))
                .isEqualTo(List.of(new PathChoice(1), new PathChoice(3)));
    }

    @Test
    void thereIsNothingToDoWithoutASecondPathOrASecondLabel() {
        Topology tree = Topologies.tree(new Topology.Builder("t"), 3, 2, 1e9, 2).build();

        assertThat(LabelPlan.of(tree, Codepoints.named("8-15")).codepoints()).isEmpty();
        assertThat(LabelPlan.of(FAT_TREE, Codepoints.named("8")).codepoints()).isEmpty();
        assertThat(LabelPlan.of(FAT_TREE, Codepoints.named("8")).rules(node(FAT_TREE, "e1")))
                .isEmpty();
    }

    @Test
    void aLargeFatTreeIsPlannedPathByPath() {
        Topology topology = fatTree(8);
        LabelPlan plan = plan(topology, 20);

        assertThat(plan.codepoints()).hasSize(16);
        Host from = topology.host("h1");
        Host to = topology.host("h128");
        for (int label = 0; label < 16; label++) {
            assertThat(plan.choices(from.index(), to.index(), plan.codepoints().get(label)))
                    .isEqualTo(List.of(new PathChoice(label)));
        }
    }

    @Test
    void morePathsThanCanBePlannedAreRefused() {
        Topology.Builder builder = new Topology.Builder("wide");
        for (int layer = 0; layer < 7; layer++) {
            for (int i = 0; i < 4; i++) {
                builder.switchNode("s" + layer + "-" + i);
                for (int below = 0; layer > 0 && below < 4; below++) {
                    builder.cable("s" + (layer - 1) + "-" + below, "s" + layer + "-" + i, 1e9);
                }
            }
        }
        builder.host("a", "r").cable("a", "s0-0", 1e9).cable("a", "s0-1", 1e9);
        builder.host("b", "r").cable("b", "s6-0", 1e9).cable("b", "s6-1", 1e9).cable("b", "s6-2", 1e9);

        assertThatThrownBy(() -> plan(builder.build(), 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("labels are planned for at most 4096");
    }

    private static List<String> names(List<Link> links) {
        return links.stream().map(Link::name).toList();
    }
}
