// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class DecisionPoolTest {
    private static final Duration BUDGET = Duration.ofMillis(200);
    private static final PoolOutcome<Integer> THREW = new PoolOutcome.Failed<>(PoolOutcome.Failure.THREW);
    private static final Duration STOCK_DECIDES_WITHIN = Duration.ofSeconds(2);

    private final HandDrivenTime time = new HandDrivenTime();

    @Test
    void aDecisionInTimeIsTaken() {
        try (DecisionPool pool = new DecisionPool(BUDGET, 1, PlantedFault.NONE, time)) {
            assertThat(pool.decide(() -> 7)).isEqualTo(new PoolOutcome.Decided<>(7));
        }
    }

    @Test
    void whatItThrowsStaysInside() {
        try (DecisionPool pool = new DecisionPool(BUDGET, 1, PlantedFault.of("throw"), time)) {
            assertThat(pool.decide(() -> 7)).isEqualTo(THREW);
        }
    }

    @Test
    void aPolicyThatHangsCostsTheBudgetAFewTimesAndThenNothing() {
        try (DecisionPool pool = new DecisionPool(Duration.ofMillis(5), 2, PlantedFault.of("hang"), time)) {
            for (int i = 0; i < 20; i++) {
                assertThat(pool.decide(() -> 7)).isInstanceOf(PoolOutcome.Failed.class);
            }
            assertThat(pool.breakerOpen()).isTrue();
            assertThat(pool.decide(() -> 7)).isEqualTo(new PoolOutcome.Failed<>(PoolOutcome.Failure.BREAKER_OPEN));
            assertThat(pool.active()).isEqualTo(2);
        }
    }

    @Test
    void afterFailuresInARowOneDecisionIsTriedEveryTwoSecondsUntilOneSucceeds() {
        PoolOutcome<Integer> notTried = new PoolOutcome.Failed<>(PoolOutcome.Failure.BREAKER_OPEN);
        try (DecisionPool pool = new DecisionPool(BUDGET, 1, PlantedFault.NONE, time)) {
            for (int i = 0; i < 8; i++) {
                assertThat(pool.decide(DecisionPoolTest::fail)).isEqualTo(THREW);
            }
            assertThat(pool.decide(() -> 7)).isEqualTo(notTried);

            time.pass(Duration.ofSeconds(2));
            assertThat(pool.decide(DecisionPoolTest::fail)).isEqualTo(THREW);
            assertThat(pool.decide(() -> 7)).isEqualTo(notTried);

            time.pass(Duration.ofSeconds(2));
            assertThat(pool.decide(() -> 7)).isEqualTo(new PoolOutcome.Decided<>(7));
            assertThat(pool.breakerOpen()).isFalse();
        }
    }

    private static int fail() {
        throw new IllegalStateException("planted by the test");
    }

    @Test
    void aPolicyThatHangsAfterManyGoodDecisionsHoldsNobodyWhoAsks() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (DecisionPool pool = new DecisionPool(BUDGET, 2, PlantedFault.NONE, time)) {
            Thread here = Thread.currentThread();
            for (int i = 0; i < 5000; i++) {
                assertThat(pool.decide(() -> Thread.currentThread() == here))
                        .isEqualTo(new PoolOutcome.Decided<>(false));
            }

            // More than there are threads, and each deaf to interrupts.
            List<Thread> handlers = new ArrayList<>();
            List<PoolOutcome<Integer>> verdicts = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 10; i++) {
                Thread handler = new Thread(() -> verdicts.add(pool.decide(() -> hang(never))));
                handlers.add(handler);
                handler.start();
            }
            for (Thread handler : handlers) {
                handler.join(STOCK_DECIDES_WITHIN.toMillis());
            }

            assertThat(verdicts).hasSize(10).allMatch(PoolOutcome.Failed.class::isInstance);
        } finally {
            never.countDown();
        }
    }

    private static int hang(CountDownLatch never) {
        while (true) {
            try {
                never.await();
                return 7;
            } catch (InterruptedException e) {
                // a loop without an end hears nothing either
            }
        }
    }
}
