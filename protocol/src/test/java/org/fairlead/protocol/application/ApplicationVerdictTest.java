// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import static org.assertj.core.api.Assertions.assertThat;

import org.fairlead.protocol.application.CanaryReport.Measured;
import org.junit.jupiter.api.Test;

class ApplicationVerdictTest {
    private static final PredictedSaving SAVING = new PredictedSaving(120, 38, 100, 58);
    private static final Predictions NEAR = new Predictions(80, 200, 208, 16.8);

    private static ApplicationVerdict verdict(String mode, PredictedSaving saving) {
        return ApplicationVerdict.of(mode, null, saving, NEAR, 350);
    }

    private static ApplicationVerdict canary(Double gain, Double low, Double high) {
        Measured tasks = new Measured(45, 55, 2, 2.5, gain, low, high);
        return ApplicationVerdict.of("canary", new CanaryReport(tasks, tasks), SAVING, NEAR, 350);
    }

    @Test
    void whileObservingItSaysWhatWouldHaveBeenMovedAndThatItIsPredicted() {
        ApplicationVerdict verdict = verdict("observe", SAVING);

        assertThat(verdict.headline())
                .isEqualTo(
                        "Observing: 38 of 120 tasks would have been moved, predicted to save 42.0 s of the tasks' time"
                                + " (12 % of 350 s).");
        assertThat(verdict.known()).contains("not measured").contains("off by 0.210 s of 2.60 s (8 %) over 80 tasks");
    }

    @Test
    void whileEnforcingTheShareIsOfWhatStockWouldHaveTaken() {
        assertThat(verdict("enforce", SAVING).headline())
                .contains("38 of 120 tasks were placed otherwise", "save 42.0 s", "11 % of 392 s");
    }

    @Test
    void aLossIsCalledOne() {
        assertThat(verdict("observe", new PredictedSaving(10, 2, 5, 8)).headline())
                .contains("cost 3.00 s");
    }

    @Test
    void whereNothingIsToBeGainedItSaysSo() {
        assertThat(verdict("observe", new PredictedSaving(120, 0, 0, 0)).headline())
                .contains("moved none of 120 tasks");
        assertThat(verdict("enforce", PredictedSaving.NONE).headline()).contains("could be compared");
        assertThat(verdict("off", PredictedSaving.NONE).headline()).isEqualTo("Off: stock decides.");
    }

    @Test
    void aCanaryClaimsAGainOnlyWhereItsIntervalDoes() {
        assertThat(canary(0.2, 0.1, 0.3).headline())
                .isEqualTo("Canary: with ours a task took 20 % less time than with stock (95 %: -30 to -10 %), over 45"
                        + " stages of ours and 55 of stock's.");
        assertThat(canary(-0.2, -0.3, -0.1).headline()).contains("20 % more time");
        assertThat(canary(0.05, -0.1, 0.2).headline()).contains("no difference is shown", "-20 to +10 %");
        assertThat(canary(0.2, null, null).headline()).contains("not measured yet");
    }

    @Test
    void aLongTaskCountsAsMuchAsManyShortOnes() {
        Predictions minute = new Predictions(1, 60, 60, 0);
        Predictions moment = new Predictions(1, 8.2, 0.4, 7.8);

        assertThat(minute.and(moment).words()).isEqualTo("3.90 s of 30.2 s (13 %)");
        assertThat(minute.and(moment).shortWords()).isEqualTo("3.90 s (13 %)");
        assertThat(Predictions.NONE.words()).isEqualTo("–");
    }

    @Test
    void ofTasksOfMomentsNoShareIsTold() {
        Predictions moments = new Predictions(10, 2.5, 0.2, 2.3);

        assertThat(moments.shortWords()).isEqualTo("0.230 s");
        assertThat(moments.words()).isEqualTo("0.230 s of 20.0 ms");
    }
}
