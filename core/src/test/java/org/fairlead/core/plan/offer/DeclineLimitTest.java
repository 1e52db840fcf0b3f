// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeclineLimitTest {
    private final DeclineLimit patience = new DeclineLimit();

    @Test
    void itCountsFromTheFirstPlaceThatIsLeftFree() {
        patience.beginRound(false, 1000);
        assertThat(patience.isOver(100)).isFalse();
        patience.beginRound(false, 1099);
        assertThat(patience.isOver(100)).isFalse();
        patience.beginRound(false, 1100);
        assertThat(patience.isOver(100)).isTrue();
    }

    @Test
    void aLaunchBeginsItAnew() {
        patience.beginRound(false, 1000);
        assertThat(patience.isOver(100)).isFalse();
        patience.launched();
        patience.beginRound(false, 5000);
        assertThat(patience.isOver(100)).isFalse();
        patience.beginRound(false, 5100);
        assertThat(patience.isOver(100)).isTrue();
    }

    @Test
    void withNothingRunningOneRoundIsLeftAndNoSecond() {
        patience.beginRound(true, 1000);
        assertThat(patience.isOver(1000)).isFalse();
        assertThat(patience.leave(9_000_000_000L)).as("soon").isEqualTo(1000 + 10_000_000);
        patience.beginRound(true, 1001);
        assertThat(patience.isOver(1000)).isTrue();
        patience.beginRound(true, 1002);
        assertThat(patience.isOver(1000))
                .as("nothing was left free in the round before")
                .isFalse();
        patience.beginRound(false, 1003);
        assertThat(patience.leave(2000)).isEqualTo(2000);
        patience.beginRound(true, 1004);
        assertThat(patience.isOver(1000))
                .as("something ran in the round before")
                .isFalse();
    }
}
