// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

/** Packets are followed by tables of what switches were told so far: this shares no code with what orders it. */
class ForwardingPlanTest {
    private static final Topology FAT_TREE =
            Topologies.fatTree(new Topology.Builder("fat tree"), 4, 1e9).build();
    private static final ForwardingPlan PLAN = new ForwardingPlan(FAT_TREE);

    /** What switches do now. */
    private static final class Tables {
        private final Map<FlowUnit, Map<Node, Link>> pinned = new HashMap<>();

        void add(Pin pin) {
            pinned.computeIfAbsent(pin.unit(), none -> new HashMap<>()).put(pin.at(), pin.link());
        }

        void remove(Pin pin) {
            pinned.get(pin.unit()).remove(pin.at());
        }

        /** The path of a packet; where switches hash, {@code chance} decides. */
        List<Link> followed(FlowUnit unit, Random chance) {
            Node at = FAT_TREE.nodes().get(unit.source());
            Host destination = (Host) FAT_TREE.nodes().get(unit.destination());
            List<Link> path = new ArrayList<>();
            while (!at.equals(destination)) {
                Link pin = pinned.getOrDefault(unit, Map.of()).get(at);
                List<Link> base =
                        at instanceof Switch known ? PLAN.base(known).get(destination) : FAT_TREE.linksFrom(at);
                Link taken = pin != null ? pin : base.get(chance.nextInt(base.size()));
                path.add(taken);
                assertThat(path).as("goes in circles").hasSizeLessThan(8);
                at = taken.to();
            }
            return path;
        }
    }

    private static FlowUnit unit(String from, String to) {
        return new FlowUnit(FAT_TREE.host(from).index(), FAT_TREE.host(to).index(), TrafficClass.SHUFFLE);
    }

    private static List<Link> path(FlowUnit unit, int number) {
        List<Link> links = new ArrayList<>();
        links.add(FAT_TREE.links().get(FAT_TREE.routes().upLink(unit.source())));
        var inner = FAT_TREE.routes().inner(unit.source(), unit.destination());
        for (int hop = 0; hop < inner.hops(); hop++) {
            links.add(FAT_TREE.links().get(inner.link(number, hop)));
        }
        links.add(FAT_TREE.links().get(FAT_TREE.routes().downLink(unit.destination())));
        return links;
    }

    private static Map<FlowUnit, Integer> drawn(Random chance, int most) {
        Map<FlowUnit, Integer> paths = new LinkedHashMap<>();
        for (int n = chance.nextInt(most + 1); n > 0; n--) {
            List<Host> hosts = FAT_TREE.hosts();
            Host from = hosts.get(chance.nextInt(hosts.size()));
            Host to = hosts.get(chance.nextInt(hosts.size()));
            if (!from.equals(to)) {
                FlowUnit unit = new FlowUnit(from.index(), to.index(), TrafficClass.BLOCK_READ);
                paths.put(
                        unit,
                        chance.nextInt(FAT_TREE.routes()
                                .inner(unit.source(), unit.destination())
                                .count()));
            }
        }
        return paths;
    }

    private static Map<FlowUnit, List<Pin>> pins(Map<FlowUnit, Integer> paths) {
        Map<FlowUnit, List<Pin>> pins = new LinkedHashMap<>();
        paths.forEach((unit, path) -> pins.put(unit, PLAN.pins(unit, new PathChoice(path))));
        return pins;
    }

    @Property(tries = 200)
    void theBaseAndAnyPinsLeadToTheDestination(@ForAll Random chance) {
        Tables tables = new Tables();
        Map<FlowUnit, Integer> paths = drawn(chance, 10);
        // of each path a part of its pins, as if some had ended
        pins(paths).values().stream()
                .flatMap(Collection::stream)
                .filter(pin -> chance.nextBoolean())
                .forEach(tables::add);

        for (FlowUnit unit : paths.keySet()) {
            List<Link> followed = tables.followed(unit, chance);

            Host source = (Host) FAT_TREE.nodes().get(unit.source());
            Host destination = (Host) FAT_TREE.nodes().get(unit.destination());
            assertThat(FAT_TREE.paths(source, destination))
                    .extracting(Path::links)
                    .contains(followed);
        }
    }

    @Property(tries = 200)
    void whatIsPinnedTakesItsPathAlone(@ForAll Random chance) {
        Tables tables = new Tables();
        Map<FlowUnit, Integer> paths = drawn(chance, 10);
        pins(paths).values().stream().flatMap(Collection::stream).forEach(tables::add);

        paths.forEach((unit, number) -> {
            assertThat(tables.followed(unit, chance)).isEqualTo(path(unit, number));
            assertThat(PLAN.pins(unit, new PathChoice(number)))
                    .extracting(Pin::at)
                    .doesNotHaveDuplicates();
        });
    }

    /** After any step: who was told the new path at its first switch takes the new path whole. */
    @Property(tries = 200)
    void noStepSendsOntoAPathThatDoesNotStand(@ForAll Random chance, @ForAll @IntRange(max = 6) int most) {
        Map<FlowUnit, Integer> old = drawn(chance, most);
        Map<FlowUnit, Integer> wanted = drawn(chance, most);
        old.forEach((unit, path) -> {
            if (chance.nextBoolean()) {
                wanted.put(
                        unit,
                        chance.nextInt(FAT_TREE.routes()
                                .inner(unit.source(), unit.destination())
                                .count()));
            }
        });
        Tables tables = new Tables();
        pins(old).values().stream().flatMap(Collection::stream).forEach(tables::add);

        PinSteps steps = PinSteps.between(pins(old), pins(wanted));

        for (List<Pin> step : steps.added()) {
            for (Pin pin : step) {
                List<Pin> all = pins(wanted).get(pin.unit());
                if (pin.equals(all.get(all.size() - 1))) { // the first switch of its path: all others stand
                    tables.add(pin);
                    assertThat(tables.followed(pin.unit(), chance)).isEqualTo(path(pin.unit(), wanted.get(pin.unit())));
                }
            }
            step.forEach(tables::add);
        }
        steps.removed().forEach(tables::remove);
        Tables expected = new Tables();
        pins(wanted).values().stream().flatMap(Collection::stream).forEach(expected::add);
        tables.pinned.values().removeIf(Map::isEmpty);
        assertThat(tables.pinned).isEqualTo(expected.pinned);
        assertThat(PinSteps.between(pins(wanted), pins(wanted))).isEqualTo(new PinSteps(List.of(), List.of()));
    }

    @Test
    void theLastSwitchOfAPathIsToldFirst() {
        FlowUnit unit = unit("h1", "h13");

        PinSteps steps = PinSteps.between(
                Map.of(unit, PLAN.pins(unit, new PathChoice(0))), Map.of(unit, PLAN.pins(unit, new PathChoice(2))));

        assertThat(steps.added()).hasSize(2);
        assertThat(steps.added().get(0))
                .extracting(pin -> pin.at().name() + " " + pin.link().name())
                .containsExactly("a2 a2->c3");
        assertThat(steps.added().get(1))
                .extracting(pin -> pin.at().name() + " " + pin.link().name())
                .containsExactly("e1 e1->a2");
        assertThat(steps.removed()).extracting(pin -> pin.at().name()).containsExactly("a1");
    }

    @Test
    void aSwitchChoosesAmongFewSetsOfLinks() {
        Switch edge = (Switch) FAT_TREE.node("e1").orElseThrow();
        Switch core = (Switch) FAT_TREE.node("c1").orElseThrow();

        assertThat(PLAN.choices(edge)).hasSize(1);
        assertThat(PLAN.choices(core)).isEmpty();
        assertThat(PLAN.base(edge)).hasSize(16);
        assertThat(PLAN.base(edge).get(FAT_TREE.host("h1"))).hasSize(1);
        assertThat(PLAN.base(edge).get(FAT_TREE.host("h3")))
                .isEqualTo(PLAN.choices(edge).get(0));
    }

    @Test
    void withoutAChoiceThereIsNoPin() {
        assertThat(PLAN.pins(unit("h1", "h2"), new PathChoice(0))).isEmpty();
    }

    @Test
    void aPathThatIsNotThereOrThatTheHostChoosesIsRefused() {
        assertThatThrownBy(() -> PLAN.pins(unit("h1", "h13"), new PathChoice(4)))
                .hasMessage("there is no path 4 among 4");
        assertThatThrownBy(() -> PLAN.pins(unit("h1", "h13"), PathChoice.NETWORK))
                .hasMessageContaining("there is no path -1");
        Topology twoLinks = Topologies.multiRooted(new Topology.Builder("t"), 2, 1, 2, 1e9, 1e9)
                .cable("h1", "c1", 1e9)
                .switchNode("x")
                .cable("h1", "x", 1e9)
                .cable("x", "e2", 1e9)
                .build();
        FlowUnit unit =
                new FlowUnit(twoLinks.host("h1").index(), twoLinks.host("h2").index(), TrafficClass.SHUFFLE);
        assertThatThrownBy(() -> new ForwardingPlan(twoLinks).pins(unit, new PathChoice(0)))
                .hasMessage("h1 has several links and chooses among them itself");
    }
}
