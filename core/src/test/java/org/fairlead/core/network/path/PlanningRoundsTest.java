// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Test;

class PlanningRoundsTest {
    private static final long MILLI = 1_000_000L;

    private final Topology topology = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 100, 100)
            .build();
    private final KnownLinks network = new KnownLinks(topology);
    private final List<PathDemand> demands = List.of(network.demand("h1", "h3", 1e9, 100));

    private PlanningRounds rounds(String planner) {
        return new PlanningRounds(PathPlanners.named(planner, topology, 1));
    }

    @Test
    void whatIsRequestedIsPlannedAtOnceButNotMoreOftenThanEach50Milliseconds() {
        PlanningRounds rounds = rounds(PathPlanners.OWN);
        assertThat(rounds.nextNanos()).isEqualTo(Long.MAX_VALUE);

        rounds.heard(0);
        assertThat(rounds.nextNanos()).isZero();
        rounds.plan(demands, network, 0);
        rounds.heard(10 * MILLI);

        assertThat(rounds.nextNanos()).isEqualTo(50 * MILLI);
        rounds.plan(demands, network, 50 * MILLI);
        assertThat(rounds.nextNanos()).as("in its rounds").isGreaterThan(500 * MILLI);
        rounds.heard(120 * MILLI);
        assertThat(rounds.nextNanos()).isEqualTo(100 * MILLI);
    }

    @Test
    void hederaPlansInItsRoundsAlone() {
        PlanningRounds rounds = rounds("hedera");
        rounds.heard(7 * MILLI);

        assertThat(rounds.nextNanos()).isEqualTo(7 * MILLI + rounds.planner().roundNanos());
        rounds.heard(9 * MILLI);
        assertThat(rounds.nextNanos()).isEqualTo(7 * MILLI + rounds.planner().roundNanos());
        rounds.heard(5_020 * MILLI);
        assertThat(rounds.nextNanos()).as("due just now").isEqualTo(5_007 * MILLI);
        rounds.heard(12_345 * MILLI);
        assertThat(rounds.nextNanos()).as("rounds go on while nobody asks").isEqualTo(15_007 * MILLI);
    }

    @Test
    void aProposalIsGrantedByTheNextPlanOrNever() {
        network.leaves("h1", "h3", 0, 10);
        PlanningRounds rounds = rounds(PathPlanners.OWN);
        rounds.proposed(network.unit("h1", "h3"), new PathChoice(1));
        rounds.proposed(network.unit("h2", "h4"), new PathChoice(1));
        rounds.proposed(network.unit("h2", "h3"), PathChoice.NETWORK);
        rounds.heard(0);

        PathPlan plan = rounds.plan(demands, network, 0).orElseThrow();

        assertThat(plan.of(network.unit("h1", "h3")).orElseThrow().path()).isEqualTo(new PathChoice(1));
        assertThat(rounds.proposed()).isEqualTo(2);
        assertThat(rounds.granted()).isEqualTo(1);
        assertThat(rounds.newest()).isSameAs(plan);
    }
}
