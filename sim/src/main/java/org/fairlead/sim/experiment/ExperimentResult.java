// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.List;
import org.fairlead.sim.calibration.Constants;

/**
 * A published experiment run again.
 *
 * @param name such as {@code status-aware}
 * @param source the paper
 * @param scale {@code small} or {@code paper}
 * @param seeds how many, from {@code firstSeed} on
 * @param tables one for each setting
 * @param parameters what the paper does not say, as it was frozen
 * @param sensitivities what results are when one of these is another
 * @param notes what a reader has to know to judge the tables, a sentence or two each
 */
public record ExperimentResult(
        String name,
        String source,
        String scale,
        long firstSeed,
        int seeds,
        List<ExperimentTable> tables,
        List<Parameter> parameters,
        List<Sensitivity> sensitivities,
        List<String> notes) {
    public ExperimentResult {
        tables = List.copyOf(tables);
        parameters = List.copyOf(parameters);
        sensitivities = List.copyOf(sensitivities);
        notes = List.copyOf(notes);
    }

    /**
     * @param table the key of the table that it belongs to; empty for all
     * @param value with its unit
     * @param origin whether the paper says it, a manual does, or it was fitted, and to what
     */
    public record Parameter(String table, String name, String value, String origin) {
        /** Constants as they were frozen. */
        public static List<Parameter> of(String table, Constants constants) {
            return constants.all().entrySet().stream()
                    .map(each -> new Parameter(
                            table,
                            each.getKey(),
                            NumberPhrases.text(each.getValue().value()) + " "
                                    + each.getValue().unit(),
                            each.getValue().origin()))
                    .toList();
        }
    }

    /**
     * The first metric's mean over the baseline's, by contender, while one parameter is varied and the others stay frozen.
     *
     * @param table the key of the table
     * @param unit of the values; empty for none
     * @param values that it took, rising
     * @param frozen the one among them that the tables stand for
     */
    public record Sensitivity(
            String table, String parameter, String unit, List<Double> values, double frozen, List<Line> lines) {
        public Sensitivity {
            values = List.copyOf(values);
            lines = List.copyOf(lines);
        }
    }

    /** @param ratios one for each value; below 1 the contender is better than the baseline there */
    public record Line(String contender, List<Double> ratios) {
        public Line {
            ratios = List.copyOf(ratios);
        }
    }
}
