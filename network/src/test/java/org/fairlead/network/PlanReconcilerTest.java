// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class PlanReconcilerTest {
    private static final int HOST = 1;
    private static final FlowUnit READ = new FlowUnit(HOST, 2, TrafficClass.BLOCK_READ);
    private static final FlowUnit WRITE = new FlowUnit(HOST, 3, TrafficClass.REPLICATION);
    private static final FlowUnit ANOTHERS = new FlowUnit(2, 3, TrafficClass.SHUFFLE);

    private final HandDrivenTime time = new HandDrivenTime();
    private final RecordingDriver driver = new RecordingDriver();
    private final PlanReconciler reconciler = new PlanReconciler(driver, source -> source == HOST, time);

    private PathPlan plan(long epoch, Duration valid, Map<FlowUnit, Integer> paths) {
        Map<FlowUnit, PathPlan.Held> held = new LinkedHashMap<>();
        paths.forEach((unit, path) -> held.put(unit, new PathPlan.Held(new PathChoice(path), 0, 0)));
        return new PathPlan(epoch, time.nanoTime() + valid.toNanos(), held);
    }

    private void pass(long millis) {
        time.pass(Duration.ofMillis(millis));
    }

    @Test
    void ofAPlanTheDriverIsToldWhatItsHostSends() {
        reconciler.offer(plan(1, Duration.ofMinutes(1), Map.of(READ, 1, ANOTHERS, 2)));

        reconciler.step();

        assertThat(driver.held).containsExactly(Map.entry(READ, new PathChoice(1)));
    }

    @Test
    void whatComesWhileTheDriverRestsIsOneChangeToTheNewestPlan() {
        reconciler.offer(plan(4, Duration.ofMinutes(1), Map.of(READ, 0)));
        reconciler.step();
        pass(5);
        reconciler.offer(plan(5, Duration.ofMinutes(1), Map.of(READ, 1, WRITE, 1)));
        reconciler.step();
        reconciler.offer(plan(6, Duration.ofMinutes(1), Map.of(READ, 0, WRITE, 2)));
        assertThat(driver.applied).hasSize(1);
        assertThat(reconciler.untilDue()).isEqualTo(Duration.ofMillis(195).toNanos());
        pass(195);

        reconciler.step();

        assertThat(driver.applied).hasSize(2);
        assertThat(driver.applied.get(1).given()).containsExactly(Map.entry(WRITE, new PathChoice(2)));
        assertThat(driver.applied.get(1).released()).isEmpty();
    }

    @Test
    void anOlderPlanIsRefusedWhileTheNewerIsValid() {
        assertThat(reconciler.offer(plan(7, Duration.ofSeconds(10), Map.of(READ, 0))))
                .isTrue();
        assertThat(reconciler.offer(plan(6, Duration.ofSeconds(10), Map.of(READ, 1))))
                .isFalse();
        assertThat(reconciler.offer(plan(7, Duration.ofSeconds(20), Map.of(READ, 0))))
                .as("the same plan, for longer")
                .isTrue();
        pass(20_000);
        assertThat(reconciler.offer(plan(1, Duration.ofSeconds(10), Map.of(READ, 1))))
                .as("a planner that began anew")
                .isTrue();
    }

    @Test
    void whatIsHeldIsRenewedThreeTimesInItsLifetimeAndReleasedWithItsPlan() {
        reconciler.offer(plan(1, Duration.ofMillis(2_500), Map.of(READ, 1)));
        reconciler.step();
        assertThat(driver.renewals).isEqualTo(1);
        pass(1_000);
        reconciler.step();
        assertThat(reconciler.untilDue()).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(driver.renewals).isEqualTo(2);
        pass(1_000);
        reconciler.step();
        assertThat(reconciler.untilDue())
                .as("the plan ends")
                .isEqualTo(Duration.ofMillis(500).toNanos());
        pass(500);

        reconciler.step();

        assertThat(driver.held).isEmpty();
        assertThat(driver.applied).hasSize(2);
    }

    @Test
    void whatFailsIsTriedAgainWithTheNextRenewal() {
        driver.failures = 1;
        reconciler.offer(plan(1, Duration.ofMinutes(1), Map.of(READ, 1)));
        reconciler.step();
        assertThat(driver.held).isEmpty();
        pass(1_000);

        reconciler.step();

        assertThat(driver.held).containsOnlyKeys(READ);
    }

    @Test
    void whoseReachIsAllOfTheNetworkIsToldAllOfAPlanAndWhosePlanItIs() {
        PlanReconciler all = new PlanReconciler(driver, source -> true, time);
        all.offer(plan(1, Duration.ofMinutes(1), Map.of(READ, 1, ANOTHERS, 2)), 77);

        all.step();

        assertThat(driver.held).containsOnlyKeys(READ, ANOTHERS);
        assertThat(driver.followed).containsExactly(77L);
    }

    @Test
    void closingClosesTheDriver() throws InterruptedException {
        PlanReconciler running = PlanReconciler.start(driver, source -> source == HOST, time);
        running.offer(plan(1, Duration.ofMinutes(1), Map.of(READ, 1)));

        running.close();
        running.close();

        assertThat(driver.closed.await(0, TimeUnit.SECONDS)).isTrue();
    }
}
