// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SourceTurnsTest {
    private static final StageAttempt THIRD = new StageAttempt(3, 0);
    private static final StageAttempt FIFTH = new StageAttempt(5, 0);
    private static final StageAttempt EIGHTH = new StageAttempt(8, 0);

    private final SourceTurns turns = new SourceTurns();

    @Test
    void whoHasLeastLeftReadsFirstAndOfEqualsTheOldest() {
        turns.claim(EIGHTH, Optional.of("c"), 0, Map.of(6, 2e6));
        turns.claim(FIFTH, Optional.of("b"), 0, Map.of(6, 1e6));
        turns.claim(THIRD, Optional.of("a"), 0, Map.of(6, 2e6, 7, 9e6));

        assertThat(turns.aheadOf(FIFTH)).isEmpty();
        assertThat(turns.aheadOf(THIRD)).isEqualTo(Map.of(6, 1e6));
        assertThat(turns.aheadOf(EIGHTH)).isEqualTo(Map.of(6, 3e6));
    }

    @Test
    void inAPoolThatServesWhoCameFirstThatIsTheOrder() {
        Optional<String> pool = Optional.of("");
        turns.claim(THIRD, pool, 2, Map.of(6, 1e6));
        turns.claim(FIFTH, pool, 1, Map.of(6, 5e6));
        turns.claim(EIGHTH, pool, 2, Map.of(6, 1e6));

        assertThat(turns.aheadOf(FIFTH)).isEmpty();
        assertThat(turns.aheadOf(THIRD)).isEqualTo(Map.of(6, 5e6));
        assertThat(turns.aheadOf(EIGHTH)).isEqualTo(Map.of(6, 6e6));
    }

    @Test
    void whoHasBegunToReadEverythingOrIsOverIsAheadOfNobody() {
        turns.claim(THIRD, Optional.empty(), 0, Map.of(6, 1e6));
        turns.claim(FIFTH, Optional.empty(), 0, Map.of(6, 1e6));
        turns.claim(EIGHTH, Optional.empty(), 0, Map.of(6, 1e6));
        turns.claim(THIRD, Optional.empty(), 0, Map.of());
        turns.leave(FIFTH);

        assertThat(turns.aheadOf(EIGHTH)).isEmpty();
        assertThat(turns.aheadOf(THIRD)).isEmpty();
    }
}
