// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.WorkSpan;

/**
 * A round as the page draws it.
 *
 * @param failed the checks that failed
 * @param spans kind and host as indices in the page's lists, label, start and end in seconds; the longest ones when there
 *     were too many
 * @param spansTotal how many there were
 * @param binSeconds width of a value in {@code load}
 * @param load for each link of the page its load over time in whole percent of its capacity; an empty list for a link
 *     without a series in this round
 */
record PageRound(
        int repetition,
        int attempt,
        String contender,
        String notCountedBecause,
        double startSeconds,
        double durationSeconds,
        double cpuBusyShare,
        boolean processorBound,
        int passed,
        List<Check> failed,
        List<List<Object>> spans,
        int spansTotal,
        int binSeconds,
        List<List<Integer>> load) {

    /** How much of a round goes into the page. */
    record Limits(int spans, int bins) {
        private static final int SPANS_IN_PAGE = 120_000;
        private static final int CELLS_IN_PAGE = 600_000;

        /** Shares what a page can hold among the rounds; no round gets more than a screen can show. */
        static Limits of(int rounds, int links) {
            int spans = SPANS_IN_PAGE / Math.max(1, rounds);
            int bins = CELLS_IN_PAGE / Math.max(1, rounds * links);
            return new Limits(Math.max(200, Math.min(3_000, spans)), Math.max(20, Math.min(240, bins)));
        }
    }

    static PageRound of(RoundRecord round, List<String> links, List<String> hosts, List<String> kinds, Limits limits) {
        int seconds = round.links().stream()
                .mapToInt(link -> link.bytesPerSecond().size())
                .max()
                .orElse(0);
        int binSeconds = Math.max(1, (seconds + limits.bins() - 1) / limits.bins());
        Map<String, LinkSeries> byName = new HashMap<>();
        round.links().forEach(link -> byName.put(link.link(), link));
        List<List<Integer>> load = new ArrayList<>();
        for (String link : links) {
            load.add(byName.containsKey(link) ? percents(byName.get(link), binSeconds) : List.of());
        }
        return new PageRound(
                round.repetition(),
                round.attempt(),
                round.contender(),
                round.notCountedBecause(),
                round.startSeconds(),
                round.durationSeconds(),
                round.cpuBusyShare(),
                round.processorBound(),
                (int) round.checks().stream().filter(Check::passed).count(),
                round.checks().stream().filter(check -> !check.passed()).toList(),
                spans(round.spans(), hosts, kinds, limits),
                round.spans().size(),
                binSeconds,
                load);
    }

    boolean thinned() {
        return spans.size() < spansTotal || binSeconds > 1;
    }

    private static List<Integer> percents(LinkSeries link, int binSeconds) {
        List<Double> rates = link.bytesPerSecond();
        List<Integer> percents = new ArrayList<>();
        for (int start = 0; start < rates.size(); start += binSeconds) {
            List<Double> bin = rates.subList(start, Math.min(rates.size(), start + binSeconds));
            double mean = bin.stream().mapToDouble(Double::doubleValue).sum() / bin.size();
            percents.add((int) Math.round(100 * mean / link.capacity()));
        }
        return percents;
    }

    private static List<List<Object>> spans(
            List<WorkSpan> spans, List<String> hosts, List<String> kinds, Limits limits) {
        List<WorkSpan> kept = spans;
        if (spans.size() > limits.spans()) {
            kept = spans.stream()
                    .sorted(Comparator.comparingDouble(span -> span.startSeconds() - span.endSeconds()))
                    .limit(limits.spans())
                    .toList();
        }
        Map<String, Integer> hostIndices = indices(hosts);
        Map<String, Integer> kindIndices = indices(kinds);
        return kept.stream()
                .sorted(Comparator.comparingDouble(WorkSpan::startSeconds))
                .map(span -> List.<Object>of(
                        kindIndices.get(span.kind()),
                        hostIndices.get(span.host()),
                        span.label(),
                        milliseconds(span.startSeconds()),
                        milliseconds(span.endSeconds())))
                .toList();
    }

    private static Map<String, Integer> indices(List<String> names) {
        Map<String, Integer> indices = new HashMap<>();
        names.forEach(name -> indices.put(name, indices.size()));
        return indices;
    }

    /** To the millisecond, which is finer than any pixel and keeps the page small. */
    private static double milliseconds(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }
}
