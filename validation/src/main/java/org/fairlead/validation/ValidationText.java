// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.List;
import java.util.Locale;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** A validation as a table for a terminal. */
final class ValidationText {
    private static final int WIDTH = 120;
    private static final TextColumns COLUMNS = new TextColumns(-34, -24, -12, 11, 10, 12, 11);

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
        lines.row(COLUMNS.row("scenario", "metric", "contender", "measured", "A/A", "predicted", "error"));
        for (ComparedFigure each : comparisons) {
            lines.row(COLUMNS.row(
                    each.scenario(),
                    each.metric(),
                    each.contender(),
                    amount(each, each.measured()),
                    each.spread().map(Validation::percent).orElse("-"),
                    amount(each, each.predicted()),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * each.error())));
        }
    }

    private static String amount(ComparedFigure of, double value) {
        return of.ratio() ? Amounts.ratio(value) : Amounts.text(value, "s");
    }
}
