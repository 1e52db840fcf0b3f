// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.whatif.Prediction;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** Answers for a terminal: for each application a sentence on how far its log is met, a row for each change and policy, then how far jobs and stages are met. */
public final class WhatIfText {
    private static final int WIDTH = 100;
    /** Below that share nobody would notice. */
    static final double NOTHING = 0.03;

    private static final int LONGEST_WORDS = 44;
    private static final TextColumns ROWS = new TextColumns(-46, 28, 26);
    private static final TextColumns PARTS = new TextColumns(-8, 8, 13, 13, 13, -43);

    private WhatIfText() {}

    /**
     * @param unanswered a sentence for each log of which nothing can be said
     * @param mostParts rows for jobs and for stages, those that took longest
     */
    public static String of(List<WhatIfAnswer> answers, List<String> unanswered, int mostParts) {
        TextLines lines = new TextLines(WIDTH);
        boolean isFirst = true;
        for (WhatIfAnswer answer : answers) {
            if (!isFirst) {
                lines.blank();
            }
            isFirst = false;
            add(lines, answer, mostParts);
        }
        if (!unanswered.isEmpty()) {
            lines.section("Nothing to be said of:");
            unanswered.forEach(each -> lines.wrapped("  ", each));
        }
        return lines.text();
    }

    private static void add(TextLines lines, WhatIfAnswer answer, int mostParts) {
        lines.wrapped("", name(answer) + ": " + check(answer));
        if (!answer.predictions().isEmpty()) {
            lines.blank();
            lines.row(ROWS.row("What if", "takes", "saves"));
            answer.predictions().forEach(each -> {
                String words = words(lines, each.change().words());
                lines.row(ROWS.row(words, takes(each), saves(each, answer.check())));
            });
            answer.predictions().stream()
                    .filter(Prediction::isDeclined)
                    .forEach(each -> lines.wrapped("", DeclinedText.sentence(each, answer.observing())));
        }
        answer.policies().ifPresent(policies -> {
            lines.blank();
            lines.wrapped("", PolicyText.setting(policies));
            if (!policies.contenders().isEmpty()) {
                lines.blank();
                lines.row(ROWS.row("What if tasks were assigned by", "takes", "saves"));
                policies.contenders().forEach(each -> {
                    String words = words(lines, PolicyText.words(each, policies.setting()));
                    lines.row(ROWS.row(words, PolicyText.takes(each), PolicyText.saves(each, policies.check())));
                });
                lines.wrapped("", PolicyText.links(policies));
                policies.contenders().forEach(each -> PolicyText.where(each, policies.check())
                        .ifPresent(words -> lines.wrapped("", words)));
            }
        });
        parts(lines, "Job", answer.jobs(), mostParts);
        parts(lines, "Stage", answer.stages(), mostParts);
    }

    private static void parts(TextLines lines, String title, List<PartCheck> all, int most) {
        if (most == 0 || all.isEmpty()) {
            return;
        }
        lines.blank();
        lines.row(PARTS.row(title, "tasks", "by its log", "replayed", "simulated", "  name"));
        longest(all, most)
                .forEach(each -> lines.row(PARTS.row(
                        each.label(),
                        Long.toString(each.tasks()),
                        Figures.time(each.loggedMillis()),
                        time(each.replayedMillis()),
                        time(each.simulatedMillis()),
                        "  " + each.name())));
        if (all.size() > most) {
            lines.row((all.size() - most) + " more: --stages, --json, --html.");
        }
    }

    private static String time(double millis) {
        return Double.isFinite(millis) ? Figures.time(millis) : "";
    }

    /** Those that took longest by the log, in their order. */
    static List<PartCheck> longest(List<PartCheck> all, int most) {
        return IntStream.range(0, all.size())
                .boxed()
                .sorted(Comparator.comparingDouble(
                                (Integer part) -> all.get(part).loggedMillis())
                        .reversed())
                .limit(most)
                .sorted()
                .map(all::get)
                .toList();
    }

    /** On a line of their own where they are long. */
    private static String words(TextLines lines, String words) {
        if (words.length() <= LONGEST_WORDS) {
            return words;
        }
        lines.wrapped("", words);
        return "";
    }

    static String name(WhatIfAnswer answer) {
        String id = answer.id().isBlank() ? "an application without an id" : answer.id();
        return answer.name().isBlank() ? id : "\"" + answer.name() + "\" (" + id + ")";
    }

    /** What the log says, and what its replay; what of the log could not be read. */
    static String check(WhatIfAnswer answer) {
        return replayed(answer) + DamageText.sentence(answer.damage());
    }

    private static String replayed(WhatIfAnswer answer) {
        SelfCheck check = answer.check();
        String replayed = Figures.time(check.loggedMillis()) + " by its log, " + Figures.time(check.replayedMillis())
                + " replayed as it was (" + off(check) + ").";
        return check.holds()
                ? replayed
                : replayed + " That is more than 10 % off, and so would be any answer: none is given."
                        + mostOff(answer.stages())
                                .map(part -> " Most is missed in stage " + part.label() + ": "
                                        + Figures.time(part.loggedMillis()) + " by its log, "
                                        + Figures.time(part.replayedMillis()) + " replayed.")
                                .orElse("");
    }

    /** {@code 3 % less; stages by 2 % in the median}. */
    static String off(SelfCheck check) {
        return signed(check.off()) + "; stages by " + Figures.percent(check.stagesOff()) + " in the median";
    }

    private static Optional<PartCheck> mostOff(List<PartCheck> stages) {
        return stages.stream()
                .filter(each -> Double.isFinite(each.replayedMillis()))
                .max(Comparator.comparingDouble(each -> Math.abs(each.replayedMillis() - each.loggedMillis())));
    }

    private static String signed(double share) {
        return Math.round(100 * share) == 0
                ? "as logged"
                : Figures.percent(Math.abs(share)) + (share < 0 ? " less" : " more");
    }

    static String takes(Prediction prediction) {
        return prediction.isFinite()
                ? Figures.times(prediction.leastMillis(), prediction.mostMillis())
                : "cannot be said";
    }

    static String saves(Prediction prediction, SelfCheck check) {
        if (prediction.isDeclined()) {
            return "declined";
        }
        double most = 1 - prediction.leastMillis() / check.loggedMillis();
        double least = 1 - prediction.mostMillis() / check.loggedMillis();
        return most < NOTHING && least > -NOTHING
                ? "nothing: at most " + Figures.atMost(Math.max(0, most))
                : share(least).equals(share(most)) ? share(most) : share(least) + " to " + share(most);
    }

    private static String share(double share) {
        return (share < 0 ? "−" : "") + Figures.percent(Math.abs(share));
    }
}
