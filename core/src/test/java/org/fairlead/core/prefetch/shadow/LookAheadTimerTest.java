// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LookAheadTimerTest {
    private static final long MILLI = 1_000_000;

    private final LookAheadTimer timer = new LookAheadTimer(100 * MILLI);

    @Test
    void theFirstIsDueAtOnceAndOthersEachHalfSecond() {
        assertThat(timer.isDue(-7)).isTrue();
        timer.looked(-7);

        assertThat(timer.isDue(500 * MILLI - 8)).isFalse();
        assertThat(timer.isDue(500 * MILLI - 7)).isTrue();
    }

    @Test
    void whatIsNewIsLookedAtSoonOnce() {
        timer.looked(0);
        timer.changed();

        assertThat(timer.isDue(99 * MILLI)).isFalse();
        assertThat(timer.isDue(100 * MILLI)).isTrue();
        timer.looked(100 * MILLI);
        assertThat(timer.isDue(300 * MILLI)).isFalse();
    }

    @Test
    void whatCannotBeIsAnError() {
        assertThatThrownBy(() -> new LookAheadTimer(-1))
                .hasMessage("0 to 500000000 ns between two look-aheads are expected, not -1");
    }
}
