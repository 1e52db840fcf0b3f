// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.Optional;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.NotMeasured;
import org.fairlead.testbed.results.PairComparison;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.Slowdown;

/** Contenders that are compared with one another, as a part of the table for the terminal: a line for each metric. */
final class PairTable {
    private static final TextColumns COLUMNS = new TextColumns(-28, 4, 15, 15, 9, 15, 14);

    private PairTable() {}

    static void add(RunRecord run, TextLines lines) {
        for (PairComparison pair : run.pairs()) {
            lines.section(pair.contender() + " against " + pair.with() + ": ratio = " + pair.with() + " / "
                    + pair.contender());
            if (pair.comparisons().isEmpty()) {
                lines.wrapped("  ", whyEmpty(run, pair));
                continue;
            }
            lines.row(COLUMNS.row("", "n", pair.with(), pair.contender(), "ratio", "95 % interval", "times as long"));
            pair.comparisons().forEach(each -> lines.row(line(each, pair)));
        }
    }

    private static String line(Comparison comparison, PairComparison pair) {
        return COLUMNS.row(
                "  " + new Metric(comparison.metric(), comparison.unit()).title(),
                String.valueOf(comparison.n()),
                Amounts.text(comparison.baselineMean(), comparison.unit()),
                Amounts.text(comparison.contenderMean(), comparison.unit()),
                RunText.ratio(comparison),
                RunText.interval(comparison),
                atMost(comparison, pair).map(high -> "≤ " + Amounts.ratio(high)).orElse(""));
    }

    /** How many times as long the contender took at most, with 95 % confidence. */
    private static Optional<Double> atMost(Comparison comparison, PairComparison pair) {
        return pair.slowdowns().stream()
                .filter(each -> each.metric().equals(comparison.metric()))
                .map(Slowdown::high)
                .flatMap(high -> Optional.ofNullable(high).stream())
                .findFirst();
    }

    private static String whyEmpty(RunRecord run, PairComparison pair) {
        return run.notMeasured().stream()
                .filter(missing -> missing.contender().equals(pair.contender())
                        || missing.contender().equals(pair.with()))
                .findFirst()
                .map(PairTable::words)
                .orElse("No repetition has a round that counts of both.");
    }

    private static String words(NotMeasured missing) {
        return missing.contender() + " was not measured: " + missing.reason();
    }
}
