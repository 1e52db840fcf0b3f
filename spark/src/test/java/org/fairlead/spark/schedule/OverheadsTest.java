// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverheadsTest {
    private static final StageKey STAGE = new StageKey(1, 0);
    private static final StageKey NEXT = new StageKey(2, 0);

    private long nowNanos;
    private final Overheads overheads = new Overheads(() -> nowNanos);

    private void ended(StageKey stage, double... seconds) {
        for (double one : seconds) {
            overheads.ended(stage, one);
        }
    }

    @Test
    void aStageOfWhichFewTasksEndedHasWhatIsUsual() {
        assertThat(overheads.of(STAGE)).isZero();
        ended(STAGE, 0.2, 0.3, 0.4);
        ended(NEXT, 3, 3);
        assertThat(overheads.of(NEXT)).isEqualTo(0.4);
        ended(NEXT, 3);
        assertThat(overheads.of(NEXT)).isEqualTo(3);
        assertThat(overheads.of(STAGE)).isEqualTo(0.3);
    }

    @Test
    void oneOddTaskDoesNotCount() {
        ended(STAGE, 0.3, 0.3, 14, 0.3);
        assertThat(overheads.of(STAGE)).isEqualTo(0.3);
    }

    @Test
    void whatIsOldAndStagesThatCompletedAreForgotten() {
        ended(STAGE, 1, 1, 1);
        ended(NEXT, 2, 2, 2, 2);
        overheads.completed(STAGE);
        assertThat(overheads.of(STAGE)).isEqualTo(2);
        nowNanos = 60_000_000_000L;
        assertThat(overheads.of(NEXT)).isZero();
    }
}
