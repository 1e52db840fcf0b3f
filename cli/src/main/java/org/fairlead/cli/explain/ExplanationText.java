// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.explain;

import static org.fairlead.report.TextLines.left;
import static org.fairlead.report.TextLines.right;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.CopiesWords;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.protocol.application.GroundsWords;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.PrefetchWords;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.SourceWords;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.application.TaskTimeWords;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextLines;

/** Tells people why tasks ran where they ran: tables, oldest first, or a paragraph for each attempt at one task. */
public final class ExplanationText {
    private static final int WIDTH = 150;
    private static final int DECLINES_BEFORE = 5;
    private static final int MOST_SOURCES = 12;
    private static final int MOST_SHUFFLES = 20;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final TextLines lines = new TextLines(WIDTH);
    private final ExplanationReport explanation;
    private final Question question;

    private ExplanationText(ExplanationReport explanation, Question question) {
        this.explanation = explanation;
        this.question = question;
    }

    public static String of(ExplanationReport explanation, Question question) {
        ExplanationText text = new ExplanationText(explanation, question);
        text.write();
        return text.lines.text();
    }

    private void write() {
        lines.row("application ", explanation.application());
        if (explanation.verdict() != null && question.stage().isEmpty()) {
            lines.wrapped("", explanation.verdict().headline());
            if (!explanation.verdict().known().isEmpty()) {
                lines.wrapped("", explanation.verdict().known());
            }
        }
        if (question.stage().isPresent()) {
            explanation.stages().forEach(this::stage);
        }
        explanation.allowances().forEach(this::allowance);
        if (question.stage().isEmpty() && !explanation.prefetch().isNone()) {
            lines.section("input fetched ahead");
            PrefetchWords.lines(explanation.prefetch())
                    .forEach((what, words) -> lines.wrapped("  ", what + ": " + words));
            lines.blank();
        }
        if (question.stage().isEmpty() && !explanation.copies().isNone()) {
            copies(explanation.copies());
        }
        if (explanation.launches().isEmpty() && explanation.declines().isEmpty()) {
            lines.row("no decision is kept of what is asked for: none was taken, or newer ones took its place");
            return;
        }
        if (question.task().isPresent()) {
            oldestFirst(explanation.launches()).forEach(this::task);
            return;
        }
        launches(oldestFirst(explanation.launches()));
        declines(oldestFirst(explanation.declines()));
    }

    private void copies(CopiesReport copies) {
        lines.section("map output copied while its stage ran");
        CopiesWords.lines(copies).forEach((what, words) -> lines.wrapped("  ", what + ": " + words));
        copies.shuffles().stream()
                .limit(MOST_SHUFFLES)
                .forEach(each -> lines.wrapped("  ", "shuffle " + each.shuffle() + ": " + CopiesWords.sentence(each)));
        if (copies.shuffles().size() > MOST_SHUFFLES) {
            lines.row("  and " + (copies.shuffles().size() - MOST_SHUFFLES) + " older shuffles");
        }
        lines.blank();
    }

    private static <T> List<T> oldestFirst(List<T> newestFirst) {
        return IntStream.range(0, newestFirst.size())
                .mapToObj(i -> newestFirst.get(newestFirst.size() - 1 - i))
                .toList();
    }

    private void stage(StageReport stage) {
        long launches =
                stage.launches().values().stream().mapToLong(Long::longValue).sum();
        long planned = stage.launches().getOrDefault(StageReport.PLANNED, 0L);
        lines.section("stage " + stage.label() + "  " + stage.name());
        line(
                "decided",
                stage.stockAlone().isEmpty()
                        ? stage.mode() + (stage.ours() ? ", ours" : ", stock's") + ": " + planned + " of " + launches
                                + " tasks launched as planned"
                        : "by stock alone: " + stage.stockAlone());
        line("read", bytes(stage.bytes()));
        sources(stage.sources());
        line("slots", "left free for " + Amounts.text(stage.freeSeconds(), "s") + causes(stage.declines()));
        line(
                "tasks",
                stage.endedWell() + " of " + stage.tasks() + " ended, " + seconds(stage.meanTaskSeconds())
                        + " on average, longest "
                        + seconds(stage.longestTaskSeconds())
                        + (stage.predictions().tasks() == 0
                                ? ""
                                : "; predictions off by " + stage.predictions().words() + " a task"));
        String time = TaskTimeWords.sentence(stage);
        if (!time.isEmpty()) {
            line("task time", time);
        }
        if (stage.saving().compared() + stage.saving().moved() > 0) {
            line(
                    "stock",
                    stage.saving().moved() + " of " + stage.saving().compared()
                            + " tasks placed otherwise, predicted to save "
                            + Amounts.text(stage.saving().savedSeconds(), "s") + " of their time");
        }
    }

    private void sources(List<SourceReads> sources) {
        for (int i = 0; i < Math.min(MOST_SOURCES, sources.size()); i++) {
            line(i == 0 ? "read from" : "", TextLines.visible(SourceWords.sentence(sources.get(i))));
        }
        if (sources.size() > MOST_SOURCES) {
            line("", "and " + (sources.size() - MOST_SOURCES) + " more sources");
        }
    }

    private void allowance(NicAllowance each) {
        lines.wrapped(
                "",
                "The cloud held back " + each.packets() + " packets of host " + TextLines.visible(each.host()) + ": "
                        + TextLines.visible(each.device()) + " " + TextLines.visible(each.counter()) + ".");
    }

    private void line(String what, String value) {
        lines.row("  ", left(what, 11), value);
    }

    private static String bytes(StageReport.BytesRead bytes) {
        String parts = Map.of(
                        "local", bytes.local(),
                        "rack", bytes.rack(),
                        "remote", bytes.remote(),
                        "somewhere", bytes.unknown(),
                        "shuffle, local", bytes.shuffleLocal(),
                        "shuffle, remote", bytes.shuffleRemote())
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> Amounts.text((double) entry.getValue(), "bytes") + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? "nothing" : parts;
    }

    private static String causes(Map<String, Long> declines) {
        String causes = declines.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> entry.getKey().replace('_', ' ') + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return causes.isEmpty() ? "" : ": " + causes + " offers";
    }

    private void launches(List<LaunchReport> launches) {
        lines.blank();
        lines.row(
                left("launched", 14),
                left("stage", 7),
                right("task", 6),
                "  ",
                left("host", 16),
                left("reads from", 22),
                right("input", 9),
                right("predicted", 11),
                right("took", 9),
                "  ",
                "why");
        for (LaunchReport launch : launches) {
            lines.row(
                    left(time(launch.timeMillis()), 14),
                    left(label(launch.stage(), launch.attempt()), 7),
                    right(Integer.toString(launch.task()), 6),
                    "  ",
                    left(TextLines.visible(launch.host()), 16),
                    left(TextLines.visible(source(launch)), 22),
                    right(bytes(launch.bytes()), 9),
                    right(seconds(launch.expectedSeconds()), 11),
                    right(launch.takenSeconds() == null ? "runs" : seconds(launch.takenSeconds()), 9),
                    "  ",
                    why(launch));
        }
    }

    private static String why(LaunchReport launch) {
        return launch.reason()
                + (launch.ours().isEmpty() ? "" : "; ours: " + launch.ours())
                + (failed(launch) ? "; " + launch.status() : "");
    }

    private static boolean failed(LaunchReport launch) {
        return launch.takenSeconds() != null && !launch.status().equals("SUCCESS");
    }

    private void declines(List<DeclineReport> declines) {
        if (declines.isEmpty()) {
            return;
        }
        lines.blank();
        lines.row(
                left("left free", 14),
                left("stage", 7),
                left("host", 16),
                left("executor", 10),
                right("for", 9),
                right("offers", 8),
                "  ",
                left("until", 14),
                "why");
        for (DeclineReport decline : declines) {
            lines.row(
                    left(time(decline.sinceMillis()), 14),
                    left(label(decline.stage(), decline.attempt()), 7),
                    left(TextLines.visible(decline.host()), 16),
                    left(TextLines.visible(decline.executor()), 10),
                    right(Amounts.text((decline.lastMillis() - decline.sinceMillis()) / 1e3, "s"), 9),
                    right(Long.toString(decline.offers()), 8),
                    "  ",
                    left(time(decline.untilMillis()), 14),
                    decline.grounds() == null ? decline.reason() : GroundsWords.decline(decline.grounds()));
        }
    }

    private void task(LaunchReport launch) {
        lines.section("task " + launch.task() + " of stage " + label(launch.stage(), launch.attempt())
                + ", attempt with id " + launch.taskId());
        line(
                "ran on",
                launch.host() + ", executor " + launch.executor() + ", from " + time(launch.timeMillis()) + ", "
                        + launch.locality());
        line("reads from", source(launch) + (launch.bytes() == null ? "" : ", " + bytes(launch.bytes())));
        line("predicted", launch.expectedSeconds() == null ? "nothing" : seconds(launch.expectedSeconds()));
        line(
                "took",
                launch.takenSeconds() == null
                        ? "it runs"
                        : seconds(launch.takenSeconds()) + ", " + launch.status() + ", read "
                                + bytes((double) launch.readBytes()));
        line("because", launch.reason());
        grounds(launch);
        if (!launch.ours().isEmpty()) {
            line("ours", launch.ours());
        }
        explanation.declines().stream()
                .filter(decline -> decline.sinceMillis() <= launch.timeMillis())
                .limit(DECLINES_BEFORE)
                .forEach(decline -> line(
                        "before",
                        decline.host() + " left free at " + time(decline.sinceMillis()) + " for "
                                + Amounts.text((decline.lastMillis() - decline.sinceMillis()) / 1e3, "s") + ", "
                                + decline.offers() + " offers: "
                                + decline.reason()
                                + (decline.grounds() == null ? "" : "; " + GroundsWords.decline(decline.grounds()))));
    }

    private void grounds(LaunchReport launch) {
        GroundsReport grounds = launch.grounds();
        if (grounds == null) {
            line(
                    "candidates",
                    "not kept: stock chose alone, nothing was predicted, or too many tasks were planned at once");
            return;
        }
        if (grounds.task() != launch.task()) {
            line("instead", "ours would have had task " + grounds.task() + " to decide about in this slot:");
        } else if (launch.rule().equals(StageReport.PLANNED)) {
            line("stock", "would have launched " + GroundsWords.stock(grounds));
        }
        lines.row(
                "  ",
                left("candidates", 11),
                left("host", 16),
                left("reads from", 16),
                right("begins in", 11),
                right("takes", 10),
                right("ends in", 10),
                "  ",
                "decided by");
        for (GroundsReport.Candidate candidate : grounds.candidates()) {
            boolean ends = candidate.seconds() != null;
            lines.row(
                    left("", 13),
                    left(TextLines.visible(candidate.host()), 16),
                    left(candidate.source().isEmpty() ? "-" : TextLines.visible(candidate.source()), 16),
                    right(candidate.waitSeconds() > 0 ? seconds(candidate.waitSeconds()) : "now", 11),
                    right(ends ? seconds(candidate.seconds()) : "no end", 10),
                    right(ends ? seconds(candidate.endSeconds()) : "no end", 10),
                    "  ",
                    candidate.limit());
        }
    }

    private static String source(LaunchReport launch) {
        return switch (launch.distance()) {
            case "local" -> "its host";
            case "shuffle" -> "map output, many hosts";
            case "unknown" -> launch.source().isEmpty() ? "somewhere" : launch.source();
            default ->
                launch.source().isEmpty()
                        ? "its " + launch.distance()
                        : launch.source() + " (" + launch.distance() + ")";
        };
    }

    private static String label(int stage, int attempt) {
        return new Question.StageAttempt(stage, attempt).toString();
    }

    private static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis));
    }

    private static String seconds(Double value) {
        return value == null ? "-" : Amounts.text(value, "s");
    }

    private static String bytes(Double value) {
        return value == null ? "-" : Amounts.text(value, "bytes");
    }
}
