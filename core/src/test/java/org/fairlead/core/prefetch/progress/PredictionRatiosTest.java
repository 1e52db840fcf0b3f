// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PredictionRatiosTest {
    private final PredictionRatios ratios = new PredictionRatios();

    @Test
    void thoseThatFetchTheirInputAreToldFromThoseThatHaveIt() {
        ratios.add(0, 1.5);
        ratios.add(0.25, 1.5);
        ratios.add(1, 0.5);
        ratios.add(Double.NaN, 4);

        assertThat(ratios.median(0)).hasValue(1.5);
        assertThat(ratios.median(0.75)).hasValue(0.5);
        assertThat(ratios.median(Double.NaN)).as("of all four").hasValue(1.5);
    }

    @Test
    void othersStandInForItsLike() {
        assertThat(ratios.median(1)).isEmpty();
        ratios.add(0, 2);

        assertThat(ratios.median(1)).hasValue(2);
    }

    @Test
    void whereNothingWasPredictedNothingIsSaidAndTheOldestGo() {
        ratios.add(0, Double.NaN);
        ratios.add(0, Double.POSITIVE_INFINITY);
        assertThat(ratios.median(0)).isEmpty();
        for (int task = 0; task < 256; task++) {
            ratios.add(0, 1);
        }
        for (int task = 0; task < 256; task++) {
            ratios.add(0, 3);
        }
        assertThat(ratios.median(0)).hasValue(3);
    }
}
