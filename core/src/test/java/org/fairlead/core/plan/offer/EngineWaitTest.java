// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.core.plan.LocalityLevel;
import org.junit.jupiter.api.Test;

class EngineWaitTest {
    private final EngineWait wait = new EngineWait();

    private void round(long nowNanos, LocalityLevel farthest, String... executors) {
        wait.beginRound(nowNanos);
        for (String executor : executors) {
            wait.offered(executor, farthest);
        }
    }

    @Test
    void itCountsFromTheFirstSlotThatIsLeftFree() {
        round(1000, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).isFalse();
        round(2000, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).as("none was left").isFalse();
        wait.leave("1");
        round(2099, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).isFalse();
        round(2100, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).isTrue();
        assertThat(wait.sinceNanos()).isEqualTo(2000);
    }

    @Test
    void aLaunchEndsItOnlyIfNoSlotIsLeftFree() {
        round(1000, LocalityLevel.HOST, "1", "2");
        wait.leave("2");
        wait.launched("1");
        round(1050, LocalityLevel.HOST, "1");
        wait.launched("1");
        round(1100, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).as("2 is free").isTrue();

        wait.offered("2", LocalityLevel.HOST);
        wait.launched("2");
        round(1200, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(1)).isFalse();
    }

    @Test
    void aFarLaunchDoesNotBringTheStageBack() {
        round(1000, LocalityLevel.ANY, "1");
        wait.leave("1");
        round(1100, LocalityLevel.ANY, "1");
        wait.launched("1");
        round(1200, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).as("Spark stays at the farther level").isTrue();
        wait.launched("1");
        round(1300, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(100)).isFalse();
    }

    @Test
    void aSlotThatOthersTookIsNotLeftFree() {
        round(1000, LocalityLevel.HOST, "1", "2", "3");
        wait.leave("3");
        wait.launched("1");
        round(1500, LocalityLevel.HOST, "1", "2");
        wait.launched("1");
        wait.launched("2");
        round(2000, LocalityLevel.HOST, "1");
        assertThat(wait.isOver(1)).isFalse();
    }
}
