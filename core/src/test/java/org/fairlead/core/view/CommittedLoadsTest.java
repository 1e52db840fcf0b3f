// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class CommittedLoadsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 10e6;

    private final Topology topology =
            Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, C, C).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final CommittedLoads committed = new CommittedLoads(topology, SECOND);

    private int link(String from, String to) {
        return topology.link(
                        topology.node(from).orElseThrow(), topology.node(to).orElseThrow())
                .orElseThrow()
                .index();
    }

    private ClusterView report(double rate, long nowNanos) {
        return report(loads, rate, nowNanos);
    }

    private ClusterView report(LinkLoads to, double rate, long nowNanos) {
        topology.links().forEach(link -> to.measured(link.index(), rate, nowNanos, Origin.SWITCH));
        return to.view(nowNanos);
    }

    private FlowRequest pair(String from, String to, double rate) {
        return FlowRequest.of(
                1, topology.host(from).index(), topology.host(to).index(), TrafficClass.SHUFFLE, 1 << 20, rate);
    }

    @Test
    void whatIsCommittedCountsUntilTheCountersHaveSeenIt() {
        int down = link("e1", "h1");
        ClusterView idle = report(0, SECOND);
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), idle, SECOND + 3 * SECOND / 10);
        assertThat(committed.unseen(idle, SECOND).of(down, "")).isEqualTo(6e6);

        ClusterView partly = report(4.2e6, 2 * SECOND);
        assertThat(committed.unseen(partly, 2 * SECOND).of(down, "")).isEqualTo(1.8e6, within(1.0));

        ClusterView wholly = report(6e6, 3 * SECOND);
        assertThat(committed.unseen(wholly, 3 * SECOND).of(down, "")).isZero();
    }

    @Test
    void whatIsClaimedIsToldWhetherCountersHaveSeenItOrNot() {
        int down = link("e1", "h1");
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), report(0, SECOND), SECOND);
        committed.unseen(report(6e6, 2 * SECOND), 2 * SECOND);
        committed.unseen(report(6e6, 3 * SECOND), 3 * SECOND);
        assertThat(committed.claimed()[down]).isEqualTo(6e6);

        committed.commit("b", "b", List.of(pair("h4", "h1", 9e6)), report(6e6, 4 * SECOND), 4 * SECOND);
        assertThat(committed.claimed()[down])
                .as("no more than the link carries")
                .isEqualTo(C);
        committed.forget("b", 4 * SECOND);
        assertThat(committed.claimed()[down]).isEqualTo(6e6);
    }

    @Test
    void aHeldPathIsChargedWithAllOfIt() {
        FlowRequest request = pair("h3", "h1", 6e6);
        FlowUnit unit = new FlowUnit(request.source(), request.destination(), TrafficClass.SHUFFLE);
        PathPlan plan = new PathPlan(1, 5 * SECOND, Map.of(unit, new PathPlan.Held(new PathChoice(1), SECOND, 0)));
        Steering steering = new Steering(Set.of(TrafficClass.SHUFFLE), sender -> true, plan, SECOND);
        EqualCostRoutes paths = topology.routes().inner(request.source(), request.destination());
        ClusterView idle = report(0, SECOND);

        committed.commit("a", "a", List.of(request), idle.withSteering(steering), SECOND);
        assertThat(committed.claimed()[paths.link(0, 0)]).isZero();
        assertThat(committed.claimed()[paths.link(1, 0)]).isEqualTo(6e6);

        committed.commit("a", "a", List.of(request), idle.withSteering(steering), 6 * SECOND);
        assertThat(committed.claimed()[paths.link(0, 0)])
                .as("the plan has ended")
                .isEqualTo(3e6);
    }

    @Test
    void nobodyIsToldOfItself() {
        ClusterView idle = report(0, SECOND);
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.commit("b", "b", List.of(pair("h4", "h1", 1e6)), idle, SECOND);
        CommittedLoads.Unseen unseen = committed.unseen(idle, SECOND);
        int down = link("e1", "h1");
        assertThat(unseen.of(down, "a")).isEqualTo(1e6);
        assertThat(unseen.of(down, "b")).isEqualTo(6e6);
        assertThat(unseen.of(down, "")).isEqualTo(7e6);
        assertThat(unseen.ofAll()[down]).isEqualTo(7e6);
    }

    @Test
    void aPairIsSpreadOverItsWaysAndManySourcesShareOnlyTheLastLink() {
        ClusterView idle = report(0, SECOND);
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.commit(
                "b",
                "b",
                List.of(FlowRequest.of(
                        2, FlowRequest.MANY, topology.host("h2").index(), TrafficClass.SHUFFLE, 1 << 20, 2e6)),
                idle,
                SECOND);
        CommittedLoads.Unseen unseen = committed.unseen(idle, SECOND);
        assertThat(unseen.of(link("h3", "e2"), "")).isEqualTo(6e6);
        assertThat(unseen.of(link("e2", "c1"), "")).isEqualTo(3e6);
        assertThat(unseen.of(link("c2", "e1"), "")).isEqualTo(3e6);
        assertThat(unseen.of(link("e1", "h2"), "")).isEqualTo(2e6);
        assertThat(unseen.of(link("h2", "e1"), "")).isZero();
    }

    @Test
    void whoIsGoneOrSaysLessCommitsNothing() {
        int down = link("e1", "h1");
        ClusterView idle = report(0, SECOND);
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.commit("a", "a", List.of(), idle, SECOND);
        assertThat(committed.unseen(idle, SECOND).of(down, "")).isZero();
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.forget("a", SECOND);
        assertThat(committed.unseen(idle, SECOND).of(down, "")).isZero();
    }

    @Property(tries = 200)
    void neitherMoreThanTheLinkNorLongerThanTwoReports(
            @ForAll @DoubleRange(min = 0, max = 1e9) double rate, @ForAll @IntRange(max = 999) int delayMillis) {
        LinkLoads measured = new LinkLoads(topology, SECOND);
        CommittedLoads fresh = new CommittedLoads(topology, SECOND);
        int down = link("e1", "h1");
        ClusterView idle = report(measured, 0, SECOND);
        fresh.commit("a", "a", List.of(pair("h3", "h1", rate)), idle, SECOND + delayMillis * 1_000_000L);
        assertThat(fresh.unseen(idle, SECOND).of(down, "")).isBetween(0.0, C);
        fresh.unseen(report(measured, 0, 2 * SECOND), 2 * SECOND);
        assertThat(fresh.unseen(report(measured, 0, 3 * SECOND), 3 * SECOND).of(down, ""))
                .isCloseTo(0, within(1.0));
    }

    @Test
    void aLiarIsBelievedForTwoReportsHoweverItLies() {
        int down = link("e1", "h1");
        ClusterView view = report(0, SECOND);
        List<Double> fills = new ArrayList<>();
        for (int tenths = 10; tenths < 110; tenths++) {
            long nowNanos = tenths * SECOND / 10;
            if (tenths % 10 == 0) {
                view = report(0, nowNanos);
                committed.unseen(view, nowNanos);
            }
            // Half of each second, and under a new name each time: what was claimed is never what has been seen.
            String name = "liar/" + tenths / 10;
            if (tenths % 10 == 3) {
                committed.commit("liar", name, List.of(pair("h3", "h1", C)), view, nowNanos);
            } else if (tenths % 10 == 8) {
                committed.forget(name, nowNanos);
            }
            fills.add(committed.unseen(view, nowNanos).of(down, ""));
        }
        assertThat(fills.subList(0, 20)).as("the first two intervals").contains(C);
        assertThat(fills.subList(20, 30)).as("the third").contains(C / 4).allMatch(fill -> fill <= C / 4);
        assertThat(fills.subList(50, 100)).as("at last").allMatch(fill -> fill <= C / 100);

        committed.commit("honest", "honest", List.of(pair("h3", "h1", 6e6)), view, 11 * SECOND);
        assertThat(committed.unseen(view, 11 * SECOND).of(down, "liar")).isEqualTo(6e6);
    }

    @Test
    void whoCarriesAQuarterOfWhatItClaimsIsBelieved() {
        int down = link("e1", "h1");
        ClusterView view = report(0, SECOND);
        for (int second = 2; second < 20; second++) {
            committed.commit("a", "a", List.of(pair("h3", "h1", 8e6)), view, (second - 1) * SECOND + SECOND / 2);
            view = report(2.1e6, second * SECOND);
            committed.unseen(view, second * SECOND);
            committed.commit("a", "a", List.of(), view, second * SECOND);
            view = report(0, second * SECOND + SECOND / 4);
            committed.unseen(view, second * SECOND + SECOND / 4);
        }
        committed.commit("a", "a", List.of(pair("h3", "h1", 8e6)), view, 20 * SECOND);
        assertThat(committed.unseen(view, 20 * SECOND).of(down, "")).isEqualTo(8e6);
    }

    @Test
    void whereNoReportComesAClaimCountsForTwoIntervalsUnderWhateverName() {
        int down = link("e1", "h1");
        ClusterView never = loads.view(SECOND);
        committed.commit("a", "a/1", List.of(pair("h3", "h1", 6e6)), never, SECOND);
        assertThat(committed.unseen(never, 3 * SECOND - 1).of(down, "")).isEqualTo(6e6);
        assertThat(committed.lapsed(3 * SECOND - 1)).isFalse();
        assertThat(committed.lapsed(3 * SECOND)).isTrue();
        assertThat(committed.unseen(never, 3 * SECOND).of(down, "")).isZero();
        committed.forget("a/1", 3 * SECOND);
        committed.commit("a", "a/2", List.of(pair("h3", "h1", 6e6)), never, 4 * SECOND);
        assertThat(committed.unseen(never, 4 * SECOND).of(down, "")).isZero();

        committed.forget("a/2", 4 * SECOND);
        ClusterView reported = report(0, 5 * SECOND);
        committed.unseen(reported, 5 * SECOND);
        committed.commit("a", "a/3", List.of(pair("h3", "h1", 6e6)), reported, 5 * SECOND + 1);
        assertThat(committed.unseen(reported, 5 * SECOND + 1).of(down, "")).isEqualTo(6e6);
    }

    @Test
    void bothModelsLeaveLessOfALinkThatAnotherApplicationCommittedOn() {
        int down = link("e1", "h1");
        ClusterView idle = report(0, SECOND);
        committed.commit("a", "a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        ClusterView told = idle.withCommitted(committed.unseen(idle, SECOND).ofAll());
        for (LoadModel model :
                List.of(new FairShareLoadModel(topology, SECOND), new PublishedLoadModel(topology, SECOND))) {
            model.observe(told, SECOND);
            assertThat(model.availableBandwidth().available(down, SECOND))
                    .as(model.name())
                    .isEqualTo(4e6);
        }
    }
}
