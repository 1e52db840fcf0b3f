// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fairlead.spark.schedule.Learned.Means;
import org.junit.jupiter.api.Test;

class LearnedTest {
    @Test
    void oneTaskSaysNothingOfAByte() {
        Means means = Means.of(1, 0.025, 4);

        assertThat(means.computeSecondsPerByte()).isZero();
        assertThat(means.fixedSeconds()).isEqualTo(0.025);
    }

    @Test
    void tasksOfDifferentSizesLieOnALine() {
        Means means =
                Means.of(1, 0.1 + 2e-8 * 1e6, 1e6).and(1, 0.1 + 2e-8 * 2e6, 2e6).and(1, 0.1 + 2e-8 * 6e6, 6e6);

        assertThat(means.computeSecondsPerByte()).isCloseTo(2e-8, within(1e-12));
        assertThat(means.fixedSeconds()).isCloseTo(0.1, within(1e-9));
        assertThat(means.tasks()).isEqualTo(3);
    }

    @Test
    void neitherPartIsBelowZero() {
        Means falling = Means.of(1, 0.5, 1e6).and(1, 0.1, 2e6);
        Means steep = Means.of(1, 0.1, 1e6).and(1, 0.9, 2e6);

        assertThat(falling.computeSecondsPerByte()).isZero();
        assertThat(falling.fixedSeconds()).isCloseTo(0.3, within(1e-9));
        assertThat(steep.fixedSeconds()).isCloseTo(0, within(1e-9));
        assertThat(steep.computeSecondsPerByte()).isCloseTo(0.5 / 1.5e6, within(1e-12));
    }
}
