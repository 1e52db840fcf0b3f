// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.testbed.report.RoundMeasurements.Paired;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.results.NotMeasured;
import org.fairlead.testbed.results.PairComparison;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;

/**
 * Compares each contender with the baseline, metric by metric, over the repetitions in which both have a round that counts.
 *
 * <p>A repetition contributes the mean of its samples. The ratio of the baseline to the contender and its interval are those of pairs
 * ({@link Ratio#ofPairs}). A metric that is not above 0 in a repetition has no ratio and is left out. Beside all queries ({@code query_time})
 * stands each query ({@code query_time[q1]}), beside all jobs of several applications ({@code job_time}) those of each application
 * ({@code job_time[first]}), and {@code link_bytes} is the sum of bytes over all links in a round, so a byte that crosses four links counts
 * four times.
 *
 * <p>Example: baseline repetitions 1 and 2 with samples {2, 4} and {5}, contender with {1, 2} and {3}: means 3, 5 and 1.5, 3,
 * ratios 2 and 1.67, in the geometric mean 1.83.
 */
public final class Comparisons {
    private Comparisons() {}

    /**
     * Who is what in a run; each empty when nobody is.
     *
     * @param bound see {@link RunRecord}
     * @param pairs who is compared with whom beside the baseline
     */
    public record Roles(
            String baseline, String aaPair, String withoutTraffic, String bound, List<ContenderPair> pairs) {}

    /** A run with all that follows from its rounds. */
    public static RunRecord record(
            String status,
            String startedAt,
            Map<String, Object> scenario,
            Map<String, Object> environment,
            Roles roles,
            List<String> contenders,
            List<RoundRecord> rounds) {
        return new RunRecord(
                ReportJson.SCHEMA,
                status,
                startedAt,
                scenario,
                environment,
                roles.baseline(),
                roles.aaPair(),
                roles.withoutTraffic(),
                roles.bound(),
                contenders,
                rounds,
                of(rounds, roles.baseline(), roles.aaPair(), contenders),
                GapsClosed.of(rounds, roles.baseline(), roles.bound(), contenders),
                Slowdowns.of(rounds, roles.baseline(), contenders),
                ofPairs(rounds, roles.pairs()),
                notMeasured(rounds, roles, contenders));
    }

    /** Who has no round that counts, and why the last one that was tried does not. */
    private static List<NotMeasured> notMeasured(List<RoundRecord> rounds, Roles roles, List<String> contenders) {
        List<NotMeasured> missing = new ArrayList<>();
        Set<String> all = new LinkedHashSet<>(List.of(roles.baseline()));
        all.addAll(contenders);
        all.add(roles.aaPair());
        all.remove("");
        for (String contender : all) {
            List<RoundRecord> own = rounds.stream()
                    .filter(round -> round.contender().equals(contender))
                    .toList();
            if (own.stream().noneMatch(RoundRecord::counted)) {
                String reason = own.isEmpty()
                        ? "the run ended before its turn"
                        : own.get(own.size() - 1).notCountedBecause();
                missing.add(new NotMeasured(contender, reason));
            }
        }
        return List.copyOf(missing);
    }

    /**
     * By metric, then in the order of the contenders, the A/A pair last.
     *
     * @param aaPair empty when the baseline ran only once
     * @param contenders may contain the baseline and the A/A pair
     */
    public static List<Comparison> of(
            List<RoundRecord> rounds, String baseline, String aaPair, List<String> contenders) {
        RoundMeasurements measurements = RoundMeasurements.of(rounds);
        Set<String> others = new LinkedHashSet<>(contenders);
        others.remove(aaPair);
        others.add(aaPair);
        others.remove("");
        others.remove(baseline);
        List<Comparison> comparisons = new ArrayList<>();
        for (Metric metric : measurements.metrics()) {
            for (String contender : others) {
                Paired paired = measurements.paired(metric, List.of(baseline, contender));
                int bound = measurements.processorBound(metric, contender, paired.repetitions());
                Ratio.ofPairs(paired.of(0), paired.of(1))
                        .map(ratio -> comparison(metric, baseline, contender, paired.n(), ratio, bound))
                        .ifPresent(comparisons::add);
            }
        }
        return List.copyOf(comparisons);
    }

    /** A run in which more pairs are compared; those that it has stand first. */
    public static RunRecord alsoComparing(RunRecord run, List<ContenderPair> more) {
        Set<ContenderPair> added = new LinkedHashSet<>(more);
        run.pairs().forEach(each -> added.remove(each.pair()));
        List<PairComparison> pairs = new ArrayList<>(run.pairs());
        pairs.addAll(ofPairs(run.rounds(), List.copyOf(added)));
        return run.withPairs(List.copyOf(pairs));
    }

    /**
     * The same statistics with another contender in the baseline's place. Of that one, rounds in which the processors were too busy are left
     * out: its times would only be known to be at most so long, and the ratio would be neither known nor a bound.
     */
    static List<PairComparison> ofPairs(List<RoundRecord> rounds, List<ContenderPair> pairs) {
        List<PairComparison> compared = new ArrayList<>();
        for (ContenderPair pair : pairs) {
            List<RoundRecord> known = rounds.stream()
                    .filter(round ->
                            !round.processorBound() || !round.contender().equals(pair.with()))
                    .toList();
            List<String> one = List.of(pair.contender());
            compared.add(new PairComparison(
                    pair.contender(),
                    pair.with(),
                    of(known, pair.with(), "", one),
                    Slowdowns.of(known, pair.with(), one)));
        }
        return List.copyOf(compared);
    }

    private static Comparison comparison(
            Metric metric, String baseline, String contender, int n, Ratio ratio, int processorBound) {
        return new Comparison(
                metric.name(),
                metric.unit(),
                baseline,
                contender,
                n,
                ratio.firstMean(),
                ratio.secondMean(),
                ratio.ratio(),
                ratio.interval().map(Interval::low).orElse(null),
                ratio.interval().map(Interval::high).orElse(null),
                processorBound);
    }
}
