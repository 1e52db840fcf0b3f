// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextLines;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;

/** The result of an experiment for a terminal. */
public final class ExperimentText {
    private static final int WIDTH = 110;
    private static final int NAME = 34;
    private static final int COLUMN = 12;
    private static final int MOST_COLUMNS = 6;
    /** Where some text does not fit a column. */
    private static final int MOST_WIDE_COLUMNS = 5;

    private ExperimentText() {}

    public static String text(ExperimentResult result) {
        TextLines lines = new TextLines(WIDTH);
        lines.wrapped("", headline(result));
        for (ExperimentTable table : result.tables()) {
            deciding(table, lines);
            others(table, lines);
        }
        lines.blank();
        result.notes().forEach(note -> lines.wrapped("", note));
        return lines.text();
    }

    static String headline(ExperimentResult result) {
        return result.name() + " at scale '" + result.scale() + "', " + seeds(result) + ". " + result.source() + ".";
    }

    private static String seeds(ExperimentResult result) {
        long last = result.firstSeed() + result.seeds() - 1;
        return result.seeds() == 1
                ? "seed " + result.firstSeed()
                : result.seeds() + " seeds, " + result.firstSeed() + " to " + last;
    }

    private static void deciding(ExperimentTable table, TextLines lines) {
        Metric metric = table.metrics().get(0);
        lines.blank();
        lines.wrapped("", table.key() + ": " + table.setting() + ".");
        lines.section(metric.label() + unit(metric) + ", with 95 % intervals");
        lines.row(row("", List.of("mean", "±", "change", "ratio", "paper", "its change")));
        for (Row row : table.rows()) {
            Optional<Cell> cell = table.cell(row, metric);
            Optional<Ratio> gain = table.gain(row, metric);
            lines.row(row(
                    row.contender(),
                    List.of(
                            cell.map(each -> Amounts.digitsOrDash(each.mean())).orElse("-"),
                            cell.map(each -> Amounts.digitsOrDash(each.halfInterval()))
                                    .orElse("-"),
                            change(table.change(row, metric)),
                            gain.flatMap(Ratio::interval)
                                    .map(ends -> Amounts.interval(ends.low(), ends.high()))
                                    .orElse("-"),
                            cell.map(each -> Amounts.digitsOrDash(each.paper())).orElse("-"),
                            change(table.paperChange(row, metric)))));
        }
    }

    private static void others(ExperimentTable table, TextLines lines) {
        List<Metric> metrics = table.metrics().subList(1, table.metrics().size());
        if (metrics.isEmpty()) {
            return;
        }
        lines.section("In the mean over seeds (the paper's figures in brackets)");
        boolean wide = table.rows().stream()
                .flatMap(row -> row.cells().values().stream())
                .anyMatch(cell -> both(cell).length() >= COLUMN);
        int most = wide ? MOST_WIDE_COLUMNS : MOST_COLUMNS;
        for (int first = 0; first < metrics.size(); first += most) {
            List<Metric> some = metrics.subList(first, Math.min(metrics.size(), first + most));
            lines.row(
                    row("", some.stream().map(each -> each.label() + unit(each)).toList()));
            for (Row row : table.rows()) {
                lines.row(row(
                        row.contender(),
                        some.stream()
                                .map(metric -> table.cell(row, metric)
                                        .map(ExperimentText::both)
                                        .orElse("-"))
                                .toList()));
            }
        }
    }

    private static String both(Cell cell) {
        return Amounts.digitsOrDash(cell.mean())
                + (Double.isNaN(cell.paper()) ? "" : " (" + Amounts.digitsOrDash(cell.paper()) + ")");
    }

    private static String row(String name, List<String> cells) {
        StringBuilder line = new StringBuilder(TextLines.left(name, NAME));
        int width = cells.size() > 5 ? COLUMN : (WIDTH - NAME) / cells.size();
        cells.forEach(cell -> line.append(TextLines.right(cell, width)));
        return line.toString();
    }

    private static String unit(Metric metric) {
        return metric.unit().isEmpty() ? "" : ", " + metric.unit();
    }

    static String change(double share) {
        return Double.isFinite(share) ? String.format(Locale.ROOT, "%+.1f %%", share * 100) : "-";
    }
}
