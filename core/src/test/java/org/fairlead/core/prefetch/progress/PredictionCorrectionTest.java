// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PredictionCorrectionTest {
    private final PredictionCorrection correction = new PredictionCorrection();

    @Test
    void itsLikeCounts() {
        correction.add(0, true, 10, 25);
        correction.add(0.25, true, 20, 35);
        correction.add(0, false, 10, 11);
        correction.add(1, true, 10, 5);
        correction.add(Double.NaN, true, 10, 25);

        assertThat(correction.intercept(0, true, 1)).hasValue(15);
        assertThat(correction.intercept(0, false, 1)).hasValue(1);
        assertThat(correction.intercept(0.75, true, 1)).hasValue(-5);
        assertThat(correction.intercept(Double.NaN, true, 1))
                .as("of all that were first")
                .hasValue(15);
    }

    @Test
    void othersStandInForItsLike() {
        assertThat(correction.intercept(1, true, 1)).isEmpty();
        correction.add(0, false, 1, 3);
        assertThat(correction.intercept(1, true, 1)).hasValue(2);
        correction.add(1, false, 1, 8);
        assertThat(correction.intercept(1, true, 1)).hasValue(7);
    }

    @Test
    void whereNothingWasPredictedNothingIsSaidAndTheOldestGo() {
        correction.add(0, true, Double.NaN, 1);
        correction.add(0, true, Double.POSITIVE_INFINITY, 1);
        assertThat(correction.intercept(0, true, 1)).isEmpty();
        for (int task = 0; task < 256; task++) {
            correction.add(0, true, 0, 1);
        }
        for (int task = 0; task < 256; task++) {
            correction.add(0, true, 0, 3);
        }
        assertThat(correction.intercept(0, true, 1)).hasValue(3);
    }

    /** Sources give more than was thought; two of eight tasks are far off all the same. */
    @Test
    void predictionsThatAreTooLongByAPartOfThemselvesHaveASlopeBelowOne() {
        for (int task = 1; task <= 6; task++) {
            assertThat(correction.slope(1)).as("few have ended").isEqualTo(1);
            correction.add(1, true, 1000 * task, 200 + 400 * task);
        }
        correction.add(1, true, 1000, 9000);
        correction.add(1, true, 6000, 100);

        double slope = correction.slope(1);
        assertThat(slope).isCloseTo(0.4, within(1e-9));
        assertThat(correction.intercept(1, true, slope).orElseThrow()).isCloseTo(200, within(1e-9));
        assertThat(correction.slope(0)).as("of those with their input").isEqualTo(1);
        assertThat(correction.slope(Double.NaN)).as("of all").isEqualTo(slope);
    }

    @Test
    void ofPredictionsThatAreAlikeNoSlopeFollows() {
        for (int task = 0; task < 8; task++) {
            correction.add(1, true, 1000 + task, 500 * task);
        }
        assertThat(correction.slope(1)).isEqualTo(1);
    }

    @Test
    void whatIsPredictedToTakeLongerIsNeverTakenToTakeLess() {
        for (int task = 1; task <= 8; task++) {
            correction.add(1, true, 1000 * task, 9000 - 1000 * task);
        }
        assertThat(correction.slope(1)).isZero();
        assertThat(correction.intercept(1, true, 0)).hasValue(4500);
    }
}
