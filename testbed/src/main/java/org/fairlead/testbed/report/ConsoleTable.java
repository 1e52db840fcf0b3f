// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.Slowdown;

/** A run as text for the terminal, at most {@value #WIDTH} columns wide. */
public final class ConsoleTable {
    static final int WIDTH = 100;
    private static final TextColumns METRICS = new TextColumns(-26, 6, 12, 12, 12, 9, 15);
    private static final TextColumns GAPS = new TextColumns(-26, -26, 9, -30);
    private static final TextColumns COSTS = new TextColumns(-32, 12, -9, 12, -6, 9, 15);
    private static final TextColumns TASKS = new TextColumns(-20, 6, 7, 6, 6, 7, 6, 6, 6, 7, 8, 6, 7);
    private static final double MEGABYTE = 1e6;
    private static final int MOST_LINKS = 8;
    private static final int MOST_LINK_CONTENDERS = 3;
    private static final int MOST_LINES = 12;

    private final RunRecord run;
    private final List<String> contenders;
    private final TextLines lines = new TextLines(WIDTH);

    private ConsoleTable(RunRecord run) {
        this.run = run;
        this.contenders = Summary.contenders(run);
    }

    /** The whole text, with a line end after each line. */
    public static String render(RunRecord run) {
        ConsoleTable table = new ConsoleTable(run);
        table.headline();
        table.metrics();
        PairTable.add(run, table.lines);
        table.gaps();
        table.slowdowns();
        table.taskTimes();
        table.trafficCost();
        table.links();
        table.noise();
        table.failedChecks();
        table.notCounted();
        return table.lines.text();
    }

    private void headline() {
        long counted = RoundMeasurements.lastCounted(run.rounds()).size();
        String partial =
                switch (run.status()) {
                    case "complete" -> "";
                    case "shortened" -> " (shortened: its time was up)";
                    default -> " (" + run.status() + ")";
                };
        lines.wrapped(
                "",
                RunText.name(run) + partial + ": " + counted + " of "
                        + run.rounds().size() + " rounds count");
        lines.wrapped("", Headline.of(run));
        Headline.rest(run).forEach(sentence -> lines.wrapped("", sentence));
    }

    private void metrics() {
        List<Summary> summaries = Summary.of(run.rounds(), contenders);
        if (summaries.isEmpty()) {
            notMeasured("all metrics");
            return;
        }
        lines.blank();
        lines.row(METRICS.row("", "n", "mean", "median", "p95", "ratio", "95 % interval"));
        String metric = "";
        for (Summary summary : summaries) {
            String title = new Metric(summary.metric(), summary.unit()).title();
            if (!title.equals(metric)) {
                notMeasured(metric);
                lines.row(cell(title, WIDTH));
                metric = title;
            }
            Optional<Comparison> comparison = comparison(summary.metric(), summary.contender());
            lines.row(METRICS.row(
                    "  " + summary.contender(),
                    String.valueOf(summary.n()),
                    Amounts.text(summary.mean(), summary.unit()),
                    Amounts.text(summary.median(), summary.unit()),
                    Amounts.text(summary.p95(), summary.unit()),
                    comparison.map(RunText::ratio).orElse(""),
                    comparison.map(RunText::interval).orElse("")));
        }
        notMeasured(metric);
        lines.wrapped(
                "",
                "ratio = " + run.baseline()
                        + " / contender, over paired repetitions: above 1 the contender took less.");
        if (run.comparisons().stream().anyMatch(c -> c.processorBound() > 0)) {
            lines.wrapped(
                    "",
                    "≥: the processors were too busy in the contender's rounds; by the network alone it would be better.");
        }
    }

    /** A line for everybody who is missing from a metric; single queries do without. */
    private void notMeasured(String title) {
        if (!title.isEmpty() && !title.endsWith("]")) {
            run.notMeasured()
                    .forEach(missing -> lines.row(
                            cell("  " + missing.contender(), 26),
                            cell("  not measured: " + missing.reason(), WIDTH - 26)));
        }
    }

    private void gaps() {
        if (run.gaps().isEmpty()) {
            return;
        }
        lines.section("Share of the gap between " + run.baseline() + " and " + run.bound() + " that is closed");
        for (GapClosed gap : run.gaps()) {
            lines.row(GAPS.row(
                    "  " + new Metric(gap.metric(), "s").title(),
                    gap.contender(),
                    Amounts.percent(gap.share()),
                    gap.low() == null ? "" : "  95 % sure: at least " + Amounts.percent(gap.low())));
        }
    }

    private void slowdowns() {
        List<Slowdown> wholes = run.slowdowns().stream()
                .filter(each -> !metric(each).perSubject() && !each.contender().equals(run.baselineWithoutTraffic()))
                .toList();
        if (wholes.isEmpty()) {
            return;
        }
        lines.section("Times as long as " + run.baseline() + ", 95 % sure at most; shown to take over "
                + Amounts.percent(Slowdown.TOLERATED) + " longer");
        for (Slowdown whole : wholes) {
            lines.row(
                    cell("  " + metric(whole).title(), 26),
                    cell(whole.contender(), 26),
                    right(Amounts.ratio(whole.ratio()), 7),
                    right(whole.high() == null ? "" : "≤ " + Amounts.ratio(whole.high()), 10),
                    cell("  " + shownOf(whole), 30));
        }
    }

    /** Which parts of a metric are shown to take longer, or whether the whole is where it has none. */
    private String shownOf(Slowdown whole) {
        List<Slowdown> parts = run.slowdowns().stream()
                .filter(each -> each.contender().equals(whole.contender())
                        && metric(each).perSubject()
                        && metric(each).base().equals(whole.metric()))
                .toList();
        if (whole.p() == null) {
            return "";
        }
        if (parts.isEmpty()) {
            return whole.slower() ? "slower" : "";
        }
        List<String> slower = parts.stream()
                .filter(Slowdown::slower)
                .map(part -> metric(part).subject())
                .toList();
        return "slower: " + (slower.isEmpty() ? "none" : String.join(", ", slower)) + " of " + parts.size();
    }

    private static Metric metric(Slowdown slowdown) {
        return new Metric(slowdown.metric(), "s");
    }

    private void taskTimes() {
        List<MeanTaskTimes> all = MeanTaskTimes.of(run.rounds(), contenders);
        if (all.isEmpty()) {
            return;
        }
        lines.section("Task time in seconds, spilled MB, and the hottest reduce beside its link's bound");
        lines.row(TASKS.row("", "", "map", "", "", "reduce", "", "", "", "", "hottest", "", ""));
        lines.row(TASKS.row(
                "", "takes", "comp", "write", "other", "wait", "sort", "comp", "other", "spills", "takes", "bound",
                "above"));
        String subject = "";
        for (MeanTaskTimes each : all) {
            if (!each.subject().equals(subject)) {
                subject = each.subject();
                lines.row(cell(subject, WIDTH));
            }
            lines.row(TASKS.row(
                    "  " + each.contender(),
                    Amounts.digits(each.seconds()),
                    Amounts.digits(each.mapComputing()),
                    Amounts.digits(each.mapWrite()),
                    Amounts.digits(each.mapOther()),
                    Amounts.digits(each.fetchWait()),
                    Amounts.digits(each.sort()),
                    Amounts.digits(each.reduceComputing()),
                    Amounts.digits(each.reduceOther()),
                    Amounts.digits(each.spilledBytes() / MEGABYTE),
                    Amounts.digits(each.hottest()),
                    Amounts.digits(each.bound()),
                    Amounts.percent(each.shareAboveBound())));
        }
    }

    private void trafficCost() {
        List<Comparison> costs = run.comparisons().stream()
                .filter(c -> c.contender().equals(run.baselineWithoutTraffic()))
                .filter(c -> !c.metric().equals(RoundMeasurements.LINK_BYTES))
                .toList();
        if (costs.isEmpty()) {
            return;
        }
        lines.section("What the traffic cost " + run.baseline());
        for (Comparison cost : costs) {
            lines.row(COSTS.row(
                    "  " + new Metric(cost.metric(), cost.unit()).title(),
                    Amounts.text(cost.contenderMean(), cost.unit()),
                    " without",
                    Amounts.text(cost.baselineMean(), cost.unit()),
                    " with",
                    RunText.ratio(cost),
                    RunText.interval(cost)));
        }
    }

    private void links() {
        List<LinkLoad> loads = LinkLoad.of(run.rounds());
        if (loads.isEmpty()) {
            return;
        }
        List<String> shown = contenders.stream()
                .filter(c -> !c.equals(run.aaPair()))
                .limit(MOST_LINK_CONTENDERS)
                .toList();
        lines.section("Busiest links: bytes per round, mean utilisation");
        List<String> head = new ArrayList<>(List.of(cell("", 26), right("capacity", 12)));
        shown.forEach(contender -> head.add(right(contender, 19)));
        lines.row(head.toArray(new String[0]));
        for (LinkLoad load : loads.subList(0, Math.min(MOST_LINKS, loads.size()))) {
            List<String> row = new ArrayList<>(
                    List.of(cell("  " + load.link(), 26), right(Amounts.text(load.capacity(), "bytes/s"), 12)));
            for (String contender : shown) {
                LinkLoad.Load each = load.byContender().get(contender);
                row.add(right(
                        each == null
                                ? "-"
                                : Amounts.text(each.bytes(), "bytes") + right(Amounts.percent(each.utilisation()), 6),
                        19));
            }
            lines.row(row.toArray(new String[0]));
        }
        if (loads.size() > MOST_LINKS) {
            lines.row("  and " + (loads.size() - MOST_LINKS) + " more links");
        }
    }

    private void noise() {
        String noise = Headline.noise(run);
        if (!noise.isEmpty()) {
            lines.section("Noise (A/A)");
            lines.wrapped("  ", noise);
        }
    }

    private void failedChecks() {
        List<String> failed = new ArrayList<>();
        for (RoundRecord round : run.rounds()) {
            for (Check check : round.checks()) {
                if (!check.passed()) {
                    failed.add(RunText.round(round) + ": " + check.name() + ": " + check.detail());
                }
            }
        }
        long passed = run.rounds().stream()
                .flatMap(round -> round.checks().stream())
                .filter(Check::passed)
                .count();
        lines.section("Checks: " + passed + " passed, " + failed.size() + " failed");
        some(failed);
    }

    private void notCounted() {
        List<String> reasons = run.rounds().stream()
                .filter(round -> !round.counted())
                .map(round -> RunText.round(round) + ": " + round.notCountedBecause())
                .toList();
        if (!reasons.isEmpty()) {
            lines.section("Rounds not counted: " + reasons.size());
            some(reasons);
        }
    }

    private void some(List<String> all) {
        all.stream().limit(MOST_LINES).forEach(line -> lines.wrapped("  ", line));
        if (all.size() > MOST_LINES) {
            lines.row("  and " + (all.size() - MOST_LINES) + " more in report.json");
        }
    }

    private Optional<Comparison> comparison(String metric, String contender) {
        return run.comparisons().stream()
                .filter(c -> c.metric().equals(metric) && c.contender().equals(contender))
                .findFirst();
    }

    private static String cell(String text, int width) {
        return TextLines.left(text, width);
    }

    private static String right(String text, int width) {
        return TextLines.right(text, width);
    }
}
