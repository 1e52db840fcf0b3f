// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
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
    private final Held driver = new Held();
    private final PlanReconciler reconciler =
            new PlanReconciler(driver, ROOTS.host("h1").index(), time);
    private final PathFollower follower = new PathFollower(ROOTS.host("h1"), ROOTS, reconciler, time);

    /** Holds what it is told. */
    private static final class Held implements NetworkDriver {
        private final Map<FlowUnit, PathChoice> paths = new HashMap<>();

        @Override
        public boolean keeps(FlowUnit unit) {
            return true;
        }

        @Override
        public List<PathChoice> named(FlowUnit unit, PathChoice path) {
            return List.of(path);
        }

        @Override
        public boolean movesLiveFlows() {
            return true;
        }

        @Override
        public Duration lifetime() {
            return Duration.ofSeconds(5);
        }

        @Override
        public Map<FlowUnit, String> apply(PathChanges changes) {
            changes.released().forEach(paths::remove);
            paths.putAll(changes.given());
            return Map.of();
        }

        @Override
        public Map<FlowUnit, String> renew() {
            return Map.of();
        }

        @Override
        public Map<FlowUnit, PathChoice> held() {
            return Map.copyOf(paths);
        }

        @Override
        public void close() {
            paths.clear();
        }
    }

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
        assertThat(driver.paths).containsExactly(Map.entry(unit("h3"), new PathChoice(1)));

        time.pass(Duration.ofSeconds(2));
        follower.take(told(7, 1, true, ID, pair("h1", "h3", 1)));
        time.pass(Duration.ofSeconds(2));
        step();
        assertThat(driver.paths).as("renewed").hasSize(1);

        time.pass(Duration.ofSeconds(3));
        step();
        assertThat(driver.paths).as("nobody was heard of").isEmpty();
    }

    @Test
    void anOlderControllerIsHeardWhenTheNewerIsSilentAlone() {
        follower.take(told(7, 1, true, ID, pair("h1", "h3", 1)));
        assertThat(follower.take(told(6, 9, true, ID, pair("h1", "h3", 0)))).isFalse();
        step();
        assertThat(driver.paths).containsValue(new PathChoice(1));

        time.pass(Duration.ofSeconds(4));
        assertThat(follower.take(told(6, 10, true, ID, pair("h1", "h3", 0)))).isTrue();
        step();
        assertThat(driver.paths).containsValue(new PathChoice(0));
    }

    @Test
    void whatIsNotEnforcedOrNumberedByAnotherTopologyIsNotCarriedOut() {
        follower.take(told(7, 1, true, ID, pair("h1", "h3", 1)));
        step();

        follower.take(told(7, 2, false, ID, pair("h1", "h3", 1)));
        step();
        assertThat(driver.paths).isEmpty();

        follower.take(told(7, 3, true, "0123456789abcdef", pair("h1", "h3", 1)));
        step();
        assertThat(driver.paths).isEmpty();
    }
}
