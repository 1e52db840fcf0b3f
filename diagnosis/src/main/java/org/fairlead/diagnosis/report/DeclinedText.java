// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import org.fairlead.diagnosis.log.TellingLine;
import org.fairlead.diagnosis.whatif.Doubt;
import org.fairlead.diagnosis.whatif.Prediction;

/** Why {@code what-if} gives an interval and no answer, in words. */
public final class DeclinedText {
    private DeclinedText() {}

    /**
     * {@code cannot be told within 10 %, because …}, with what would tell.
     *
     * @param observing the line with which the plug-in would observe
     * @return empty where there is an answer
     */
    public static String of(Prediction prediction, TellingLine observing) {
        if (!prediction.isDeclined()) {
            return "";
        }
        if (!prediction.isFinite()) {
            return "no slot is left";
        }
        return "cannot be told within 10 %, because "
                + prediction.doubt().map(doubt -> because(doubt, observing)).orElse("its ends are farther apart");
    }

    /** With what was asked, and the interval; for people. */
    static String sentence(Prediction prediction, TellingLine observing) {
        String interval = prediction.isFinite()
                ? "between " + Figures.time(prediction.leastMillis()) + " and " + Figures.time(prediction.mostMillis())
                        + ": "
                : "";
        return prediction.change().words() + ": " + interval + of(prediction, observing) + ".";
    }

    private static String because(Doubt doubt, TellingLine observing) {
        return unknown(doubt) + amount(doubt) + "; " + teller(doubt, observing);
    }

    private static String unknown(Doubt doubt) {
        return switch (doubt.unknown()) {
            case MAP_OUTPUT ->
                "it is not known whether tasks waited for map output for links, or for processors and disks of those who sent it";
            case RESULTS -> "it is not known whether results waited for links or for the driver";
            case STORED_ELSEWHERE ->
                "it is not known whether tasks that read from other hosts waited for links, or for processors and disks there";
            case OUTPUT -> "it is not known whether tasks that wrote output waited for links, disks or a processor";
            case FIRST_TASKS ->
                "it is not known whether first tasks on executors fetched what is broadcast, or loaded classes";
            case FILES -> "it is not known whether tasks that used files waited for disks or for a processor";
            case SHUFFLE_FILES ->
                "it is not known how much of what is written for shuffles would then be hidden behind computing";
            case SLOW_SOURCES -> "it is not known whether it was disks or links that made sources slow";
            case CROWDING ->
                "it is not known by how much tasks get into each other's way once none is held up any more";
            case CHANCE -> "tasks of a stage took so differently long that chance decides";
        };
    }

    private static String amount(Doubt doubt) {
        return doubt.taskMillis() > 0 ? " (" + Figures.taskTime(doubt.taskMillis()) + " of task time)" : "";
    }

    private static String teller(Doubt doubt, TellingLine observing) {
        if (!doubt.observing()) {
            return "no line of configuration would tell";
        }
        return observing.isThere()
                ? observing.options() + " and then --decisions DIR would tell more"
                : "no line of configuration would tell: " + observing.whyNone();
    }
}
