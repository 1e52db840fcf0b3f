// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.junit.jupiter.api.Test;

class PathAuditTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long INTERVAL = SECOND / 4;
    private static final double RATE = 10e6;
    private static final Topology TREE =
            Topologies.fatTree(new Topology.Builder("t"), 4, RATE).build();
    private static final FlowUnit FIRST = unit("h1", "h9");
    private static final FlowUnit SECOND_UNIT = unit("h2", "h10");

    private final PathAudit audit = new PathAudit(TREE);
    private final LinkLoads loads = new LinkLoads(TREE, INTERVAL);
    private final Map<FlowUnit, Double> moved = new HashMap<>();
    private long now = 10 * SECOND;

    private static FlowUnit unit(String from, String to) {
        return new FlowUnit(TREE.host(from).index(), TREE.host(to).index(), TrafficClass.SHUFFLE);
    }

    private static int link(FlowUnit unit, int path, int hop) {
        EqualCostRoutes paths = TREE.routes().inner(unit.source(), unit.destination());
        return paths.link(path, hop);
    }

    private static PathPlan plan(long movedAtNanos, int first, int second) {
        return new PathPlan(
                1,
                Long.MAX_VALUE,
                Map.of(
                        FIRST, new PathPlan.Held(new PathChoice(first), movedAtNanos, RATE),
                        SECOND_UNIT, new PathPlan.Held(new PathChoice(second), movedAtNanos, RATE)));
    }

    /** Some seconds in which both units go at the full rate, and links carry what is said of them. */
    private void pass(double seconds, PathPlan plan, Map<Integer, Double> rates) {
        for (long end = now + Math.round(seconds * SECOND); now < end; now += INTERVAL) {
            moved.merge(FIRST, RATE * INTERVAL / SECOND, Double::sum);
            moved.merge(SECOND_UNIT, RATE * INTERVAL / SECOND, Double::sum);
            for (Link link : TREE.links()) {
                loads.measured(link.index(), rates.getOrDefault(link.index(), 0.0), now, Origin.SWITCH);
            }
            audit.observe(loads.view(now), moved, plan, now);
        }
    }

    private static Map<Integer, Double> asPlanned(int first, int second) {
        Map<Integer, Double> rates = new HashMap<>();
        for (int hop = 0; hop < 4; hop++) {
            rates.merge(link(FIRST, first, hop), RATE, Double::sum);
            rates.merge(link(SECOND_UNIT, second, hop), RATE, Double::sum);
        }
        return rates;
    }

    @Test
    void linksThatCarryWhatIsPlannedAreTrusted() {
        pass(60, plan(0, 0, 2), asPlanned(0, 2));

        assertThat(audit.suspected()).isEmpty();
    }

    @Test
    void aLinkThatDoesNotIsSuspectedForAWhile() {
        // given a switch that sends what is labelled for the first of its links by the second
        PathPlan plan = plan(0, 0, 2);
        Map<Integer, Double> rates = asPlanned(1, 2);

        pass(7, plan, rates);

        assertThat(audit.suspected()).contains(link(FIRST, 0, 1)).doesNotContain(link(FIRST, 0, 0));

        // when its paths are given up, and it obeys again
        pass(31, plan(now, 1, 2), asPlanned(1, 2));

        assertThat(audit.suspected()).isEmpty();
        pass(7, plan(0, 0, 2), asPlanned(0, 2));
        assertThat(audit.suspected()).isEmpty();

        // and when it does not, for twice as long
        pass(10, plan(0, 0, 2), asPlanned(1, 2));
        pass(31, plan(0, 1, 2), asPlanned(1, 2));
        assertThat(audit.suspected()).contains(link(FIRST, 0, 1));
    }

    @Test
    void othersTrafficHidesItAndOneWindowSaysNothing() {
        Map<Integer, Double> rates = asPlanned(1, 2);
        rates.put(link(FIRST, 0, 1), RATE);
        rates.put(link(FIRST, 0, 2), RATE);
        pass(30, plan(0, 0, 2), rates);
        assertThat(audit.suspected()).isEmpty();

        pass(3, plan(0, 0, 2), asPlanned(1, 2));
        pass(3, plan(0, 0, 2), asPlanned(0, 2));

        assertThat(audit.suspected()).isEmpty();
    }

    @Test
    void aPathThatWasJustGivenSaysNothing() {
        for (int turn = 0; turn < 10; turn++) {
            pass(2, plan(now, 0, 2), asPlanned(1, 2));
        }

        assertThat(audit.suspected()).isEmpty();
    }
}
