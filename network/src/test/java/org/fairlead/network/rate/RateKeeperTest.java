// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.network.rate.RatePlan;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class RateKeeperTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 1e9, 1).build();

    private final HandDrivenTime time = new HandDrivenTime();
    private final Recording driver = new Recording();
    private final RateKeeper keeper = new RateKeeper(driver, TOPOLOGY.host("h1"), time);

    private static final class Recording implements RateDriver {
        final List<List<RateAllotment>> told = new ArrayList<>();
        final CountDownLatch closed = new CountDownLatch(1);
        boolean fails;

        @Override
        public boolean guarantees() {
            return true;
        }

        @Override
        public Duration lifetime() {
            return Duration.ofSeconds(3);
        }

        @Override
        public Map<FlowUnit, String> hold(List<RateAllotment> wanted) throws DriverException {
            told.add(wanted);
            if (fails) {
                throw new DriverException("no");
            }
            return Map.of();
        }

        @Override
        public Set<FlowUnit> held() {
            return Set.of();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private RatePlan plan(long epoch, long seconds, long allottedSeconds) {
        long now = time.nanoTime();
        RateAllotment allotment = new RateAllotment(
                new FlowUnit(TOPOLOGY.host("h1").index(), TOPOLOGY.host("h2").index(), TrafficClass.SHUFFLE),
                "a",
                16,
                1e6,
                TOPOLOGY.linksFrom(TOPOLOGY.host("h1")),
                now + allottedSeconds * SECOND);
        return new RatePlan(epoch, now + seconds * SECOND, List.of(allotment));
    }

    @Test
    void whatIsWantedIsRenewedUntilThePlanEnds() {
        RatePlan plan = plan(1, 2, 9);
        keeper.offer(plan);

        assertThat(keeper.step()).as("a third of a lifetime later").isEqualTo(time.nanoTime() + SECOND);
        time.pass(Duration.ofMillis(1_500));
        assertThat(keeper.step()).as("the end of the plan").isEqualTo(plan.validUntilNanos());
        time.pass(Duration.ofMillis(500));
        keeper.step();
        assertThat(driver.told).extracting(List::size).containsExactly(1, 1, 0);
    }

    @Test
    void anAllotmentEndsBeforeItsPlan() {
        keeper.offer(plan(1, 60, 1));
        keeper.step();
        time.pass(Duration.ofSeconds(1));
        keeper.step();

        assertThat(driver.told).extracting(List::size).containsExactly(1, 0);
    }

    @Test
    void anOlderPlanIsRefusedWhileANewerOneIsValid() {
        keeper.offer(plan(5, 2, 9));

        assertThat(keeper.offer(plan(4, 60, 60))).isFalse();
        time.pass(Duration.ofSeconds(2));
        assertThat(keeper.offer(plan(4, 60, 60))).isTrue();
    }

    @Test
    void whatFailsIsTriedAgain() {
        driver.fails = true;
        keeper.offer(plan(1, 60, 60));

        assertThat(keeper.step()).isEqualTo(time.nanoTime() + SECOND);
        driver.fails = false;
        keeper.step();
        assertThat(driver.told).extracting(List::size).containsExactly(1, 1);
    }

    @Test
    void closedItClosesItsDriver() throws InterruptedException {
        RateKeeper running = RateKeeper.start(driver, TOPOLOGY.host("h1"), TimeSource.SYSTEM);
        running.close();

        assertThat(driver.closed.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
