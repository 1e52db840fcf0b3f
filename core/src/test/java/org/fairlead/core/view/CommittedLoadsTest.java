package org.fairlead.core.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class CommittedLoadsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 10e6;

    private final Topology topology =
            Topologies.multiRooted(new Topology.Builder("t"), 2, 2, 2, C, C).build();
    private final LinkLoads loads = new LinkLoads(topology, SECOND);
    private final CommittedLoads committed = new CommittedLoads(topology);

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

    private CommittedLoads.Pair pair(String from, String to, double rate) {
        return new CommittedLoads.Pair(
                topology.host(from).index(), topology.host(to).index(), rate);
    }

    @Test
    void whatIsCommittedCountsUntilTheCountersHaveSeenIt() {
        int down = link("e1", "h1");
        ClusterView idle = report(0, SECOND);
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), idle, SECOND + 3 * SECOND / 10);
        assertThat(committed.unseen(idle).of(down, "")).isEqualTo(6e6);

        ClusterView partly = report(4.2e6, 2 * SECOND);
        assertThat(committed.unseen(partly).of(down, "")).isEqualTo(1.8e6, within(1.0));

        ClusterView wholly = report(6e6, 3 * SECOND);
        assertThat(committed.unseen(wholly).of(down, "")).isZero();
    }

    @Test
    void whatIsClaimedIsToldWhetherCountersHaveSeenItOrNot() {
        int down = link("e1", "h1");
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), report(0, SECOND), SECOND);
        committed.unseen(report(6e6, 2 * SECOND));
        committed.unseen(report(6e6, 3 * SECOND));
        assertThat(committed.claimed()[down]).isEqualTo(6e6);

        committed.commit("b", List.of(pair("h4", "h1", 9e6)), report(6e6, 4 * SECOND), 4 * SECOND);
        assertThat(committed.claimed()[down])
                .as("no more than the link carries")
                .isEqualTo(C);
        committed.forget("b");
        assertThat(committed.claimed()[down]).isEqualTo(6e6);
    }

    @Test
    void nobodyIsToldOfItself() {
        ClusterView idle = report(0, SECOND);
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.commit("b", List.of(pair("h4", "h1", 1e6)), idle, SECOND);
        CommittedLoads.Unseen unseen = committed.unseen(idle);
        int down = link("e1", "h1");
        assertThat(unseen.of(down, "a")).isEqualTo(1e6);
        assertThat(unseen.of(down, "b")).isEqualTo(6e6);
        assertThat(unseen.of(down, "")).isEqualTo(7e6);
        assertThat(unseen.ofAll()[down]).isEqualTo(7e6);
    }

    @Test
    void aPairIsSpreadOverItsWaysAndManySourcesShareOnlyTheLastLink() {
        ClusterView idle = report(0, SECOND);
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.commit(
                "b",
                List.of(new CommittedLoads.Pair(
                        CommittedLoads.MANY, topology.host("h2").index(), 2e6)),
                idle,
                SECOND);
        CommittedLoads.Unseen unseen = committed.unseen(idle);
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
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.commit("a", List.of(), idle, SECOND);
        assertThat(committed.unseen(idle).of(down, "")).isZero();
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        committed.forget("a");
        assertThat(committed.unseen(idle).of(down, "")).isZero();
    }

    @Property(tries = 200)
    void neitherMoreThanTheLinkNorLongerThanTwoReports(
            @ForAll @DoubleRange(min = 0, max = 1e9) double rate, @ForAll @IntRange(max = 999) int delayMillis) {
        LinkLoads measured = new LinkLoads(topology, SECOND);
        CommittedLoads fresh = new CommittedLoads(topology);
        int down = link("e1", "h1");
        ClusterView idle = report(measured, 0, SECOND);
        fresh.commit("a", List.of(pair("h3", "h1", rate)), idle, SECOND + delayMillis * 1_000_000L);
        assertThat(fresh.unseen(idle).of(down, "")).isBetween(0.0, C);
        fresh.unseen(report(measured, 0, 2 * SECOND));
        assertThat(fresh.unseen(report(measured, 0, 3 * SECOND)).of(down, "")).isCloseTo(0, within(1.0));
    }

    @Test
    void bothModelsLeaveLessOfALinkThatAnotherApplicationCommittedOn() {
        int down = link("e1", "h1");
        ClusterView idle = report(0, SECOND);
        committed.commit("a", List.of(pair("h3", "h1", 6e6)), idle, SECOND);
        ClusterView told = idle.withCommitted(committed.unseen(idle).ofAll());
        for (LoadModel model :
                List.of(new FairShareLoadModel(topology, SECOND), new PublishedLoadModel(topology, SECOND))) {
            model.observe(told, SECOND);
            assertThat(model.outlook().available(down, SECOND)).as(model.name()).isEqualTo(4e6);
        }
    }
}
