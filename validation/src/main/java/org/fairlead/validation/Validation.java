// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.report.Quantiles;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.experiment.Scenario;

/** Predictions beside measurements, and whether they are as near as they must be. */
record Validation(List<ComparedFigure> comparisons, Bounds bounds) {
    /** A scenario whose name begins so gives constants; all others are predicted. */
    static final String CALIBRATING = "calibrate-";

    Validation {
        comparisons = List.copyOf(comparisons);
    }

    /**
     * How large errors may be, as shares.
     *
     * @param median of completion times
     * @param p95 of completion times
     * @param ratio of contenders, each
     */
    record Bounds(double median, double p95, double ratio) {
        static final Bounds FULL = new Bounds(0.05, 0.10, 0.05);
        /** Few rounds say less. */
        static final Bounds QUICK = new Bounds(0.15, 0.30, 0.15);
    }

    /** Every metric that was measured and predicted, for every contender; and its ratio to the baseline's. */
    static List<ComparedFigure> compare(
            Scenario scenario, MeasuredScenario measured, Map<String, Map<String, Double>> predicted) {
        List<ComparedFigure> comparisons = new ArrayList<>();
        boolean calibrating = scenario.name().startsWith(CALIBRATING);
        String baseline = measured.baseline();
        for (Contender contender : scenario.contenders()) {
            String name = contender.name();
            predicted.get(name).forEach((metric, value) -> {
                Optional<Double> mean = measured.mean(name, metric);
                Optional<Double> base = measured.mean(baseline, metric);
                if (mean.isEmpty() || base.isEmpty()) {
                    return;
                }
                Optional<Double> spread = measured.spread(metric);
                comparisons.add(new ComparedFigure(
                        scenario.name(), calibrating, name, metric, false, mean.get(), value, spread));
                if (!name.equals(baseline)) {
                    comparisons.add(new ComparedFigure(
                            scenario.name(),
                            calibrating,
                            name,
                            metric,
                            true,
                            base.get() / mean.get(),
                            predicted.get(baseline).get(metric) / value,
                            spread));
                }
            });
        }
        return comparisons;
    }

    /** Of predicted scenarios. */
    List<ComparedFigure> times() {
        return comparisons.stream()
                .filter(each -> !each.calibrating() && !each.ratio())
                .toList();
    }

    /** Of predicted scenarios. */
    List<ComparedFigure> ratios() {
        return comparisons.stream()
                .filter(each -> !each.calibrating() && each.ratio())
                .toList();
    }

    /** NaN when there is none. */
    static double quantile(List<ComparedFigure> of, double share) {
        double[] sorted =
                of.stream().mapToDouble(each -> Math.abs(each.error())).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, share);
    }

    /** What is not as near as it must be, a sentence each. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (times().isEmpty()) {
            failures.add("no time of a predicted scenario was both measured and predicted");
            return failures;
        }
        double median = quantile(times(), 0.5);
        double p95 = quantile(times(), 0.95);
        if (!(median <= bounds.median())) {
            failures.add("the median error of completion times is " + percent(median) + ", above "
                    + percent(bounds.median()));
        }
        if (!(p95 <= bounds.p95())) {
            failures.add("the 95th percentile of errors of completion times is " + percent(p95) + ", above "
                    + percent(bounds.p95()));
        }
        for (ComparedFigure each : ratios()) {
            if (!(Math.abs(each.error()) <= bounds.ratio())) {
                failures.add("the ratio of " + each.contender() + " in " + each.scenario() + ", " + each.metric()
                        + ", is predicted " + percent(Math.abs(each.error())) + " off, above "
                        + percent(bounds.ratio()));
            }
        }
        return failures;
    }

    static String percent(double share) {
        return String.format(java.util.Locale.ROOT, "%.1f %%", 100 * share);
    }
}
