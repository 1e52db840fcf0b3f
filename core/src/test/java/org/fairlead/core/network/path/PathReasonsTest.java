// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class PathReasonsTest {
    private static final long SECOND = 1_000_000_000L;

    private final Topology topology = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 10, 10)
            .build();
    private final KnownLinks network = new KnownLinks(topology);
    private final PathReasons reasons = new PathReasons(topology);
    private final FlowUnit unit = network.unit("h1", "h3");

    private static PathPlan plan(Map<FlowUnit, PathPlan.Held> paths) {
        return new PathPlan(1, 100 * SECOND, paths);
    }

    private void note(PathPlan last, PathPlan plan, long nowNanos) {
        note(last, plan, Map.of(), nowNanos);
    }

    private void note(
            PathPlan last, PathPlan plan, Map<FlowUnit, List<PathReason.Requester>> requesters, long nowNanos) {
        reasons.note(last, plan, network, () -> requesters, nowNanos);
    }

    @Test
    void whatWasExpectedOfEachPathIsKeptAndWhoAskedForIt() {
        network.leaves("h1", "h3", 0, 2);
        PathReason.Requester requester = new PathReason.Requester("app", 1000, new PathChoice(1));

        note(
                PathPlan.NONE,
                plan(Map.of(unit, new PathPlan.Held(new PathChoice(1), SECOND, 10))),
                Map.of(unit, List.of(requester)),
                SECOND);

        PathReason reason = reasons.of(unit).orElseThrow();
        assertThat(reason.path()).isEqualTo(new PathChoice(1));
        assertThat(reason.before()).isEqualTo(PathChoice.NETWORK);
        assertThat(reason.atNanos()).isEqualTo(SECOND);
        assertThat(reason.requesters()).containsExactly(requester);
        assertThat(reason.estimates()).hasSize(2);
        assertThat(reason.estimates().get(0).bytesPerSecond()).isEqualTo(2);
        assertThat(reason.estimates().get(0).others()).isZero();
        assertThat(reason.estimates().get(1).bytesPerSecond()).isEqualTo(10);
        assertThat(reasons.of(network.unit("h3", "h1"))).isEmpty();
    }

    @Test
    void othersOfThePlanTakeTheirPart() {
        PathPlan.Held held = new PathPlan.Held(new PathChoice(1), 0, 6);
        FlowUnit other = network.unit("h2", "h4");

        note(PathPlan.NONE, plan(Map.of(unit, new PathPlan.Held(new PathChoice(1), 0, 4), other, held)), 0);

        PathReason.Estimate taken = reasons.of(unit).orElseThrow().estimates().get(1);
        assertThat(taken.bytesPerSecond()).as("an even share").isEqualTo(5);
        assertThat(taken.leftBytesPerSecond()).isEqualTo(10);
        assertThat(taken.others()).isEqualTo(1);
        assertThat(reasons.of(other).orElseThrow().estimates().get(1).bytesPerSecond())
                .as("what is not promised")
                .isEqualTo(6);
    }

    @Test
    void aLinkThatNobodyKnowsGivesNothing() {
        network.knowsNothingOf(network.inner(unit.source(), unit.destination(), 0)[1]);

        note(PathPlan.NONE, plan(Map.of(unit, new PathPlan.Held(new PathChoice(1), 0, 4))), 0);

        assertThat(reasons.of(unit).orElseThrow().estimates().get(0).bytesPerSecond())
                .isZero();
    }

    @Test
    void whatStaysKeepsItsReasonAndWhatMovesGetsANewOne() {
        PathPlan first = plan(Map.of(unit, new PathPlan.Held(new PathChoice(1), 0, 4)));
        note(PathPlan.NONE, first, 0);
        note(first, plan(Map.of(unit, new PathPlan.Held(new PathChoice(1), 0, 3))), SECOND);
        assertThat(reasons.of(unit).orElseThrow().atNanos()).isZero();

        note(first, plan(Map.of(unit, new PathPlan.Held(new PathChoice(0), 6 * SECOND, 3))), 6 * SECOND);

        assertThat(reasons.of(unit).orElseThrow().before()).isEqualTo(new PathChoice(1));
        assertThat(reasons.of(unit).orElseThrow().atNanos()).isEqualTo(6 * SECOND);
    }

    @Test
    void memoryIsBoundedAndTheOldestDecisionsMakeRoom() {
        Topology large = Topologies.multiRooted(new Topology.Builder("large"), 2, 80, 2, 10, 10)
                .build();
        KnownLinks links = new KnownLinks(large);
        PathReasons bounded = new PathReasons(large);
        FlowUnit first = null;
        FlowUnit last = null;
        long now = 0;
        for (TrafficClass trafficClass : TrafficClass.values()) {
            Map<FlowUnit, PathPlan.Held> paths = new HashMap<>();
            for (int i = 0; i < 80; i++) {
                for (int j = 0; j < 80; j++) {
                    FlowUnit each = new FlowUnit(
                            large.hosts().get(i).index(),
                            large.hosts().get(80 + j).index(),
                            trafficClass);
                    paths.put(each, new PathPlan.Held(new PathChoice(0), now, 0));
                    first = first == null ? each : first;
                    last = each;
                }
            }
            bounded.note(PathPlan.NONE, plan(paths), links, Map::of, now);
            now += SECOND;
        }
        int kept = 0;
        for (int i = 0; i < 80; i++) {
            for (int j = 0; j < 80; j++) {
                for (TrafficClass trafficClass : TrafficClass.values()) {
                    kept += bounded.of(new FlowUnit(
                                            large.hosts().get(i).index(),
                                            large.hosts().get(80 + j).index(),
                                            trafficClass))
                                    .isPresent()
                            ? 1
                            : 0;
                }
            }
        }
        assertThat(kept).isEqualTo(PathReasons.MOST);
        assertThat(bounded.of(first)).isEmpty();
        assertThat(bounded.of(last)).isPresent();
    }
}
