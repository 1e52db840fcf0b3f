// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.testbed.report.Measurements.Paired;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.NotMeasured;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;

/**
 * Compares each contender with the baseline, metric by metric, over the repetitions in which both have a round that counts.
 *
 * <p>A repetition contributes the mean of its samples. The ratio is mean(baseline) / mean(contender) over the paired
 * repetitions, its interval {@link RatioInterval}'s: none below 3 repetitions. A metric whose mean is not above 0 on both
 * sides has no ratio and is left out. Beside all queries ({@code query_time}) stands each query ({@code query_time[q1]}),
 * beside all jobs of several applications ({@code job_time}) those of each application ({@code job_time[first]}), and {@code link_bytes} is the sum of bytes over all links in a round, so a byte that crosses four links counts four times.
 *
 * <p>Example: baseline repetitions 1 and 2 with samples {2, 4} and {5}, contender with {1, 2} and {3}: means 3, 5 and 1.5, 3,
 * ratio (8/2) / (4.5/2) = 1.78.
 */
public final class Comparisons {
    private Comparisons() {}

    /**
     * Who is what in a run; each empty when nobody is.
     *
     * @param bound see {@link RunRecord}
     */
    public record Roles(String baseline, String aaPair, String withoutTraffic, String bound) {}

    /**
     * A run with all that follows from its rounds.
     *
     * @param seed of the intervals
     */
    public static RunRecord record(
            String status,
            String startedAt,
            Map<String, Object> scenario,
            Map<String, Object> environment,
            Roles roles,
            List<String> contenders,
            List<RoundRecord> rounds,
            long seed) {
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
                of(rounds, roles.baseline(), roles.aaPair(), contenders, seed),
                Gaps.of(rounds, roles.baseline(), roles.bound(), contenders),
                Slowdowns.of(rounds, roles.baseline(), contenders),
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
     * @param seed of the bootstrap; the same rounds and seed give the same intervals
     */
    public static List<Comparison> of(
            List<RoundRecord> rounds, String baseline, String aaPair, List<String> contenders, long seed) {
        Measurements measurements = Measurements.of(rounds);
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
                compare(metric, baseline, contender, paired.of(0), paired.of(1), bound, seed)
                        .ifPresent(comparisons::add);
            }
        }
        return List.copyOf(comparisons);
    }

    private static Optional<Comparison> compare(
            Metric metric,
            String baseline,
            String contender,
            List<Double> firsts,
            List<Double> seconds,
            int processorBound,
            long seed) {
        if (firsts.isEmpty()) {
            return Optional.empty();
        }
        double first = Measurements.mean(firsts);
        double second = Measurements.mean(seconds);
        if (!(first > 0 && second > 0)) {
            return Optional.empty();
        }
        // Seeded by what is compared, so that another metric or contender in the run changes no interval of this one.
        long own = seed * 31 * 31 + metric.name().hashCode() * 31L + contender.hashCode();
        Optional<RatioInterval> interval = RatioInterval.of(firsts, seconds, own);
        return Optional.of(new Comparison(
                metric.name(),
                metric.unit(),
                baseline,
                contender,
                firsts.size(),
                first,
                second,
                first / second,
                interval.map(RatioInterval::low).orElse(null),
                interval.map(RatioInterval::high).orElse(null),
                processorBound));
    }
}
