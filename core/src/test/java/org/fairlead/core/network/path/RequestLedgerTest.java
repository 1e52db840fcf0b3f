// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;
import org.junit.jupiter.api.Test;

class RequestLedgerTest {
    private final Topology topology = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 100, 100)
            .build();
    private final KnownLinks network = new KnownLinks(topology);
    private final Noted loads = new Noted();
    private final RequestLedger ledger = new RequestLedger(topology, loads);
    private final PlanningRounds rounds = new PlanningRounds(PathPlanners.named(PathPlanners.OWN, topology, 1));

    /** What was entered, and what became of it. */
    private static final class Noted implements LoadModel {
        final Map<Long, Transfer> open = new HashMap<>();
        final Map<Long, Long> carried = new HashMap<>();
        private long last;

        @Override
        public String name() {
            return "noted";
        }

        @Override
        public void observe(ClusterView view, long nowNanos) {}

        @Override
        public long commit(Transfer transfer, long nowNanos) {
            open.put(++last, transfer);
            return last;
        }

        @Override
        public void progressed(long transfer, long bytes, long nowNanos) {
            carried.put(transfer, bytes);
        }

        @Override
        public void finish(long transfer, long nowNanos) {
            open.remove(transfer);
        }

        @Override
        public AvailableBandwidth availableBandwidth() {
            throw new IllegalStateException("nobody asks");
        }
    }

    private FlowRequest flow(long id, String from, String to, long bytes) {
        return FlowRequest.of(
                id,
                from.isEmpty() ? FlowRequest.MANY : network.h(from),
                network.h(to),
                TrafficClass.SHUFFLE,
                bytes,
                50);
    }

    private void renew(Steering steering, FlowRequest... flows) {
        renewAt(0, steering, flows);
    }

    private void renewAt(long nowNanos, Steering steering, FlowRequest... flows) {
        ledger.renew(Map.of("app", List.of(flows)), steering, rounds, nowNanos);
    }

    @Test
    void whatIsSaidAgainGoesOnAndWhatIsNoLongerSaidHasEnded() {
        renew(Steering.NONE, flow(1, "h1", "h3", 1000), flow(2, "h2", "h3", 1000));
        assertThat(loads.open).hasSize(2);
        assertThat(rounds.nextNanos()).isZero();

        renew(Steering.NONE, flow(1, "h1", "h3", 400));

        assertThat(loads.open).containsOnlyKeys(1L);
        assertThat(loads.carried).containsEntry(1L, 600L);
        assertThat(ledger.demands()).hasSize(1);
        renew(Steering.NONE);
        assertThat(loads.open).isEmpty();
        assertThat(ledger.isEmpty()).isTrue();
    }

    @Test
    void whatIsGivenAPathIsEnteredAnewOverIt() {
        renew(Steering.NONE, flow(1, "h1", "h3", 1000));
        assertThat(loads.open.get(1L).links()).as("both roots").hasSize(6);
        FlowUnit unit = network.unit("h1", "h3");
        PathPlan plan = new PathPlan(1, Long.MAX_VALUE, Map.of(unit, new PathPlan.Held(new PathChoice(1), 0, 50)));

        renew(new Steering(EnumSet.allOf(TrafficClass.class), sender -> true, plan, 1), flow(1, "h1", "h3", 900));

        assertThat(loads.open).containsOnlyKeys(2L);
        assertThat(loads.open.get(2L).links()).as("one root").hasSize(4);
        assertThat(loads.open.get(2L).bytes()).isEqualTo(900);
    }

    @Test
    void aPathIsProposedWhenItIsSaidFirstAndNotWhenItIsSaidAgain() {
        renew(Steering.NONE, flow(1, "h1", "h3", 1000));
        assertThat(rounds.proposed()).isZero();

        renew(Steering.NONE, flow(1, "h1", "h3", 900).over(new PathChoice(1)));
        renew(Steering.NONE, flow(1, "h1", "h3", 800).over(new PathChoice(1)));
        assertThat(rounds.proposed()).isEqualTo(1);

        renew(Steering.NONE, flow(1, "h1", "h3", 5000).over(new PathChoice(1)));
        assertThat(rounds.proposed()).as("more of the same").isEqualTo(1);
        renew(Steering.NONE, flow(1, "h1", "h3", 5000));
        renew(Steering.NONE, flow(1, "h1", "h3", 5000).over(new PathChoice(0)));
        assertThat(rounds.proposed()).isEqualTo(2);
        renew(Steering.NONE);
        renew(Steering.NONE, flow(1, "h1", "h3", 100).over(new PathChoice(0)));
        assertThat(rounds.proposed()).as("another request").isEqualTo(3);
        assertThat(ledger.requesters().get(network.unit("h1", "h3")))
                .containsExactly(new PathReason.Requester("app", 100, new PathChoice(0)));
    }

    @Test
    void whatMovesOnIsSeenToGoAtItsMeanRate() {
        renewAt(0, Steering.NONE, flow(1, "h1", "h3", 1000), flow(2, "h1", "h3", 1000), flow(3, "h2", "h3", 1000));
        assertThat(ledger.demands()).extracting(PathDemand::bytesPerSecond).containsOnly(0.0);

        renewAt(
                2_000_000_000L,
                Steering.NONE,
                flow(1, "h1", "h3", 400),
                flow(2, "h1", "h3", 800),
                flow(3, "h2", "h3", 1000));

        assertThat(ledger.demands()).extracting(PathDemand::bytesPerSecond).containsExactly(400.0, 0.0);
    }

    @Test
    void whatManySendCountsAtTheReceiverAndIsNoDemand() {
        renew(Steering.NONE, flow(1, "", "h3", 1000));

        assertThat(loads.open.get(1L).links()).hasSize(1);
        assertThat(ledger.demands()).isEmpty();
        assertThat(ledger.isEmpty()).isFalse();
    }
}
