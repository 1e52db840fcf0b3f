// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.report.statistics.SampleMoments;

/**
 * What contenders reached in one setting: by contender and metric a value of each seed, beside the paper's figure. The first row is the
 * baseline.
 *
 * @param key unique in the experiment, such as {@code ec2}
 * @param setting what ran where, in one sentence for people
 * @param metrics the columns; the first is the one that decides
 */
public record ExperimentTable(String key, String setting, List<Metric> metrics, List<Row> rows) {
    public ExperimentTable {
        metrics = List.copyOf(metrics);
        rows = List.copyOf(rows);
    }

    /**
     * @param key in JSON, with the unit at its end
     * @param label for people
     * @param unit such as {@code s}; empty for none
     */
    public record Metric(String key, String label, String unit) {}

    /** What a row stands for. */
    public enum Kind {
        BASELINE,
        /** The paper's rule as written. */
        PUBLISHED,
        /** What is known to help, too. */
        KNOWN,
        OURS,
        /** One of ours less a part. */
        ABLATION,
        /** What nothing can beat. */
        BOUND
    }

    /** @param cells by {@link Metric#key}; a metric that a row does not have is missing */
    public record Row(String contender, Kind kind, String meaning, Map<String, Cell> cells) {
        public Row {
            cells = Map.copyOf(cells);
        }
    }

    /**
     * @param values of each seed, in the seeds' order; empty when only the paper has one
     * @param paper the paper's figure; NaN when it has none
     */
    public record Cell(List<Double> values, double paper) {
        public Cell {
            values = List.copyOf(values);
        }

        /** NaN without values. */
        public double mean() {
            return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        }

        /** Half the length of the 95 % interval of the mean; NaN for fewer than three values. */
        public double halfInterval() {
            return SampleMoments.of(array(values))
                    .interval()
                    .map(ends -> (ends.high() - ends.low()) / 2)
                    .orElse(Double.NaN);
        }
    }

    public Optional<Row> row(String contender) {
        return rows.stream().filter(row -> row.contender().equals(contender)).findFirst();
    }

    public Optional<Cell> cell(Row row, Metric metric) {
        return Optional.ofNullable(row.cells().get(metric.key()));
    }

    public Row baseline() {
        return rows.get(0);
    }

    /** The baseline's mean over a row's, seed by seed: above 1 the row is better. Empty where either has no values. */
    public Optional<Ratio> gain(Row row, Metric metric) {
        Optional<Cell> own = cell(row, metric);
        Optional<Cell> base = cell(baseline(), metric);
        if (own.isEmpty() || base.isEmpty() || own.get().values().isEmpty()) {
            return Optional.empty();
        }
        return Ratio.ofPairs(array(base.get().values()), array(own.get().values()));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** By how much a row differs from the baseline, as a share: −0.06 is 6 % less. Of the means; NaN where there are none. */
    public double change(Row row, Metric metric) {
        return cell(row, metric).map(Cell::mean).orElse(Double.NaN)
                        / cell(baseline(), metric).map(Cell::mean).orElse(Double.NaN)
                - 1;
    }

    /** The same of the paper's figures. */
    public double paperChange(Row row, Metric metric) {
        return cell(row, metric).map(Cell::paper).orElse(Double.NaN)
                        / cell(baseline(), metric).map(Cell::paper).orElse(Double.NaN)
                - 1;
    }
}
