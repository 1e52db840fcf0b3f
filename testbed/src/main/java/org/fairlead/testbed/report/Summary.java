// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.fairlead.report.Quantiles;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;

/**
 * One metric of one contender over all samples of the rounds that count, in the metric's unit.
 *
 * @param n samples
 * @param median and {@code p95}: linear between the two nearest samples
 */
public record Summary(String metric, String unit, String contender, int n, double mean, double median, double p95) {

    /** By metric, then in the order of the contenders; a contender without a sample of a metric is left out. */
    public static List<Summary> of(List<RoundRecord> rounds, List<String> contenders) {
        RoundMeasurements measurements = RoundMeasurements.of(rounds);
        List<Summary> summaries = new ArrayList<>();
        for (Metric metric : measurements.metrics()) {
            for (String contender : contenders) {
                double[] sorted = measurements.sorted(metric, contender);
                if (sorted.length > 0) {
                    summaries.add(new Summary(
                            metric.name(),
                            metric.unit(),
                            contender,
                            sorted.length,
                            Arrays.stream(sorted).average().orElseThrow(),
                            Quantiles.of(sorted, 0.5),
                            Quantiles.of(sorted, 0.95)));
                }
            }
        }
        return List.copyOf(summaries);
    }

    /** Everybody who ran: the baseline, the other contenders in their order, the A/A pair last. */
    static List<String> contenders(RunRecord run) {
        Set<String> names = new LinkedHashSet<>();
        names.add(run.baseline());
        names.addAll(run.contenders());
        run.rounds().forEach(round -> names.add(round.contender()));
        names.remove(run.aaPair());
        names.add(run.aaPair());
        names.remove("");
        return List.copyOf(names);
    }
}
