// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.fairlead.report.Quantiles;
import org.fairlead.testbed.report.RoundMeasurements.Paired;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.GapClosed;
import org.fairlead.testbed.results.NotMeasured;
import org.fairlead.testbed.results.PairComparison;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.Slowdown;

/**
 * What report.js draws: a run, with its series thinned so that a page of any run opens at once. The raw values are in
 * report.json.
 *
 * @param metrics in the readers' order, for titles and directions
 * @param links busiest first; the rows of {@link PageRound#load}
 * @param thinned whether values were left out of the page anywhere
 */
record PageData(
        String status,
        String startedAt,
        String baseline,
        String aaPair,
        String baselineWithoutTraffic,
        List<String> contenders,
        String noise,
        List<PageMetric> metrics,
        List<Comparison> comparisons,
        String bound,
        List<GapClosed> gaps,
        List<Slowdown> slowdowns,
        double slowdownTolerated,
        List<PairComparison> pairs,
        List<NotMeasured> notMeasured,
        List<Summary> summaries,
        List<MeanTaskTimes> taskTimes,
        List<Distribution> distributions,
        List<NoisePoints> noisePoints,
        List<LinkLoad> links,
        List<String> hosts,
        List<String> kinds,
        List<PageRound> rounds,
        boolean thinned,
        Map<String, Object> scenario,
        Map<String, Object> environment) {

    /** Values of one metric and contender in the page: enough for a curve of any screen's width. */
    static final int MOST_VALUES = 400;

    record PageMetric(String name, String unit, String title, boolean perSubject, boolean moreIsBetter) {}

    /**
     * @param values sorted; evenly spaced quantiles when there were more than {@link #MOST_VALUES}
     * @param n how many there were
     */
    record Distribution(String metric, String unit, String contender, int n, List<Double> values) {}

    /** The A/A pair's ratio in each repetition. */
    record NoisePoints(String metric, String unit, List<Integer> repetitions, List<Double> ratios) {}

    static PageData of(RunRecord run) {
        List<String> contenders = Summary.contenders(run);
        RoundMeasurements measurements = RoundMeasurements.of(run.rounds());
        List<LinkLoad> links = LinkLoad.of(run.rounds());
        if (links.isEmpty()) {
            // With no round that counts, the heat map still shows what happened in those that do not.
            links = LinkLoad.of(run.rounds().stream().map(PageData::asCounted).toList());
        }
        TreeSet<String> hosts =
                new TreeSet<>(Comparator.comparing(Metric::natural).thenComparing(Comparator.naturalOrder()));
        TreeSet<String> kinds = new TreeSet<>();
        for (RoundRecord round : run.rounds()) {
            round.spans().forEach(span -> {
                hosts.add(span.host());
                kinds.add(span.kind());
            });
        }
        List<String> hostList = List.copyOf(hosts);
        List<String> kindList = List.copyOf(kinds);
        PageRound.Limits limits = PageRound.Limits.of(run.rounds().size(), links.size());
        List<String> linkNames = links.stream().map(LinkLoad::link).toList();
        List<PageRound> rounds = run.rounds().stream()
                .map(round -> PageRound.of(round, linkNames, hostList, kindList, limits))
                .toList();
        List<Distribution> distributions = distributions(measurements, contenders);
        boolean thinned = rounds.stream().anyMatch(PageRound::thinned)
                || distributions.stream().anyMatch(d -> d.n() > d.values().size());
        return new PageData(
                run.status(),
                run.startedAt(),
                run.baseline(),
                run.aaPair(),
                run.baselineWithoutTraffic(),
                contenders,
                Headline.noise(run),
                measurements.metrics().stream()
                        .map(m -> new PageMetric(m.name(), m.unit(), m.title(), m.perSubject(), m.moreIsBetter()))
                        .toList(),
                run.comparisons(),
                run.bound(),
                run.gaps(),
                run.slowdowns(),
                Slowdown.TOLERATED,
                run.pairs(),
                run.notMeasured(),
                Summary.of(run.rounds(), contenders),
                MeanTaskTimes.of(run.rounds(), contenders),
                distributions,
                noisePoints(measurements, run),
                links,
                hostList,
                kindList,
                rounds,
                thinned,
                run.scenario(),
                run.environment());
    }

    private static RoundRecord asCounted(RoundRecord round) {
        return new RoundRecord(
                round.repetition(),
                round.attempt(),
                round.contender(),
                "",
                round.startSeconds(),
                round.durationSeconds(),
                round.cpuBusyShare(),
                round.processorBound(),
                round.samples(),
                round.spans(),
                round.links(),
                round.checks());
    }

    private static List<Distribution> distributions(RoundMeasurements measurements, List<String> contenders) {
        List<Distribution> distributions = new ArrayList<>();
        for (Metric metric : measurements.metrics()) {
            for (String contender : contenders) {
                double[] sorted = measurements.sorted(metric, contender);
                if (sorted.length > 0) {
                    distributions.add(
                            new Distribution(metric.name(), metric.unit(), contender, sorted.length, thinned(sorted)));
                }
            }
        }
        return distributions;
    }

    private static List<Double> thinned(double[] sorted) {
        if (sorted.length <= MOST_VALUES) {
            return Arrays.stream(sorted).boxed().toList();
        }
        List<Double> quantiles = new ArrayList<>();
        for (int i = 0; i < MOST_VALUES; i++) {
            quantiles.add(Quantiles.of(sorted, i / (MOST_VALUES - 1.0)));
        }
        return quantiles;
    }

    private static List<NoisePoints> noisePoints(RoundMeasurements measurements, RunRecord run) {
        List<NoisePoints> points = new ArrayList<>();
        for (Metric metric : measurements.metrics()) {
            Paired paired = measurements.paired(metric, List.of(run.baseline(), run.aaPair()));
            List<Integer> repetitions = new ArrayList<>();
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < paired.n(); i++) {
                double ratio = paired.of(0)[i] / paired.of(1)[i];
                if (Double.isFinite(ratio) && ratio > 0) {
                    repetitions.add(paired.repetitions().get(i));
                    ratios.add(ratio);
                }
            }
            if (!ratios.isEmpty()) {
                points.add(new NoisePoints(metric.name(), metric.unit(), repetitions, ratios));
            }
        }
        return points;
    }
}
