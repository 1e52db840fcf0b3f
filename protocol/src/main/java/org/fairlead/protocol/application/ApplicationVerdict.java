// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;
import java.util.Locale;
import org.fairlead.report.Amounts;

/**
 * What came of it all, in a sentence, and how that is known. A gain is named as measured only where a canary measured it.
 *
 * @param headline what was gained, or would be
 * @param known how it is known
 * @param taskSeconds that tasks took which ended well, summed
 */
public record ApplicationVerdict(
        String headline, String known, PredictedSaving saving, Predictions predictions, double taskSeconds) {
    private static final String NOT_MEASURED =
            "Predicted for one slot at a time, not measured; spark.fairlead.mode=canary measures.";

    public ApplicationVerdict {
        headline = MissingPart.text(headline);
        known = MissingPart.text(known);
        saving = saving == null ? PredictedSaving.NONE : saving;
        predictions = predictions == null ? Predictions.NONE : predictions;
    }

    /**
     * @param mode of the application
     * @param canary what it measured; null where that is not known
     * @param stages that are looked at
     */
    public static ApplicationVerdict of(String mode, CanaryReport canary, List<StageReport> stages) {
        PredictedSaving saving = PredictedSaving.NONE;
        Predictions predictions = Predictions.NONE;
        double seconds = 0;
        for (StageReport stage : stages) {
            saving = saving.and(stage.saving());
            predictions = predictions.and(stage.predictions());
            seconds += stage.taskSeconds();
        }
        return of(mode, canary, saving, predictions, seconds);
    }

    /** The same where sums are known already. */
    public static ApplicationVerdict of(
            String mode, CanaryReport canary, PredictedSaving saving, Predictions predictions, double taskSeconds) {
        String known =
                switch (mode) {
                    case "off", "" -> "";
                    case "canary" ->
                        canary == null
                                ? "The tab and the metrics have what the canary measured."
                                : "Stages are drawn by chance and measured; 95 % interval (Welch).";
                    default ->
                        NOT_MEASURED
                                + (predictions.tasks() == 0
                                        ? ""
                                        : " Predictions were off by " + predictions.words() + " over "
                                                + predictions.tasks() + " tasks.");
                };
        String headline =
                switch (mode) {
                    case "off" -> "Off: stock decides.";
                    case "observe" -> observed(saving, taskSeconds);
                    case "canary" -> canary == null ? "Canary." : measured(canary.taskSeconds());
                    case "enforce" -> enforced(saving, taskSeconds);
                    default -> "Nothing was decided yet.";
                };
        return new ApplicationVerdict(headline, known, saving, predictions, taskSeconds);
    }

    private static String observed(PredictedSaving saving, double taskSeconds) {
        if (saving.tasks() == 0) {
            return "Observing: no choice of stock's could be compared with ours yet.";
        }
        if (saving.moved() == 0) {
            return "Observing: ours would have moved none of " + saving.tasks() + " tasks.";
        }
        return "Observing: " + saving.moved() + " of " + saving.tasks() + " tasks would have been moved, predicted to "
                + amount(saving.savedSeconds(), taskSeconds);
    }

    private static String enforced(PredictedSaving saving, double taskSeconds) {
        if (saving.tasks() == 0) {
            return "Enforcing: no choice of ours could be compared with stock's yet.";
        }
        if (saving.moved() == 0) {
            return "Enforcing: all of " + saving.tasks() + " tasks were placed as well as stock would have.";
        }
        return "Enforcing: " + saving.moved() + " of " + saving.tasks()
                + " tasks were placed otherwise than stock would have, predicted to "
                + amount(saving.savedSeconds(), taskSeconds + saving.savedSeconds());
    }

    /** {@code save 42.0 s of tasks' time (12 % of 350 s)}. */
    private static String amount(double saved, double ofSeconds) {
        String share = ofSeconds > 0
                ? " (" + Amounts.percent(Math.abs(saved) / ofSeconds) + " of " + Amounts.text(ofSeconds, "s") + ")"
                : "";
        return (saved < 0 ? "cost " : "save ") + Amounts.text(Math.abs(saved), "s") + " of the tasks' time" + share
                + ".";
    }

    private static String measured(CanaryReport.Measured tasks) {
        String stages = tasks.stagesOurs() + " stages of ours and " + tasks.stagesStock() + " of stock's";
        if (tasks.low() == null || tasks.high() == null || tasks.gain() == null) {
            return "Canary: not measured yet. " + stages + " have ended; 30 on either side are needed.";
        }
        String interval = String.format(
                Locale.ROOT, " (95 %%: %+.0f to %+.0f %%), over %s.", -100 * tasks.high(), -100 * tasks.low(), stages);
        if (tasks.low() <= 0 && tasks.high() >= 0) {
            return "Canary: no difference is shown between the time of a task with ours and with stock" + interval;
        }
        return "Canary: with ours a task took " + Amounts.percent(Math.abs(tasks.gain()))
                + (tasks.gain() > 0 ? " less" : " more") + " time than with stock" + interval;
    }
}
