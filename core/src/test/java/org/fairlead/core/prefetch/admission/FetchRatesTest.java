// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
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
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RateGrant;
import org.fairlead.core.network.rate.RateLedger;
import org.fairlead.core.prefetch.admission.FetchRates.Outcome;
import org.fairlead.core.prefetch.admission.SharedAdmission.Need;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class FetchRatesTest {
    private static final double MBIT = 1e6 / 8;
    private static final long SECOND = 1_000_000_000L;
    private static final long UNTIL = 2 * SECOND;
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("tree"), 2, 3, 100 * MBIT, 1).build();

    private final RateLedger ledger = ledger("16-17", 0.5);
    private final FetchRates rates = new FetchRates(ledger);

    private static RateLedger ledger(String codepoints, double quota) {
        return new RateLedger(
                new EvenSplit(TREE.routes()),
                new RateGrant(
                        Codepoints.named(codepoints),
                        0.5,
                        quota,
                        Set.of(TrafficClass.BLOCK_READ),
                        TREE.hosts().stream().map(Host::index).collect(Collectors.toSet())));
    }

    private static FlowUnit unit(String from, String to) {
        return new FlowUnit(TREE.host(from).index(), TREE.host(to).index(), TrafficClass.BLOCK_READ);
    }

    /** @param mbit on the wire */
    private static Need need(
            String application, String from, String to, double floorMbit, double mbit, double dueSeconds) {
        return new Need(
                application,
                TREE.host(from).index(),
                TREE.host(to).index(),
                floorMbit * MBIT * FetchRates.PAYLOAD_SHARE,
                mbit * MBIT * FetchRates.PAYLOAD_SHARE,
                (long) (dueSeconds * SECOND));
    }

    private Map<FlowUnit, Outcome> renew(Need... needs) {
        return rates.renew(List.of(needs), node -> true, UNTIL, 0);
    }

    /** By host pair, in Mbit/s on the wire. */
    private Map<FlowUnit, Double> held() {
        return ledger.allotted(0).stream()
                .collect(Collectors.toMap(RateAllotment::unit, each -> each.bytesPerSecond() / MBIT));
    }

    @Test
    void theExampleOfTheJavadoc() {
        Map<FlowUnit, Outcome> outcomes = renew(
                need("a", "h1", "h3", 0, 40, 5),
                new Need("a", TREE.host("h1").index(), TREE.host("h2").index(), 0, 5e6 / 2, (long) (2.5 * SECOND)),
                need("a", "h1", "h4", 0, 10, 6));

        assertThat(outcomes)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        unit("h1", "h2"), Outcome.GUARANTEED,
                        unit("h1", "h3"), Outcome.GUARANTEED,
                        unit("h1", "h4"), Outcome.NO_ROOM));
        assertThat(held()).hasSize(2);
        assertThat(held().get(unit("h1", "h2"))).isCloseTo(23.4, within(0.01));
        assertThat(held().get(unit("h1", "h3"))).isCloseTo(26.6, within(0.01));
    }

    @Test
    void whatGoesBetweenTwoHostsHasOneRateWhicheverApplicationsItIs() {
        renew(need("a", "h1", "h2", 0, 10, 5), need("b", "h1", "h2", 0, 12, 3));

        assertThat(ledger.allotted(0)).singleElement().satisfies(each -> {
            assertThat(each.application()).isEqualTo("b");
            assertThat(each.bytesPerSecond() / MBIT).isCloseTo(24.2, within(0.01));
            assertThat(each.untilNanos()).isEqualTo(UNTIL);
        });

        renew(need("a", "h1", "h2", 0, 10, 5));
        assertThat(ledger.allotted(0)).singleElement().matches(each -> each.application()
                .equals("a"));
    }

    @Test
    void floorsComeBeforeWhatIsNeededBeyondThem() {
        renew(need("a", "h1", "h2", 5, 48, 1), need("a", "h1", "h3", 30, 30, 9));

        assertThat(held().get(unit("h1", "h3"))).as("due later").isCloseTo(33, within(0.01));
        assertThat(held()).as("left: 20, less than half of 48").hasSize(1);
    }

    @Test
    void whoIsLeftToTheNetworkTakesNothingFromThoseDueLater() {
        assertThat(renew(
                        need("a", "h1", "h2", 10, 48, 1),
                        need("a", "h1", "h3", 30, 30, 2),
                        need("a", "h1", "h4", 0, 12, 3)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        unit("h1", "h2"), Outcome.NO_ROOM,
                        unit("h1", "h3"), Outcome.GUARANTEED,
                        unit("h1", "h4"), Outcome.GUARANTEED));
        assertThat(held()).hasSize(2);
        assertThat(held().get(unit("h1", "h3"))).isCloseTo(33, within(0.01));
        assertThat(held().get(unit("h1", "h4"))).isCloseTo(13.2, within(0.01));
    }

    @Test
    void whatTheNetworkDoesBetterByItselfIsLeftToIt() {
        assertThat(renew(need("a", "h1", "h2", 0, 2.5, 5))).containsValue(Outcome.TOO_SMALL);
        assertThat(renew(need("a", "h1", "h1", 0, 40, 5)))
                .as("nothing crosses the network")
                .isEmpty();
        assertThat(rates.renew(
                        List.of(need("a", "h1", "h4", 0, 10, 5)),
                        node -> !node.name().equals("c1"),
                        UNTIL,
                        0))
                .containsValue(Outcome.NO_DRIVER);
        assertThat(ledger.allotted(0)).isEmpty();
    }

    @Test
    void whoeverNeedsMoreThanCouldEverBeGrantedGetsThat() {
        assertThat(renew(need("a", "h1", "h2", 0, 110, 5))).containsValue(Outcome.GUARANTEED);
        assertThat(held().get(unit("h1", "h2"))).isCloseTo(50, within(0.01));
    }

    @Test
    void thereAreAsManyRatesOnALinkAsQueues() {
        assertThat(renew(
                        need("a", "h1", "h2", 0, 5, 5), need("a", "h1", "h3", 0, 5, 6), need("a", "h1", "h4", 0, 5, 7)))
                .containsEntry(unit("h1", "h3"), Outcome.GUARANTEED)
                .containsEntry(unit("h1", "h4"), Outcome.NO_QUEUE);
    }

    @Test
    void littleChangesWhereLittleIsNeeded() {
        renew(need("a", "h1", "h2", 0, 20, 5));
        RateAllotment first = ledger.allotted(0).get(0);

        renew(need("a", "h1", "h2", 0, 21, 5), need("a", "h1", "h3", 0, 10, 4));
        renew(need("a", "h1", "h2", 0, 15, 5), need("a", "h1", "h3", 0, 10, 4));
        assertThat(held().get(unit("h1", "h2")))
                .as("enough, and not far too much")
                .isCloseTo(22, within(0.01));
        renew(need("a", "h1", "h2", 0, 10, 5));
        assertThat(held()).hasSize(1);
        assertThat(held().get(unit("h1", "h2"))).isCloseTo(11, within(0.01));
        assertThat(ledger.allotted(0).get(0).codepoint()).isEqualTo(first.codepoint());

        assertThat(renew()).isEmpty();
        assertThat(ledger.allotted(0)).isEmpty();
    }

    @Test
    void whoeverIsDueFirstTakesFromWhoIsDueLater() {
        renew(need("a", "h1", "h2", 0, 40, 9));
        renew(need("a", "h1", "h2", 0, 40, 9), need("a", "h1", "h3", 0, 30, 1));

        assertThat(held().get(unit("h1", "h3"))).isGreaterThan(30);
        assertThat(held()).as("left: 17, less than half of 40").hasSize(1);
    }

    @Property(tries = 100)
    void guaranteesFitAndTheSameCallsGiveTheSame(@ForAll long seed) {
        assertThat(run(seed)).isEqualTo(run(seed));
    }

    private static List<List<RateAllotment>> run(long seed) {
        Random random = new Random(seed);
        RateLedger own = ledger("16-19", 0.3);
        FetchRates renewed = new FetchRates(own);
        List<String> hosts = TREE.hosts().stream().map(Host::name).toList();
        List<List<RateAllotment>> passes = new ArrayList<>();
        for (int pass = 0; pass < 20; pass++) {
            List<Need> needs = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                needs.add(need(
                        "abc".substring(random.nextInt(3)).substring(0, 1),
                        hosts.get(random.nextInt(hosts.size())),
                        hosts.get(random.nextInt(hosts.size())),
                        random.nextInt(20),
                        random.nextInt(40),
                        random.nextInt(9)));
            }
            Map<FlowUnit, Outcome> outcomes = renewed.renew(needs, node -> true, pass * SECOND + UNTIL, pass * SECOND);
            List<RateAllotment> allotted = own.allotted(pass * SECOND);
            check(outcomes, allotted);
            passes.add(allotted);
        }
        return passes;
    }

    private static void check(Map<FlowUnit, Outcome> outcomes, List<RateAllotment> allotted) {
        assertThat(allotted)
                .extracting(RateAllotment::unit)
                .containsExactlyInAnyOrderElementsOf(outcomes.entrySet().stream()
                        .filter(each -> each.getValue() == Outcome.GUARANTEED)
                        .map(Map.Entry::getKey)
                        .toList());
        Map<Link, Double> sums = new HashMap<>();
        for (RateAllotment each : allotted) {
            assertThat(each.bytesPerSecond())
                    .isGreaterThanOrEqualTo(RateGrant.LEAST_BYTES_PER_SECOND)
                    .isEqualTo(Math.rint(each.bytesPerSecond()));
            each.links().forEach(link -> sums.merge(link, each.bytesPerSecond(), Double::sum));
        }
        assertThat(sums)
                .allSatisfy((link, sum) -> assertThat(sum).isLessThanOrEqualTo(0.500001 * link.bytesPerSecond()));
    }
}
