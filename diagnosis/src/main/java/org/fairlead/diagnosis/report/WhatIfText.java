// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.List;
import org.fairlead.diagnosis.whatif.Prediction;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** Answers for a terminal: for each application a sentence on how far its log is met, then a row for each change. */
public final class WhatIfText {
    private static final int WIDTH = 100;
    /** Below that share nobody would notice. */
    private static final double NOTHING = 0.03;

    private static final TextColumns ROWS = new TextColumns(-52, 24, 24);

    private WhatIfText() {}

    /** @param unanswered a sentence for each log of which nothing can be said */
    public static String of(List<WhatIfAnswer> answers, List<String> unanswered) {
        TextLines lines = new TextLines(WIDTH);
        for (WhatIfAnswer answer : answers) {
            if (answer != answers.get(0)) {
                lines.blank();
            }
            lines.wrapped("", name(answer) + ": " + check(answer.check()));
            if (answer.check().holds()) {
                lines.blank();
                lines.row(ROWS.row("What if", "takes", "saves"));
                answer.predictions().forEach(each -> lines.row(row(each, answer.check())));
            }
        }
        if (!unanswered.isEmpty()) {
            lines.section("Nothing to be said of:");
            unanswered.forEach(each -> lines.wrapped("  ", each));
        }
        return lines.text();
    }

    private static String name(WhatIfAnswer answer) {
        String id = answer.id().isBlank() ? "an application without an id" : answer.id();
        return answer.name().isBlank() ? id : "\"" + answer.name() + "\" (" + id + ")";
    }

    /** What the log says, and what its replay. */
    static String check(WhatIfAnswer.SelfCheck check) {
        String replayed = Figures.time(check.loggedMillis()) + " by its log, " + Figures.time(check.replayedMillis())
                + " replayed as it was (" + signed(check.off()) + "; stages by " + Figures.percent(check.stagesOff())
                + " in the median).";
        return check.holds()
                ? replayed
                : replayed + " That is more than 10 % off, and so would be any answer: none is given. What is"
                        + " missing are times between tasks that the log does not explain, such as executors that came"
                        + " and went.";
    }

    private static String signed(double share) {
        return (share < 0 ? "−" : "+") + Figures.percent(Math.abs(share));
    }

    private static String row(Prediction prediction, WhatIfAnswer.SelfCheck check) {
        String words = prediction.change().words();
        if (!Double.isFinite(prediction.leastMillis()) || !Double.isFinite(prediction.mostMillis())) {
            return ROWS.row(words, "cannot be said", "no slot is left");
        }
        double most = 1 - prediction.leastMillis() / check.loggedMillis();
        double least = 1 - prediction.mostMillis() / check.loggedMillis();
        String saves = most < NOTHING && least > -NOTHING
                ? "nothing: at most " + Figures.atMost(Math.max(0, most))
                : share(least) + " to " + share(most);
        return ROWS.row(
                words,
                Figures.time(prediction.leastMillis()) + " to " + Figures.time(prediction.mostMillis()),
                saves);
    }

    private static String share(double share) {
        return (share < 0 ? "−" : "") + Figures.percent(Math.abs(share));
    }
}
