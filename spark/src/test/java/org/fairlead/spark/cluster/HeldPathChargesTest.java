// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.junit.jupiter.api.Test;

/** What tasks read is charged over the path that is held for it: two racks of two under two roots. */
class HeldPathChargesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double C = 1e6;
    private static final Topology ROOTS =
            Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, C, C).build();
    private static final int H1 = ROOTS.host("h1").index();
    private static final int H2 = ROOTS.host("h2").index();
    private static final int H3 = ROOTS.host("h3").index();
    private static final FlowUnit READ = new FlowUnit(H3, H1, TrafficClass.BLOCK_READ);

    private final FairShareLoadModel model = new FairShareLoadModel(ROOTS, SECOND);
    private final PathProposals.Counts counts = new PathProposals.Counts();
    private final TaskLedger ledger = new TaskLedger(ROOTS, model, counts);
    private final LinkLoads loads = new LinkLoads(ROOTS, SECOND);
    private long now = SECOND;

    private void see(Steering steering) {
        now += SECOND / 10;
        ROOTS.links().forEach(link -> loads.measured(link.index(), 0, now, Origin.SWITCH));
        model.observe(loads.view(now).withSteering(steering), now);
        ledger.viewed(now);
    }

    private Steering holding(FlowUnit unit, int path) {
        PathPlan plan = new PathPlan(1, Long.MAX_VALUE, Map.of(unit, new PathPlan.Held(new PathChoice(path), now, 0)));
        return new Steering(EnumSet.allOf(TrafficClass.class), sender -> true, plan, 5 * SECOND);
    }

    private static Steering keeping() {
        return new Steering(EnumSet.allOf(TrafficClass.class), sender -> true, PathPlan.NONE, 5 * SECOND);
    }

    /** What the link from h3's switch to a root has for one more. */
    private double root(int path) {
        int link = ROOTS.routes().inner(H3, H1).link(path, 0);
        return model.availableBandwidth().available(link, now);
    }

    private void launch(long task, PathChoice counted) {
        ledger.launched(task, H3, H1, 8e6, MapOutputLocations.UNKNOWN, counted, now);
    }

    @Test
    void whereNobodyKeepsPathsEachCarriesItsPart() {
        see(Steering.NONE);
        launch(1, PathChoice.NETWORK);

        assertThat(root(0)).isEqualTo(root(1)).isLessThan(C);
    }

    @Test
    void aPathThatIsHeldAtTheLaunchIsChargedAlone() {
        see(holding(READ, 1));
        launch(1, new PathChoice(1));

        assertThat(root(0)).isEqualTo(C);
        assertThat(root(1)).isEqualTo(C / 2);
    }

    @Test
    void whatRunsIsChargedAnewWhenItsPathIsGivenMovedAndReleased() {
        see(keeping());
        launch(1, new PathChoice(1));
        assertThat(root(0)).isLessThan(C);

        see(holding(READ, 1));
        assertThat(root(0)).isEqualTo(C);
        assertThat(root(1)).isEqualTo(C / 2);
        see(holding(READ, 0));
        assertThat(root(0)).isEqualTo(C / 2);
        assertThat(root(1)).isEqualTo(C);
        see(Steering.NONE);
        assertThat(root(0)).isEqualTo(root(1)).isLessThan(C);

        ledger.progress(1, new TaskProgress(3_000_000, 0, false, now), now);
        see(holding(READ, 1));
        ledger.progress(1, new TaskProgress(8_000_000, 0, false, now), now);
        assertThat(root(1)).as("all is there").isEqualTo(C);
        see(holding(READ, 0));
        ledger.ended(1, now);
        assertThat(root(0)).isEqualTo(C);
    }

    @Test
    void whatIsFetchedFromManyIsChargedByTheirPathsToo() {
        FlowUnit shuffle = new FlowUnit(H3, H1, TrafficClass.SHUFFLE);
        see(holding(shuffle, 1));
        ledger.launched(1, -1, H1, 8e6, new MapOutputLocations(Map.of(H3, 1.0, H2, 1.0)), PathChoice.NETWORK, now);

        assertThat(root(0)).isEqualTo(C);
        assertThat(root(1)).isLessThan(C);
        see(holding(shuffle, 0));
        assertThat(root(0)).isLessThan(C);
        assertThat(root(1)).isEqualTo(C);
    }

    @Test
    void aPathIsProposedWithTheFlowAsLongAsItsTasksRun() {
        see(keeping());
        launch(1, new PathChoice(1));
        launch(2, new PathChoice(1));
        launch(3, PathChoice.NETWORK);
        assertThat(ledger.flows(List.of())).singleElement().satisfies(flow -> assertThat(flow.proposed())
                .isEqualTo(new PathChoice(1)));
        assertThat(counts.ofProposed()).as("by pair").isEqualTo(1);
        assertThat(counts.ofGranted()).isZero();

        see(holding(READ, 1));
        see(holding(READ, 1));
        assertThat(counts.ofGranted()).isEqualTo(1);
        launch(4, new PathChoice(0));
        assertThat(counts.ofProposed()).isEqualTo(2);
        assertThat(ledger.flows(List.of()).get(0).proposed()).as("the newest").isEqualTo(new PathChoice(0));

        ledger.ended(1, now);
        ledger.ended(2, now);
        ledger.ended(4, now);
        assertThat(ledger.flows(List.of()).get(0).proposed()).isEqualTo(PathChoice.NETWORK);
        see(holding(READ, 0));
        assertThat(counts.ofGranted()).as("nobody waits for it any more").isEqualTo(1);
    }
}
