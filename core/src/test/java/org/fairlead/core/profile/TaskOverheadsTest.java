// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskOverheadsTest {
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final StageAttempt NEXT = new StageAttempt(2, 0);

    private long nowNanos;
    private final TaskOverheads overheads = new TaskOverheads();

    private void ended(StageAttempt stage, double... seconds) {
        for (double one : seconds) {
            overheads.ended(stage, one, nowNanos);
        }
    }

    @Test
    void aStageTellsOnceThreeOfItsTasksEnded() {
        assertThat(overheads.own(STAGE, nowNanos)).isEmpty();
        assertThat(overheads.usual(nowNanos)).isEmpty();
        ended(STAGE, 0.2, 0.3, 0.4);
        ended(NEXT, 3, 3);
        assertThat(overheads.own(NEXT, nowNanos)).isEmpty();
        assertThat(overheads.usual(nowNanos)).hasValue(0.4);
        ended(NEXT, 3);
        assertThat(overheads.own(NEXT, nowNanos)).hasValue(3);
        assertThat(overheads.own(STAGE, nowNanos)).hasValue(0.3);
    }

    @Test
    void oneOddTaskDoesNotCount() {
        ended(STAGE, 0.3, 0.3, 14, 0.3);
        assertThat(overheads.own(STAGE, nowNanos)).hasValue(0.3);
    }

    @Test
    void whatIsOldAndStagesThatCompletedAreForgotten() {
        ended(STAGE, 1, 1, 1);
        ended(NEXT, 2, 2, 2, 2);
        overheads.completed(STAGE);
        assertThat(overheads.own(STAGE, nowNanos)).isEmpty();
        nowNanos = 60_000_000_000L;
        assertThat(overheads.own(NEXT, nowNanos)).isEmpty();
        assertThat(overheads.usual(nowNanos)).isEmpty();
    }
}
