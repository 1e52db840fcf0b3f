// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.fairlead.protocol.plugin.PlantedFault;
import org.junit.jupiter.api.Test;

class DecisionPoolTest {
    private static final Duration BUDGET = Duration.ofMillis(200);

    @Test
    void aDecisionInTimeIsTaken() {
        try (DecisionPool pool = new DecisionPool(BUDGET, 1, 0, PlantedFault.NONE)) {
            assertThat(pool.decide(() -> 7)).isEqualTo(new Verdict.Decided<>(7));
        }
    }

    @Test
    void whatItThrowsStaysInside() {
        try (DecisionPool pool = new DecisionPool(BUDGET, 1, 0, PlantedFault.of("throw"))) {
            assertThat(pool.decide(() -> 7)).isEqualTo(new Verdict.Failed<>(Verdict.Failure.THREW));
        }
    }

    @Test
    void aPolicyThatHangsCostsTheBudgetAFewTimesAndThenNothing() {
        try (DecisionPool pool = new DecisionPool(Duration.ofMillis(5), 2, 4, PlantedFault.of("hang"))) {
            for (int i = 0; i < 20; i++) {
                assertThat(pool.decide(() -> 7)).isInstanceOf(Verdict.Failed.class);
            }
            assertThat(pool.breakerOpen()).isTrue();
            assertThat(pool.decide(() -> 7)).isEqualTo(new Verdict.Failed<>(Verdict.Failure.BREAKER_OPEN));
            assertThat(pool.active()).isEqualTo(2);
        }
    }

    @Test
    void afterAThousandInTimeDecisionsRunOnTheThreadThatAsks() {
        try (DecisionPool pool = new DecisionPool(Duration.ofSeconds(5), 1, 1, PlantedFault.NONE)) {
            Thread here = Thread.currentThread();
            for (int i = 0; i < 1000; i++) {
                assertThat(pool.decide(() -> Thread.currentThread() == here)).isEqualTo(new Verdict.Decided<>(false));
            }
            assertThat(pool.decide(() -> Thread.currentThread() == here)).isEqualTo(new Verdict.Decided<>(true));

            assertThat(pool.decide(() -> {
                        throw new IllegalStateException("for this test");
                    }))
                    .isEqualTo(new Verdict.Failed<>(Verdict.Failure.THREW));
            assertThat(pool.decide(() -> Thread.currentThread() == here)).isEqualTo(new Verdict.Decided<>(false));
        }
    }
}
