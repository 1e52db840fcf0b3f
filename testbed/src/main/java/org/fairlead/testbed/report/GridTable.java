// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.List;
import java.util.Optional;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextLines;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.RunRecord;

/** Several points of a scenario as one table for the terminal: a line for each point, metric and contender. */
public final class GridTable {
    private GridTable() {}

    public static String render(List<RunRecord> runs) {
        TextLines lines = new TextLines(ConsoleTable.WIDTH);
        lines.row(
                TextLines.left("all points: ratio of the baseline to", 60),
                TextLines.right("ratio", 9),
                TextLines.right("95 % interval", 15),
                TextLines.right("gap closed", 14));
        for (RunRecord run : runs) {
            lines.section(RunText.name(run) + (run.status().equals("complete") ? "" : " (" + run.status() + ")"));
            run.comparisons().stream()
                    .filter(c -> c.unit().equals("s") && !new Metric(c.metric(), c.unit()).perSubject())
                    .forEach(comparison -> line(lines, run, comparison));
        }
        return lines.text();
    }

    private static void line(TextLines lines, RunRecord run, Comparison comparison) {
        Optional<GapClosed> gap = run.gaps().stream()
                .filter(g ->
                        g.metric().equals(comparison.metric()) && g.contender().equals(comparison.contender()))
                .findFirst();
        lines.row(
                TextLines.left("  " + new Metric(comparison.metric(), comparison.unit()).title(), 30),
                TextLines.left(comparison.contender(), 30),
                TextLines.right(RunText.ratio(comparison), 9),
                TextLines.right(ConsoleTable.interval(comparison), 15),
                TextLines.right(
                        gap.map(g -> Amounts.percent(g.share())
                                        + (g.low() == null ? "" : " (≥ " + Amounts.percent(g.low()) + ")"))
                                .orElse(""),
                        14));
    }
}
