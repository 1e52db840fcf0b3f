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
}
