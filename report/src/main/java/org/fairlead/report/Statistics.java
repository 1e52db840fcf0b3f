// SPDX-License-Identifier: Apache-2.0
package org.fairlead.report;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/** What a distribution comes down to; not a number everywhere when there are no values. Percentiles as {@link Quantiles} defines them. */
public record Statistics(double mean, double p50, double p90, double p95, double p99, double max) {
    private static final Statistics NONE =
            new Statistics(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** @param values are sorted by this */
    public static Statistics of(double[] values) {
        if (values.length == 0) {
            return NONE;
        }
        Arrays.sort(values);
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return new Statistics(
                sum / values.length,
                Quantiles.of(values, 0.5),
                Quantiles.of(values, 0.9),
                Quantiles.of(values, 0.95),
                Quantiles.of(values, 0.99),
                values[values.length - 1]);
    }

    /** All of them as text, in the order of the components. */
    public String[] texts(DoubleFunction<String> text) {
        return DoubleStream.of(mean, p50, p90, p95, p99, max).mapToObj(text).toArray(String[]::new);
    }
}
