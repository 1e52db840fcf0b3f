// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class LinkLoadsTest {
    private static final long SECOND = 1_000_000_000L;

    private final Topology topology = Topologies.multiRooted(new Topology.Builder("two racks"), 2, 5, 2, 100, 200)
            .build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);

    private int link(String from, String to) {
        return topology.link(
                        topology.node(from).orElseThrow(), topology.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    private void hostsSend(int hosts, double rate, long at) {
        for (int host = 1; host <= hosts; host++) {
            loads.measured(link("h" + host, "e1"), rate, at, Origin.HOST);
        }
    }

    @Test
    void eachReportMovesTheAverageByAFifth() {
        int link = link("h1", "e1");
        loads.measured(link, 50, 0, Origin.HOST);
        loads.measured(link, 100, SECOND, Origin.HOST);

        assertThat(loads.view(SECOND).smoothed(link)).isEqualTo(60, within(1e-9));
        assertThat(loads.view(SECOND).latest(link)).isEqualTo(100);
    }

    @Property
    void aReportAfterAGapWeighsAsMuchAsTheReportsItStandsFor(
            @ForAll @IntRange(min = 1, max = 10) int gap, @ForAll @DoubleRange(max = 100) double rate) {
        int one = link("h1", "e1");
        int other = link("h2", "e1");
        LinkLoads both = new LinkLoads(topology, SECOND);
        both.measured(one, 10, 0, Origin.HOST);
        both.measured(other, 10, 0, Origin.HOST);
        for (int i = 1; i <= gap; i++) {
            both.measured(one, rate, i * SECOND, Origin.HOST);
        }
        both.measured(other, rate, gap * SECOND, Origin.HOST);

        ClusterView view = both.view(gap * SECOND);
        assertThat(view.smoothed(other)).isEqualTo(view.smoothed(one), within(1e-9));
    }

    @Test
    void aSwitchIsBelievedBeforeAHostAsLongAsItIsFresh() {
        int link = link("h1", "e1");
        loads.measured(link, 80, SECOND, Origin.SWITCH);

        assertThat(loads.measured(link, 20, 2 * SECOND, Origin.HOST)).isFalse();
        assertThat(loads.view(2 * SECOND).origin(link)).isEqualTo(Origin.SWITCH);
        assertThat(loads.measured(link, 20, 4 * SECOND, Origin.HOST)).isTrue();
        assertThat(loads.view(4 * SECOND).latest(link)).isEqualTo(20);
    }

    @Test
    void anOlderReportIsIgnored() {
        int link = link("h1", "e1");
        loads.measured(link, 80, 2 * SECOND, Origin.HOST);

        assertThat(loads.measured(link, 20, SECOND, Origin.HOST)).isFalse();
        assertThat(loads.view(2 * SECOND).latest(link)).isEqualTo(80);
    }

    @Test
    void anUplinkNobodyMeasuresIsTheSumOfItsHostsSharedByTheUplinks() {
        hostsSend(5, 40, SECOND);

        ClusterView view = loads.view(SECOND);
        assertThat(view.latest(link("e1", "c1"))).isEqualTo(100, within(1e-9));
        assertThat(view.latest(link("e1", "c2"))).isEqualTo(100, within(1e-9));
        assertThat(view.origin(link("e1", "c1"))).isEqualTo(Origin.ESTIMATED);
        assertThat(view.knowledge(link("e1", "c1"), SECOND)).isEqualTo(Freshness.FRESH);
        assertThat(view.knowledge(link("c1", "e1"), SECOND)).isEqualTo(Freshness.UNKNOWN);
    }

    @Test
    void thereIsNoEstimateWhenMoreThanAFifthOfTheHostsAreSilent() {
        hostsSend(3, 40, SECOND);
        assertThat(loads.view(SECOND).knowledge(link("e1", "c1"), SECOND)).isEqualTo(Freshness.UNKNOWN);

        hostsSend(4, 40, 2 * SECOND);
        assertThat(loads.view(2 * SECOND).knowledge(link("e1", "c1"), 2 * SECOND))
                .isEqualTo(Freshness.FRESH);
    }

    @Test
    void whoHearsOfSomeHostsAloneEstimatesByThose() {
        LinkLoads some = LinkLoads.ofSomeHosts(loads.topology(), SECOND);
        assertThat(some.view(SECOND).knowledge(link("e1", "c1"), SECOND)).isEqualTo(Freshness.UNKNOWN);
        some.measured(link("h1", "e1"), 40, SECOND, Origin.HOST);
        assertThat(some.view(SECOND).latest(link("e1", "c1"))).isEqualTo(20, within(1e-9));
        assertThat(some.view(SECOND).latest(link("e1", "c2"))).isEqualTo(20, within(1e-9));
    }

    @Test
    void aMeasuredUplinkIsNotEstimated() {
        hostsSend(5, 40, SECOND);
        loads.measured(link("e1", "c1"), 7, SECOND, Origin.SWITCH);

        assertThat(loads.view(SECOND).latest(link("e1", "c1"))).isEqualTo(7);
    }

    @Test
    void lateWhenAReportIsOverdueUnknownAfterThreeReportsOrThreeSeconds() {
        assertThat(Staleness.STANDARD.of(3 * SECOND / 2 - 1)).isEqualTo(Freshness.FRESH);
        assertThat(Staleness.STANDARD.of(3 * SECOND / 2)).isEqualTo(Freshness.LATE);
        assertThat(Staleness.STANDARD.of(3 * SECOND)).isEqualTo(Freshness.UNKNOWN);
        Staleness quick = Staleness.reportedEvery(SECOND / 4);
        assertThat(quick.of(3 * SECOND / 4 - 1)).isEqualTo(Freshness.FRESH);
        assertThat(quick.of(3 * SECOND / 4)).isEqualTo(Freshness.LATE);
        assertThat(quick.of(3 * SECOND)).isEqualTo(Freshness.UNKNOWN);
        Staleness slow = Staleness.reportedEvery(10 * SECOND);
        assertThat(slow.of(15 * SECOND - 1)).isEqualTo(Freshness.FRESH);
        assertThat(slow.of(30 * SECOND - 1)).isEqualTo(Freshness.LATE);
    }

    @Test
    void versionsGrowAndAViewDoesNotChange() {
        int link = link("h1", "e1");
        ClusterView before = loads.view(0);
        loads.measured(link, 80, SECOND, Origin.HOST);

        assertThat(before.knowledge(link, SECOND)).isEqualTo(Freshness.UNKNOWN);
        assertThat(loads.view(SECOND).version()).isEqualTo(before.version() + 1);
    }

    @Test
    void aRateThatIsNoneIsRefusedWithTheLinksName() {
        assertThatThrownBy(() -> loads.measured(link("h1", "e1"), Double.NaN, 0, Origin.HOST))
                .hasMessageContaining("h1->e1")
                .hasMessageContaining("at least 0");
        assertThatThrownBy(() -> loads.measured(link("h1", "e1"), 1, 0, Origin.ESTIMATED))
                .hasMessageContaining("HOST or SWITCH");
    }
}
