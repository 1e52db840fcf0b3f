// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.PairedShare;
import org.fairlead.testbed.report.RoundMeasurements.Paired;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.RoundRecord;

/**
 * How much of the gap between the baseline and a bound each contender closes: (baseline − contender) / (baseline − bound), for
 * times.
 *
 * <p>The share and its lower end are those of pairs of differences ({@link PairedShare}). Where the bound is not clearly better than the
 * baseline there is no end.
 *
 * <p>Example: baseline 20, 22, 21, contender 12, 14, 13, bound 10, 12, 11: each repetition says 8/10, and so do the share and its
 * lower end.
 */
final class GapsClosed {
    private GapsClosed() {}

    /** By metric, then in the order of the contenders; empty when there is no bound. Metrics of single queries are left out. */
    static List<GapClosed> of(List<RoundRecord> rounds, String baseline, String bound, List<String> contenders) {
        if (bound.isEmpty()) {
            return List.of();
        }
        RoundMeasurements measurements = RoundMeasurements.of(rounds);
        List<GapClosed> gaps = new ArrayList<>();
        for (Metric metric : measurements.metrics()) {
            if (!metric.isTime() || metric.perSubject()) {
                continue;
            }
            for (String contender : contenders) {
                if (!contender.equals(bound) && !contender.equals(baseline)) {
                    gap(measurements, metric, baseline, contender, bound).ifPresent(gaps::add);
                }
            }
        }
        return List.copyOf(gaps);
    }

    private static Optional<GapClosed> gap(
            RoundMeasurements measurements, Metric metric, String baseline, String contender, String bound) {
        Paired paired = measurements.paired(metric, List.of(baseline, contender, bound));
        double[] won = difference(paired.of(0), paired.of(1));
        double[] possible = difference(paired.of(0), paired.of(2));
        return PairedShare.of(won, possible)
                .map(closed -> new GapClosed(
                        metric.name(),
                        contender,
                        bound,
                        closed.n(),
                        closed.share(),
                        closed.atLeast().map(Interval::low).orElse(null)));
    }

    private static double[] difference(double[] from, double[] less) {
        return IntStream.range(0, from.length)
                .mapToDouble(i -> from[i] - less[i])
                .toArray();
    }
}
