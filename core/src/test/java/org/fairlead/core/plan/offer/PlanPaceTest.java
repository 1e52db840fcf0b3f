// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanPaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final PlanPace pace = new PlanPace();

    /** So many launches in so much time; every {@code oneIn}-th is planned. */
    private long launched(long from, long nanos, int oneIn) {
        for (int i = 0; i < PlanPace.LAUNCHES; i++) {
            pace.launched(i % oneIn == 0, from + i * nanos / PlanPace.LAUNCHES);
        }
        return from + nanos;
    }

    @Test
    void whoseLaunchesPlansComeTooLateForIsLeftToStockForAWhileAndTriedAgainLaterEachTime() {
        long now = launched(0, SECOND / 10, 100);
        assertThat(pace.isAside(now + SECOND * 9 / 10)).isTrue();
        assertThat(pace.isAside(now + SECOND)).isFalse();

        now = launched(now + SECOND, SECOND / 10, 100);
        assertThat(pace.isAside(now + SECOND * 19 / 10)).isTrue();
        assertThat(pace.isAside(now + 2 * SECOND)).isFalse();

        now = launched(now + 2 * SECOND, SECOND / 10, 2);
        assertThat(pace.isAside(now)).as("plans keep up").isFalse();
        now = launched(now, SECOND / 10, 100);
        assertThat(pace.isAside(now + SECOND)).as("the first again").isFalse();
    }

    @Test
    void fewLaunchesASecondMayBeStocks() {
        long now = launched(0, 2 * SECOND, 100);

        assertThat(pace.isAside(now)).isFalse();
    }
}
