// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import org.fairlead.report.Amounts;

/**
 * How near predictions came, over tasks that ended well and of which something was predicted. Weighted by time: a task of a minute counts as much
 * as two hundred of 0.3 s.
 *
 * @param tasks how many
 * @param predictedSeconds sum of what was predicted
 * @param takenSeconds sum of what they took
 * @param errorSeconds sum of |predicted − taken|
 */
public record Predictions(long tasks, double predictedSeconds, double takenSeconds, double errorSeconds) {
    public static final Predictions NONE = new Predictions(0, 0, 0, 0);

    /** Of tasks that took less on average, the share says nothing: a fifth of a second is a thousand per cent of one of 20 ms. */
    private static final double LEAST_TELLING_SECONDS = 1;

    public Predictions and(Predictions more) {
        return new Predictions(
                tasks + more.tasks,
                predictedSeconds + more.predictedSeconds,
                takenSeconds + more.takenSeconds,
                errorSeconds + more.errorSeconds);
    }

    /** {@code 0.21 s (8 %)}: the mean error of a task, and all errors' share of all time; a dash when nothing was predicted. */
    public String shortWords() {
        return isNone() ? "–" : Amounts.text(errorSeconds / tasks, "s") + share();
    }

    /** {@code 0.21 s of 2.60 s (8 %)}: means over tasks; a dash when nothing was predicted. */
    public String words() {
        return isNone()
                ? "–"
                : Amounts.text(errorSeconds / tasks, "s") + " of " + Amounts.text(takenSeconds / tasks, "s") + share();
    }

    private boolean isNone() {
        return tasks == 0 || takenSeconds <= 0;
    }

    private String share() {
        return takenSeconds / tasks < LEAST_TELLING_SECONDS
                ? ""
                : " (" + Amounts.percent(errorSeconds / takenSeconds) + ")";
    }
}
