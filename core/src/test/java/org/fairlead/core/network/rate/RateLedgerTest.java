// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class RateLedgerTest {
    private static final double MBIT = 1e6 / 8;
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 5 * SECOND;
    private static final long LATER = 10 * SECOND;
    private static final Topology TREE = Topologies.multiRooted(
                    new Topology.Builder("t"), 2, 3, 1, 100 * MBIT, 100 * MBIT)
            .build();
    private static final Topology TWO_ROOTS = Topologies.multiRooted(
                    new Topology.Builder("r"), 2, 3, 2, 100 * MBIT, 100 * MBIT)
            .build();

    private static Set<Integer> all(Topology topology) {
        return topology.hosts().stream().map(Host::index).collect(Collectors.toSet());
    }

    private static RateLedger ledger(Topology topology, String codepoints, double share, double quota) {
        return new RateLedger(
                new EvenSplit(topology.routes()),
                new RateGrant(
                        Codepoints.named(codepoints),
                        share,
                        quota,
                        Set.of(TrafficClass.BLOCK_READ, TrafficClass.SHUFFLE),
                        all(topology)));
    }

    private static FlowUnit unit(Topology topology, String from, String to) {
        return new FlowUnit(topology.host(from).index(), topology.host(to).index(), TrafficClass.BLOCK_READ);
    }

    private static Link link(Topology topology, String from, String to) {
        return topology.link(
                        topology.node(from).orElseThrow(), topology.node(to).orElseThrow())
                .orElseThrow();
    }

    private static RateAnswer allot(RateLedger ledger, FlowUnit unit, double mbit) {
        return ledger.allot("a", unit, mbit * MBIT, LATER, NOW);
    }

    @Test
    void theExampleOfTheJavadoc() {
        RateLedger ledger = ledger(TREE, "16-17", 0.5, 0.5);
        FlowUnit first = unit(TREE, "h1", "h2");
        FlowUnit second = unit(TREE, "h1", "h3");

        assertThat(allot(ledger, first, 30).allotted().orElseThrow().codepoint())
                .isEqualTo(16);
        assertThat(allot(ledger, second, 20).allotted().orElseThrow().codepoint())
                .isEqualTo(17);
        RateAnswer third = allot(ledger, unit(TREE, "h1", "h4"), 10);
        assertThat(third.allotted()).isEmpty();
        assertThat(third.reason()).isEqualTo("block-read from h1 to h4: link h1->e1 has 0.0 Mbit/s left, not 10.0");
        assertThat(allot(ledger, unit(TREE, "h4", "h5"), 10)
                        .allotted()
                        .orElseThrow()
                        .codepoint())
                .as("elsewhere")
                .isEqualTo(16);
        assertThat(allot(ledger, first, 50).allotted()).isEmpty();
        assertThat(ledger.abandon("a", second)).isTrue();
        assertThat(allot(ledger, first, 50).allotted().orElseThrow().codepoint())
                .isEqualTo(16);
        assertThat(ledger.capacity(link(TREE, "h1", "e1"), NOW)).isZero();
    }

    @Test
    void aRateThatIsRefusedLeavesTheFormerOne() {
        RateLedger ledger = ledger(TREE, "16-17", 0.5, 0.5);
        FlowUnit unit = unit(TREE, "h1", "h4");
        allot(ledger, unit, 30);

        assertThat(allot(ledger, unit, 51).reason()).contains("50.0 Mbit/s left, not 51.0");
        assertThat(ledger.flows(link(TREE, "e1", "c1"), NOW))
                .extracting(RateAllotment::bytesPerSecond)
                .containsExactly(30 * MBIT);
    }

    @Test
    void whereAHashChoosesTheRateStandsOnAllPaths() {
        RateLedger ledger = ledger(TWO_ROOTS, "16-17", 0.5, 0.5);
        FlowUnit unit = unit(TWO_ROOTS, "h1", "h4");
        allot(ledger, unit, 20);

        assertThat(ledger.path(unit))
                .extracting(Link::name)
                .containsExactlyInAnyOrder("h1->e1", "e1->c1", "e1->c2", "c1->e2", "c2->e2", "e2->h4");
        for (Link link : ledger.path(unit)) {
            assertThat(ledger.capacity(link, NOW)).isCloseTo(30 * MBIT, within(1e-3));
        }
        assertThat(ledger.capacity(link(TWO_ROOTS, "h2", "e1"), NOW)).isCloseTo(50 * MBIT, within(1e-3));
    }

    @Test
    void whatIsNotAskedForAgainEnds() {
        RateLedger ledger = ledger(TREE, "16", 0.5, 0.5);
        FlowUnit unit = unit(TREE, "h1", "h4");
        allot(ledger, unit, 30);
        RatePlan plan = ledger.plan(LATER + SECOND, NOW);

        assertThat(plan.at(TREE.host("h1"), LATER - 1)).hasSize(1);
        assertThat(plan.at(TREE.host("h1"), LATER)).isEmpty();
        assertThat(plan.at(TREE.host("h4"), NOW)).as("only receives").isEmpty();
        assertThat(ledger.plan(LATER + SECOND, LATER).allotments()).isEmpty();
        assertThat(ledger.plan(LATER + SECOND, LATER).epoch()).isGreaterThan(plan.epoch());
        assertThat(ledger.flows(link(TREE, "h1", "e1"), LATER)).isEmpty();
        assertThat(new RatePlan(1, NOW, plan.allotments()).at(TREE.host("h1"), NOW))
                .isEmpty();
    }

    @Test
    void anApplicationHasAQuotaAndItsOwnRates() {
        RateLedger ledger = ledger(TREE, "16-19", 0.5, 0.2);
        FlowUnit unit = unit(TREE, "h1", "h2");
        allot(ledger, unit, 15);

        assertThat(allot(ledger, unit(TREE, "h1", "h3"), 10).reason())
                .isEqualTo("block-read from h1 to h3: of its quota on link h1->e1 has 5.0 Mbit/s left, not 10.0");
        assertThat(ledger.allot("b", unit(TREE, "h1", "h3"), 10 * MBIT, LATER, NOW)
                        .allotted())
                .isPresent();
        assertThat(ledger.allot("b", unit, 10 * MBIT, LATER, NOW).reason()).contains("another application");
        assertThat(ledger.abandon("b", unit)).isFalse();
        assertThat(ledger.flows(link(TREE, "h1", "e1"), NOW)).hasSize(2);
    }

    @Test
    void theMostForAUnitIsWhatOthersAndTheQuotaLeave() {
        RateLedger ledger = ledger(TREE, "16-19", 0.5, 0.3);
        FlowUnit unit = unit(TREE, "h1", "h2");
        allot(ledger, unit, 15);
        ledger.allot("b", unit(TREE, "h1", "h3"), 25 * MBIT, LATER, NOW);

        assertThat(ledger.most("a", unit, NOW)).as("its own among it").isCloseTo(25 * MBIT, within(1e-3));
        assertThat(ledger.most("a", unit(TREE, "h1", "h4"), NOW)).isCloseTo(10 * MBIT, within(1e-3));
        assertThat(ledger.most("b", unit(TREE, "h1", "h4"), NOW))
                .as("its quota")
                .isCloseTo(5 * MBIT, within(1e-3));
        assertThat(ledger.most("a", unit(TREE, "h1", "h1"), NOW)).isZero();
        assertThat(ledger.granted(unit)).isCloseTo(30 * MBIT, within(1e-3));
        assertThat(ledger.most("a", unit, LATER)).as("all has ended").isCloseTo(30 * MBIT, within(1e-3));
        assertThat(ledger.allotted(NOW)).isEmpty();
    }

    @Test
    void whatIsNotGrantedIsRefused() {
        Set<Integer> hosts = Set.of(TREE.host("h1").index(), TREE.host("h2").index());
        RateLedger ledger = new RateLedger(
                new EvenSplit(TREE.routes()),
                new RateGrant(Codepoints.named("16"), 0.5, 0.5, Set.of(TrafficClass.BLOCK_READ), hosts));

        assertThat(allot(ledger, unit(TREE, "h1", "h3"), 10).reason()).contains("the receiving host is not granted");
        assertThat(allot(ledger, unit(TREE, "h3", "h1"), 10).reason()).contains("the sending host is not granted");
        assertThat(allot(ledger, new FlowUnit(-7, 1 << 20, TrafficClass.BLOCK_READ), 10)
                        .reason())
                .contains("host -7", "not granted");
        assertThat(allot(ledger, unit(TREE, "h1", "h1"), 10).reason()).contains("nothing crosses the network");
        assertThat(allot(ledger, unit(TREE, "h1", "h2"), 2.9).reason()).contains("at least 3 Mbit/s");
        assertThat(allot(ledger, unit(TREE, "h1", "h2"), Double.NaN).reason()).contains("at least 3 Mbit/s");
        FlowUnit shuffle = new FlowUnit(TREE.host("h1").index(), TREE.host("h2").index(), TrafficClass.SHUFFLE);
        assertThat(allot(ledger, shuffle, 10).reason())
                .isEqualTo("shuffle from h1 to h2: no rate is granted to this class");
        assertThat(ledger.plan(LATER, NOW).allotments()).isEmpty();
    }

    @Test
    void aLinkHasAsManyQueuesAsCodepoints() {
        RateLedger ledger = ledger(TREE, "16-17", 0.9, 0.9);
        allot(ledger, unit(TREE, "h1", "h2"), 3);
        allot(ledger, unit(TREE, "h1", "h3"), 3);

        assertThat(allot(ledger, unit(TREE, "h1", "h4"), 3).reason())
                .contains("all of the 2 granted codepoints are taken");
    }

    @Test
    void aGrantLeavesSomethingToOthers() {
        assertThatThrownBy(() -> ledger(TREE, "16", 1, 0.5)).hasMessageContaining("above 0 and below 1");
        assertThatThrownBy(() -> ledger(TREE, "16", 0.4, 0.5)).hasMessageContaining("at most 0.4");
    }

    /** Whatever is asked for, in whatever order: checked from the plan alone. */
    @Property(tries = 100)
    void guaranteesFitAndQueuesAreOnesOwn(@ForAll long seed) {
        Topology topology = seed % 2 == 0 ? TREE : TWO_ROOTS;
        RateLedger ledger = ledger(topology, "16-21", 0.6, 0.25);
        Random random = new Random(seed);
        List<Host> hosts = topology.hosts();
        long now = NOW;
        for (int step = 0; step < 200; step++) {
            now += SECOND / 10;
            FlowUnit unit = new FlowUnit(
                    hosts.get(random.nextInt(hosts.size())).index(),
                    hosts.get(random.nextInt(hosts.size())).index(),
                    random.nextBoolean() ? TrafficClass.BLOCK_READ : TrafficClass.SHUFFLE);
            String application = "abc".substring(random.nextInt(3)).substring(0, 1);
            if (random.nextInt(4) == 0) {
                ledger.abandon(application, unit);
            } else {
                ledger.allot(application, unit, (2 + random.nextInt(30)) * MBIT, now + random.nextInt(5) * SECOND, now);
            }
            check(ledger.plan(now + SECOND, now), now);
        }
    }

    private static void check(RatePlan plan, long now) {
        Map<String, Double> byLink = new HashMap<>();
        Map<String, Double> byApplication = new HashMap<>();
        Map<String, FlowUnit> queues = new HashMap<>();
        for (RateAllotment each : plan.allotments()) {
            assertThat(each.untilNanos()).isGreaterThan(now);
            for (Link link : each.links()) {
                byLink.merge(link.name(), each.bytesPerSecond(), Double::sum);
                byApplication.merge(link.name() + each.application(), each.bytesPerSecond(), Double::sum);
                assertThat(queues.put(link.name() + each.codepoint(), each.unit()))
                        .isNull();
            }
        }
        assertThat(byLink.values()).allMatch(sum -> sum <= 60.001 * MBIT);
        assertThat(byApplication.values()).allMatch(sum -> sum <= 25.001 * MBIT);
    }
}
