// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StageProfileTest {
    @Test
    void oneTaskSaysNothingOfAByte() {
        StageProfile profile = StageProfile.of(1, 0.025, 4);

        assertThat(profile.computeSecondsPerByte()).isZero();
        assertThat(profile.fixedSeconds()).isEqualTo(0.025);
    }

    @Test
    void tasksOfDifferentSizesLieOnALine() {
        StageProfile profile = StageProfile.of(1, 0.1 + 2e-8 * 1e6, 1e6)
                .and(1, 0.1 + 2e-8 * 2e6, 2e6)
                .and(1, 0.1 + 2e-8 * 6e6, 6e6);

        assertThat(profile.computeSecondsPerByte()).isCloseTo(2e-8, within(1e-12));
        assertThat(profile.fixedSeconds()).isCloseTo(0.1, within(1e-9));
        assertThat(profile.tasks()).isEqualTo(3);
    }

    @Test
    void neitherPartIsBelowZero() {
        StageProfile falling = StageProfile.of(1, 0.5, 1e6).and(1, 0.1, 2e6);
        StageProfile steep = StageProfile.of(1, 0.1, 1e6).and(1, 0.9, 2e6);

        assertThat(falling.computeSecondsPerByte()).isZero();
        assertThat(falling.fixedSeconds()).isCloseTo(0.3, within(1e-9));
        assertThat(steep.fixedSeconds()).isCloseTo(0, within(1e-9));
        assertThat(steep.computeSecondsPerByte()).isCloseTo(0.5 / 1.5e6, within(1e-12));
    }
}
