// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import org.fairlead.diagnosis.analysis.TimeCause;
import org.fairlead.diagnosis.analysis.TimeCauses;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** Why task time was spent, for a terminal. */
final class TimeCausesText {
    private static final int LONGEST_WORDS = 32;
    private static final int MOST_CAUSES = 20;
    private static final double ALL = 0.995;
    private static final TextColumns CAUSES = new TextColumns(-34, 11, 9, -46);

    private TimeCausesText() {}

    /** Adds nothing where no file of decisions tells of the application. */
    static void add(TextLines lines, TimeCauses causes) {
        if (causes.sources().isEmpty()) {
            return;
        }
        lines.blank();
        if (causes.sources().get().slow().isEmpty()) {
            lines.wrapped("", SourcesText.headline(causes.sources().get()));
        }
        lines.wrapped("", sentence(causes));
        lines.blank();
        lines.row(CAUSES.row("Task time by cause", "", "share"));
        causes.causes().stream()
                .limit(MOST_CAUSES)
                .forEach(each -> lines.row(CAUSES.row(
                        TextLines.shortened(TextLines.visible(each.words()), LONGEST_WORDS),
                        Figures.taskTime(each.millis()),
                        Figures.percent(each.share()),
                        "   " + each.kind().meaning())));
        int more = causes.causes().size() - MOST_CAUSES;
        if (more > 0) {
            lines.row(more + " more causes: --json, --html.");
        }
        SourcesText.tables(lines, causes.sources().get());
    }

    /** How much has a cause, of how much the file tells, and for how long tasks waited for slots. */
    static String sentence(TimeCauses causes) {
        TimeCauses.Coverage coverage = causes.coverage();
        String told = coverage.share() >= ALL
                ? ""
                : " The file tells what " + coverage.told() + " of " + coverage.attempts() + " tasks have read ("
                        + Figures.percent(coverage.share())
                        + " of their time); what the others waited for stands without a cause.";
        return Figures.percent(causes.share()) + " of the task time has a cause" + most(causes) + "." + told
                + " Before their time, tasks waited " + Figures.taskTime(causes.slotWaitMillis())
                + " for slots, summed.";
    }

    /** The largest that could be otherwise. */
    private static String most(TimeCauses causes) {
        return causes.causes().stream()
                .filter(each -> each.kind() != TimeCause.Kind.COMPUTING && each.kind() != TimeCause.Kind.UNKNOWN)
                .findFirst()
                .map(each ->
                        ", the largest besides computing: " + each.words() + " (" + Figures.percent(each.share()) + ")")
                .orElse("");
    }
}
