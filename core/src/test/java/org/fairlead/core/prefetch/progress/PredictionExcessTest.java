// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PredictionExcessTest {
    private final PredictionExcess excess = new PredictionExcess();

    @Test
    void itsLikeCounts() {
        excess.add(0, true, 15);
        excess.add(0.25, true, 15);
        excess.add(0, false, 1);
        excess.add(1, true, -5);
        excess.add(Double.NaN, true, 15);

        assertThat(excess.median(0, true)).hasValue(15);
        assertThat(excess.median(0, false)).hasValue(1);
        assertThat(excess.median(0.75, true)).hasValue(-5);
        assertThat(excess.median(Double.NaN, true)).as("of all that were first").hasValue(15);
    }

    @Test
    void othersStandInForItsLike() {
        assertThat(excess.median(1, true)).isEmpty();
        excess.add(0, false, 2);
        assertThat(excess.median(1, true)).hasValue(2);
        excess.add(1, false, 7);
        assertThat(excess.median(1, true)).hasValue(7);
    }

    @Test
    void whereNothingWasPredictedNothingIsSaidAndTheOldestGo() {
        excess.add(0, true, Double.NaN);
        excess.add(0, true, Double.POSITIVE_INFINITY);
        assertThat(excess.median(0, true)).isEmpty();
        for (int task = 0; task < 256; task++) {
            excess.add(0, true, 1);
        }
        for (int task = 0; task < 256; task++) {
            excess.add(0, true, 3);
        }
        assertThat(excess.median(0, true)).hasValue(3);
    }
}
