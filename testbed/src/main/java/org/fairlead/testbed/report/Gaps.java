// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.testbed.report.Measurements.Paired;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.RoundRecord;

/**
 * How much of the gap between the baseline and a bound each contender closes: (baseline − contender) / (baseline − bound), for
 * metrics of which less is better.
 *
 * <p>The lower end of the one-sided 95 % interval is Fieller's: the largest share g for which the mean over repetitions of
 * (baseline − contender) − g·(baseline − bound) is still above 0 by Student's one-sided test ({@link PairedDifference}). Where the bound
 * is close to the baseline there is no end, and none is given.
 *
 * <p>Example: baseline 20, 22, 21, contender 12, 14, 13, bound 10, 12, 11: each repetition says 8/10, and so do the share and its
 * lower end.
 */
final class Gaps {
    private static final double LEAST = -10;

    private Gaps() {}

    /** By metric, then in the order of the contenders; empty when there is no bound. Metrics of single queries are left out. */
    static List<GapClosed> of(List<RoundRecord> rounds, String baseline, String bound, List<String> contenders) {
        if (bound.isEmpty()) {
            return List.of();
        }
        Measurements measurements = Measurements.of(rounds);
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
            Measurements measurements, Metric metric, String baseline, String contender, String bound) {
        Paired paired = measurements.paired(metric, List.of(baseline, contender, bound));
        if (paired.n() == 0) {
            return Optional.empty();
        }
        List<Double> won = difference(paired.of(0), paired.of(1));
        List<Double> possible = difference(paired.of(0), paired.of(2));
        double all = Measurements.mean(possible);
        if (!(all > 0)) {
            return Optional.empty();
        }
        double share = Measurements.mean(won) / all;
        return Optional.of(
                new GapClosed(metric.name(), contender, bound, paired.n(), share, low(won, possible, share)));
    }

    /** Null when there are too few repetitions or no end. */
    private static Double low(List<Double> won, List<Double> possible, double share) {
        if (won.size() < RatioInterval.FEWEST || !isSurelyAbove(LEAST, won, possible)) {
            return null;
        }
        return PairedDifference.edge(Math.min(LEAST, share), share, g -> isSurelyAbove(g, won, possible));
    }

    private static boolean isSurelyAbove(double share, List<Double> won, List<Double> possible) {
        return PairedDifference.of(won, share, possible).lowerEnd() >= 0;
    }

    private static List<Double> difference(List<Double> from, List<Double> less) {
        return IntStream.range(0, from.size())
                .mapToObj(i -> from.get(i) - less.get(i))
                .toList();
    }
}
