// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.Headroom;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.junit.jupiter.api.Test;

/** What estimates make of who keeps paths: two racks of two under two roots, of which others fill the first. */
class SteeringTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 100, 100)
            .build();
    private static final int H1 = ROOTS.host("h1").index();
    private static final int H3 = ROOTS.host("h3").index();
    private static final FlowUnit READ = new FlowUnit(H1, H3, TrafficClass.BLOCK_READ);

    private static Headroom headroom(Steering steering, long nowNanos) {
        LinkLoads loads = new LinkLoads(ROOTS, SECOND);
        int first = ROOTS.routes().inner(H1, H3).link(0, 0);
        ROOTS.links()
                .forEach(link -> loads.measured(link.index(), link.index() == first ? 80 : 0, nowNanos, Origin.SWITCH));
        FairShareLoadModel model = new FairShareLoadModel(ROOTS, SECOND);
        ClusterView view = loads.view(nowNanos).withSteering(steering);
        model.observe(view, nowNanos);
        return new Headroom(ROOTS.routes(), model.availableBandwidth(), nowNanos);
    }

    private static Steering of(PathPlan plan) {
        return new Steering(EnumSet.of(TrafficClass.BLOCK_READ), sender -> sender == H1, plan, 5 * SECOND);
    }

    private static PathPlan holding(int path, long movedAtNanos) {
        return new PathPlan(1, 20 * SECOND, Map.of(READ, new PathPlan.Held(new PathChoice(path), movedAtNanos, 0)));
    }

    @Test
    void whereNobodyKeepsAPathTheMeanCounts() {
        assertThat(headroom(Steering.NONE, 0).between(H1, H3, TrafficClass.BLOCK_READ))
                .isEqualTo(60);
        assertThat(headroom(of(PathPlan.NONE), 0).between(H1, H3, TrafficClass.SHUFFLE))
                .isEqualTo(60);
        assertThat(headroom(of(PathPlan.NONE), 0).between(H3, H1, TrafficClass.BLOCK_READ))
                .isEqualTo(100);
    }

    @Test
    void whereAPathIsFreeToChangeTheBestCounts() {
        Headroom free = headroom(of(PathPlan.NONE), 0);
        Headroom movable = headroom(of(holding(0, 0)), 6 * SECOND);

        assertThat(free.between(H1, H3, TrafficClass.BLOCK_READ)).isEqualTo(100);
        assertThat(movable.between(H1, H3, TrafficClass.BLOCK_READ)).isEqualTo(100);
        assertThat(movable.choice(new double[] {20, 100}, READ)).isEqualTo(new PathChoice(1));
        assertThat(movable.choice(new double[] {20, 20}, READ)).isEqualTo(new PathChoice(0));
    }

    @Test
    void whereAPathIsHeldThatOneCounts() {
        Headroom held = headroom(of(holding(0, 0)), SECOND);

        assertThat(held.between(H1, H3, TrafficClass.BLOCK_READ)).isEqualTo(20);
        assertThat(held.choice(new double[] {20, 100}, READ)).isEqualTo(new PathChoice(0));
    }

    @Test
    void aPlanThatHasEndedHoldsNothing() {
        Headroom later = headroom(of(holding(0, 18 * SECOND)), 21 * SECOND);

        assertThat(later.between(H1, H3, TrafficClass.BLOCK_READ)).isEqualTo(100);
    }

    @Test
    void aPairThatACanaryDidNotDrawIsLeftToTheNetwork() {
        Steering drawn = new Steering(
                SteeredSenders.of(EnumSet.of(TrafficClass.BLOCK_READ), sender -> true),
                new PairShare(0, 1),
                holding(1, 0),
                5 * SECOND,
                Long.MAX_VALUE);

        assertThat(drawn.keeps(READ, 0)).isFalse();
        assertThat(drawn.taken(READ, 0)).isEqualTo(PathChoice.NETWORK);
        assertThat(headroom(drawn, 0).between(H1, H3, TrafficClass.BLOCK_READ)).isEqualTo(60);
    }

    @Test
    void whereNobodySaysAnyMoreThatPathsAreKeptTheMeanCountsAgain() {
        Steering lasting = new Steering(
                SteeredSenders.of(EnumSet.of(TrafficClass.BLOCK_READ), sender -> true),
                PairShare.ALL,
                holding(1, 0),
                5 * SECOND,
                3 * SECOND);

        assertThat(headroom(lasting, 2 * SECOND).between(H1, H3, TrafficClass.BLOCK_READ))
                .isEqualTo(100);
        assertThat(headroom(lasting, 3 * SECOND).between(H1, H3, TrafficClass.BLOCK_READ))
                .isEqualTo(60);
        assertThat(lasting.fixed(READ, 3 * SECOND)).isEmpty();
    }

    @Test
    void aFlowChargesTheHeldPathAlone() {
        Map<Integer, Double> charged = new TreeMap<>();
        new HeldPaths(ROOTS.routes(), of(holding(1, 0)), SECOND)
                .resolve(H1, H3, TrafficClass.BLOCK_READ, (link, share) -> charged.merge(link, share, Double::sum));
        Map<Integer, Double> others = new TreeMap<>();
        new HeldPaths(ROOTS.routes(), of(holding(1, 0)), SECOND)
                .resolve(H1, H3, TrafficClass.SHUFFLE, (link, share) -> others.merge(link, share, Double::sum));

        assertThat(charged.values()).containsExactly(1.0, 1.0, 1.0, 1.0);
        assertThat(charged).containsKey(ROOTS.routes().inner(H1, H3).link(1, 0));
        assertThat(others).hasSize(6);
    }
}
