// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LookAheadRhythmTest {
    private static final long MILLI = 1_000_000;

    private final LookAheadRhythm rhythm = new LookAheadRhythm(100 * MILLI);

    @Test
    void theFirstIsDueAtOnceAndOthersEachHalfSecond() {
        assertThat(rhythm.isDue(-7)).isTrue();
        rhythm.looked(-7);

        assertThat(rhythm.isDue(500 * MILLI - 8)).isFalse();
        assertThat(rhythm.isDue(500 * MILLI - 7)).isTrue();
    }

    @Test
    void whatIsNewIsLookedAtSoonOnce() {
        rhythm.looked(0);
        rhythm.changed();

        assertThat(rhythm.isDue(99 * MILLI)).isFalse();
        assertThat(rhythm.isDue(100 * MILLI)).isTrue();
        rhythm.looked(100 * MILLI);
        assertThat(rhythm.isDue(300 * MILLI)).isFalse();
    }

    @Test
    void whatCannotBeIsAnError() {
        assertThatThrownBy(() -> new LookAheadRhythm(-1))
                .hasMessage("0 to 500000000 ns between two look-aheads are expected, not -1");
    }
}
