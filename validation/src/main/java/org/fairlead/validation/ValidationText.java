// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.List;
import java.util.Locale;
import org.fairlead.protocol.report.Amounts;
import org.fairlead.protocol.report.TextLines;

/** A validation as a table for a terminal. */
final class ValidationText {
    private static final int WIDTH = 120;

    private ValidationText() {}

    static String render(Validation validation) {
        TextLines lines = new TextLines(WIDTH);
        table(lines, "Completion times of predicted scenarios", validation.times());
        table(lines, "Ratios of stock to a contender, predicted scenarios", validation.ratios());
        table(
                lines,
                "What constants were fitted to (proves nothing)",
                validation.comparisons().stream()
                        .filter(ComparedFigure::calibrating)
                        .toList());
        lines.blank();
        if (!validation.times().isEmpty()) {
            lines.row(String.format(
                    Locale.ROOT,
                    "error of %d completion times: median %s (at most %s), 95th percentile %s (at most %s)",
                    validation.times().size(),
                    Validation.percent(Validation.quantile(validation.times(), 0.5)),
                    Validation.percent(validation.bounds().median()),
                    Validation.percent(Validation.quantile(validation.times(), 0.95)),
                    Validation.percent(validation.bounds().p95())));
        }
        if (!validation.ratios().isEmpty()) {
            lines.row(String.format(
                    Locale.ROOT,
                    "error of %d ratios of contenders: median %s, largest %s (at most %s)",
                    validation.ratios().size(),
                    Validation.percent(Validation.quantile(validation.ratios(), 0.5)),
                    Validation.percent(Validation.quantile(validation.ratios(), 1)),
                    Validation.percent(validation.bounds().ratio())));
        }
        validation.failures().forEach(failure -> lines.wrapped("", "FAILED: " + failure));
        return lines.text();
    }

    private static void table(TextLines lines, String title, List<ComparedFigure> comparisons) {
        if (comparisons.isEmpty()) {
            return;
        }
        lines.section(title);
        row(lines, "scenario", "metric", "contender", "measured", "A/A", "predicted", "error");
        for (ComparedFigure each : comparisons) {
            row(
                    lines,
                    each.scenario(),
                    each.metric(),
                    each.contender(),
                    amount(each, each.measured()),
                    each.spread().map(Validation::percent).orElse("-"),
                    amount(each, each.predicted()),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * each.error()));
        }
    }

    private static String amount(ComparedFigure of, double value) {
        return of.ratio() ? Amounts.ratio(value) : Amounts.text(value, "s");
    }

    private static void row(TextLines lines, String... cells) {
        lines.row(
                TextLines.left(cells[0], 34),
                TextLines.left(cells[1], 24),
                TextLines.left(cells[2], 12),
                TextLines.right(cells[3], 11),
                TextLines.right(cells[4], 10),
                TextLines.right(cells[5], 12),
                TextLines.right(cells[6], 11));
    }
}
