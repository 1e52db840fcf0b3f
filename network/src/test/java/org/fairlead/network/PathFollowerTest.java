// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.PathsMessage;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

/** Which plans of which controllers count for a host, and until when. */
class PathFollowerTest {
    private static final Topology ROOTS = Topologies.multiRooted(new Topology.Builder("roots"), 2, 2, 2, 1e6, 1e6)
            .build();
    private static final String ID = TopologyMessage.of(ROOTS).id();

    private final HandDrivenTime time = new HandDrivenTime();
    private final RecordingDriver driver = new RecordingDriver();
    private final PlanReconciler reconciler =
            new PlanReconciler(driver, source -> source == ROOTS.host("h1").index(), time);
    private final PathFollower follower =
            new PathFollower(Optional.of(ROOTS.host("h1")), EnumSet.allOf(TrafficClass.class), ROOTS, reconciler, time);

    private static PathsMessage told(
            long epoch, long plan, boolean enforced, String topology, PathsMessage.Pair... pairs) {
        return new PathsMessage("c", epoch, plan, topology, enforced, 3_000, List.of(pairs));
    }

    private static PathsMessage.Pair pair(String from, String to, int path) {
        return new PathsMessage.Pair(from, to, "shuffle", path, 0);
    }

    private void step() {
        time.pass(Duration.ofMillis(250));
        reconciler.step();
    }

    private static FlowUnit unit(String to) {
        return new FlowUnit(ROOTS.host("h1").index(), ROOTS.host(to).index(), TrafficClass.SHUFFLE);
    }

    @Test
    void whatIsPlannedIsHeldAndEndsWithItsLease() {
        assertThat(follower.take(told(7, 1, true, ID, pair("h1", "h3", 1), pair("h2", "h4", 1))))
                .isTrue();
        step();
        assertThat(driver.held).containsExactly(Map.entry(unit("h3"), new PathChoice(1)));

        time.pass(Duration.ofSeconds(2));
        follower.take(told(7, 1, true, ID, pair("h1", "h3", 1)));
        time.pass(Duration.ofSeconds(2));
        step();
        assertThat(driver.held).as("renewed").hasSize(1);

        time.pass(Duration.ofSeconds(3));
        step();
        assertThat(driver.held).as("nobody was heard of").isEmpty();
    }

    @Test
    void anOlderControllerIsHeardWhenTheNewerIsSilentAlone() {
        follower.take(told(7, 1, true, ID, pair("h1", "h3", 1)));
        assertThat(follower.take(told(6, 9, true, ID, pair("h1", "h3", 0)))).isFalse();
        step();
        assertThat(driver.held).containsValue(new PathChoice(1));

        time.pass(Duration.ofSeconds(4));
        assertThat(follower.take(told(6, 10, true, ID, pair("h1", "h3", 0)))).isTrue();
        step();
        assertThat(driver.held).containsValue(new PathChoice(0));
    }

    @Test
    void whatIsNotEnforcedOrNumberedByAnotherTopologyIsNotCarriedOut() {
        follower.take(told(7, 1, true, ID, pair("h1", "h3", 1)));
        step();

        follower.take(told(7, 2, false, ID, pair("h1", "h3", 1)));
        step();
        assertThat(driver.held).isEmpty();

        follower.take(told(7, 3, true, "0123456789abcdef", pair("h1", "h3", 1)));
        step();
        assertThat(driver.held).isEmpty();
    }

    @Test
    void everybodysPathsAreOfInterestWhereTheDriverReachesAllOfTheNetwork() {
        PlanReconciler all = new PlanReconciler(driver, source -> true, time);
        PathFollower everybodys =
                new PathFollower(Optional.empty(), EnumSet.allOf(TrafficClass.class), ROOTS, all, time);

        everybodys.take(told(7, 1, true, ID, pair("h1", "h3", 1), pair("h2", "h4", 0), pair("nobody", "h4", 0)));
        all.step();

        assertThat(driver.held).hasSize(2).containsEntry(unit("h3"), new PathChoice(1));
        assertThat(driver.followed).containsExactly(7L);
    }
}
