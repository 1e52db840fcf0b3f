// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.List;
import java.util.Optional;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.PairComparison;
import org.fairlead.testbed.results.RunRecord;

/** Several points of a scenario as one table for the terminal: a line for each point, metric and contender. */
public final class GridTable {
    private static final TextColumns HEAD = new TextColumns(-60, 9, 15, 14);
    private static final TextColumns COLUMNS = new TextColumns(-30, -30, 9, 15, 14);

    private GridTable() {}

    public static String render(List<RunRecord> runs) {
        TextLines lines = new TextLines(ConsoleTable.WIDTH);
        lines.row(HEAD.row("all points: ratio of the baseline to", "ratio", "95 % interval", "gap closed"));
        for (RunRecord run : runs) {
            lines.section(RunText.name(run) + (run.status().equals("complete") ? "" : " (" + run.status() + ")"));
            run.comparisons().stream()
                    .filter(GridTable::isWholeTime)
                    .forEach(comparison -> line(lines, run, comparison));
            run.pairs().forEach(pair -> lines(lines, pair));
        }
        return lines.text();
    }

    private static void lines(TextLines lines, PairComparison pair) {
        pair.comparisons().stream().filter(GridTable::isWholeTime).forEach(comparison -> {
            String metric = new Metric(comparison.metric(), comparison.unit()).title();
            lines.row(HEAD.row(
                    "  " + metric + ": " + pair.contender() + " against " + pair.with(),
                    RunText.ratio(comparison),
                    RunText.interval(comparison)));
        });
    }

    private static boolean isWholeTime(Comparison comparison) {
        return comparison.unit().equals("s") && !new Metric(comparison.metric(), comparison.unit()).perSubject();
    }

    private static void line(TextLines lines, RunRecord run, Comparison comparison) {
        Optional<GapClosed> gap = run.gaps().stream()
                .filter(g ->
                        g.metric().equals(comparison.metric()) && g.contender().equals(comparison.contender()))
                .findFirst();
        lines.row(COLUMNS.row(
                "  " + new Metric(comparison.metric(), comparison.unit()).title(),
                comparison.contender(),
                RunText.ratio(comparison),
                RunText.interval(comparison),
                gap.map(g -> Amounts.percent(g.share())
                                + (g.low() == null ? "" : " (≥ " + Amounts.percent(g.low()) + ")"))
                        .orElse("")));
    }
}
