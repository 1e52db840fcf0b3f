// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StrandedOutputTest {
    private static final long SECOND = 1_000_000_000L;
    private static final OptionalLong SINCE_ZERO = OptionalLong.of(0);

    private final StrandedOutput stranded = new StrandedOutput();

    @Test
    void aSilentHostsOutputIsGivenUpOnce() {
        assertThat(stranded.givesUp("h4", SINCE_ZERO, 7 * SECOND)).isFalse();
        assertThat(stranded.givenUp()).isEmpty();
        assertThat(stranded.givesUp("h4", SINCE_ZERO, 8 * SECOND)).isTrue();
        assertThat(stranded.givesUp("h4", SINCE_ZERO, 9 * SECOND)).isFalse();
        assertThat(stranded.givenUp()).containsExactly("h4");
    }

    @Test
    void aHostThatIsTrustedAgainMayBeGivenUpAnew() {
        stranded.givesUp("h4", SINCE_ZERO, 8 * SECOND);

        assertThat(stranded.givesUp("h4", OptionalLong.empty(), 9 * SECOND)).isFalse();
        assertThat(stranded.givenUp()).isEmpty();
        assertThat(stranded.givesUp("h4", OptionalLong.of(10 * SECOND), 17 * SECOND))
                .isFalse();
        assertThat(stranded.givesUp("h4", OptionalLong.of(10 * SECOND), 18 * SECOND))
                .isTrue();
    }

    @Test
    void aTaskThatWaitsAndReceivesNothingIsStuckAfterTwoSeconds() {
        assertThat(stranded.isStuck(1, true, 40_000, 8 * SECOND)).isFalse();
        assertThat(stranded.isStuck(1, true, 40_000, 9 * SECOND)).isFalse();
        assertThat(stranded.isStuck(1, true, 40_000, 10 * SECOND)).isTrue();
        assertThat(stranded.isStuck(1, true, 40_000, 11 * SECOND)).isFalse();
    }

    @Test
    void aTaskThatComputesOrReceivesIsNotStuck() {
        stranded.isStuck(1, true, 40_000, 8 * SECOND);
        stranded.isStuck(2, true, 40_000, 8 * SECOND);

        assertThat(stranded.isStuck(1, true, 41_000, 10 * SECOND)).isFalse();
        assertThat(stranded.isStuck(2, false, 40_000, 9 * SECOND)).isFalse();
        assertThat(stranded.isStuck(2, true, 40_000, 10 * SECOND)).isFalse();
    }
}
