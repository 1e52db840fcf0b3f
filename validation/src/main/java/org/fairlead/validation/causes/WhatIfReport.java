// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.report.Json;
import org.fairlead.report.Quantiles;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.validation.causes.AskedRun.Answer;

/** What {@code what-if} predicted against what was measured, for people and for programs. */
final class WhatIfReport {
    /** How far off a replay of what was may be, and predictions in the median. */
    private static final double WANTED = 0.1;

    private static final double WANTED_OF_MOST = 0.2;
    private static final double MOST = 0.9;
    private static final TextColumns ROWS = new TextColumns(-5, -33, 10, -32, 18, 10, 8, -14);

    private final List<AskedRun> runs;
    private final double quietSeconds;

    /** @param quietSeconds in which jobs ran where there was no cause, the median; NaN where there was no such run */
    WhatIfReport(List<AskedRun> runs, double quietSeconds) {
        this.runs = List.copyOf(runs);
        this.quietSeconds = quietSeconds;
    }

    /** Answers that are compared with one kind of thing. */
    private enum Group {
        WITHOUT_CAUSE("Without the cause"),
        CONTROL("Where nothing was to be taken away"),
        FASTER_LINKS("On links twice as fast"),
        WITHOUT_HOST("Without a host");

        private final String words;

        Group(String words) {
            this.words = words;
        }

        private static Optional<Group> of(AskedRun run, Answer answer) {
            return switch (answer.beside()) {
                case NOTHING -> Optional.empty();
                case WITHOUT_CAUSE -> Optional.of(run.isControl() ? CONTROL : WITHOUT_CAUSE);
                case FASTER_LINKS -> Optional.of(FASTER_LINKS);
                case WITHOUT_HOST -> Optional.of(WITHOUT_HOST);
            };
        }
    }

    /** What its counterpart took; else of an application without a cause its own time, of others that of those without a cause; NaN where none was measured. */
    private double measured(AskedRun run, Answer answer) {
        return switch (answer.beside()) {
            case NOTHING -> Double.NaN;
            case WITHOUT_CAUSE -> run.isControl() ? run.jobSeconds() : quietSeconds;
            case FASTER_LINKS, WITHOUT_HOST -> answer.counterpartSeconds();
        };
    }

    /** The middle of what was predicted over what was measured, less 1; NaN where nothing is to be compared. */
    private double off(AskedRun run, Answer answer) {
        return answer.seconds() / measured(run, answer) - 1;
    }

    /** Of all predictions of a group, the amounts by which they are off, sorted. */
    private double[] offs(Group group) {
        return runs.stream()
                .flatMap(run -> answers(run, group).map(answer -> off(run, answer)))
                .mapToDouble(Math::abs)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
    }

    private static Stream<Answer> answers(AskedRun run, Group group) {
        return run.answers().stream().filter(answer -> Group.of(run, answer).equals(Optional.of(group)));
    }

    private double[] replays() {
        return runs.stream()
                .mapToDouble(run -> Math.abs(run.replayedOff()))
                .sorted()
                .toArray();
    }

    private long inside(Group group) {
        return runs.stream()
                .flatMap(run -> answers(run, group).filter(answer -> answer.holds(measured(run, answer))))
                .count();
    }

    private long declined(Group group) {
        return runs.stream()
                .flatMap(run -> answers(run, group))
                .filter(Answer::isDeclined)
                .count();
    }

    private static long atMost(double[] offs, double most) {
        return Arrays.stream(offs).filter(off -> off <= most).count();
    }

    /** For a terminal. */
    void add(TextLines lines) {
        lines.row(ROWS.row("Run", "hidden cause", "replayed", "  what if", "predicted", "measured", "off", ""));
        for (AskedRun run : runs) {
            String replayed = percent(run.replayedOff());
            if (run.answers().isEmpty()) {
                lines.row(ROWS.row(number(run), run.cause().words(), replayed, "", "", "", "", ""));
            }
            for (Answer answer : run.answers()) {
                lines.row(row(run, replayed, answer));
            }
        }
        lines.blank();
        double[] replays = replays();
        if (replays.length > 0) {
            lines.wrapped(
                    "",
                    "Replayed as they were: " + spread(replays) + "; within 10 % in " + atMost(replays, WANTED) + " of "
                            + replays.length + " runs.");
        }
        compare(lines, Group.WITHOUT_CAUSE);
        compare(lines, Group.FASTER_LINKS);
        compare(lines, Group.WITHOUT_HOST);
        double[] controls = offs(Group.CONTROL);
        if (controls.length > 0) {
            lines.wrapped("", Group.CONTROL.words + ": " + spread(controls) + ".");
        }
        lines.wrapped(
                "",
                "measured: what jobs took without a cause, in the median of such runs; of these themselves, what each took; on faster links and without a host what"
                        + " the same application took so. off: the middle of what was predicted beside that. What no application was run for is compared with nothing. declined: the interval is wider than 10 % of"
                        + " its middle each way, which is no answer; report.json says why, as 'fairlead what-if' does.");
    }

    private void compare(TextLines lines, Group group) {
        double[] offs = offs(group);
        long declined = declined(group);
        if (offs.length > 0) {
            lines.wrapped(
                    "",
                    group.words + ": " + spread(offs) + " (wanted: 10 % and 20 %); within 10 % in "
                            + atMost(offs, WANTED) + " and within 20 % in " + atMost(offs, WANTED_OF_MOST) + " of "
                            + offs.length + " answers, and in " + inside(group)
                            + " the measured time lies in the predicted interval. " + declined + " declined.");
        } else if (declined > 0) {
            lines.wrapped("", group.words + ": " + declined + " declined, none answered.");
        }
    }

    private String row(AskedRun run, String replayed, Answer answer) {
        double measured = measured(run, answer);
        double off = off(run, answer);
        return ROWS.row(
                number(run),
                run.cause().words(),
                replayed,
                "  " + answer.whatIf(),
                answer.isInterval()
                        ? String.format(Locale.ROOT, "%.1f to %.1f s", answer.leastSeconds(), answer.mostSeconds())
                        : "declined",
                Double.isNaN(measured) ? "" : String.format(Locale.ROOT, "%.1f s", measured),
                Double.isNaN(off) ? "" : percent(off),
                answer.isDeclined() ? "  " + (answer.isInterval() ? "declined" : answer.declined()) : "");
    }

    private static String number(AskedRun run) {
        return Integer.toString(run.cause().run());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.0f %%", 100 * share);
    }

    private static String spread(double[] sorted) {
        return String.format(
                Locale.ROOT,
                "off by %.0f %% in the median, %.0f %% at the 90th percentile",
                100 * Quantiles.of(sorted, 0.5),
                100 * Quantiles.of(sorted, MOST));
    }

    /** Of all together. */
    void write(ObjectNode into) {
        spread(into.putObject("replayed"), replays());
        write(into.putObject("predicted"), Group.WITHOUT_CAUSE);
        spread(into.putObject("nothing_to_gain"), offs(Group.CONTROL));
        write(into.putObject("faster_links"), Group.FASTER_LINKS);
        write(into.putObject("without_host"), Group.WITHOUT_HOST);
    }

    private void write(ObjectNode into, Group group) {
        spread(into, offs(group)).put("in_interval", inside(group)).put("declined", declined(group));
    }

    private static ObjectNode spread(ObjectNode into, double[] sorted) {
        into.put("count", sorted.length);
        Json.put(into, "off_median", sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, 0.5));
        Json.put(into, "off_p90", sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, MOST));
        into.put("within_10_percent", atMost(sorted, WANTED)).put("within_20_percent", atMost(sorted, WANTED_OF_MOST));
        return into;
    }

    /** Of one run, if it was asked about. */
    void write(ObjectNode into, int number) {
        Stream<AskedRun> asked = runs.stream().filter(run -> run.cause().run() == number);
        asked.forEach(run -> {
            Json.put(into, "replayed_off", run.replayedOff());
            ArrayNode answers = into.putArray("answers");
            for (Answer answer : run.answers()) {
                ObjectNode node = answers.addObject();
                node.put("what_if", answer.whatIf());
                Json.put(node, "least_s", answer.leastSeconds());
                Json.put(node, "most_s", answer.mostSeconds());
                Json.put(node, "measured_s", measured(run, answer));
                Json.put(node, "off", off(run, answer));
                node.put("declined", answer.declined());
            }
        });
    }
}
