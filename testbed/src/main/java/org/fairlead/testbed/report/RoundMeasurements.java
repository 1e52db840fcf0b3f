// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;

/**
 * The values of the rounds that count, by metric, contender and repetition; and beside the metrics that were sampled, three
 * derived ones: {@code query_time[q1]} for each query, {@code job_time[first]} for each of several applications, and {@code
 * link_bytes}, the bytes over all links in a round.
 */
final class RoundMeasurements {
    static final String LINK_BYTES = "link_bytes";
    /** The metrics whose subjects (queries, operations on skewed rows, traffic patterns) are the same in each round, and so are compared one by one too. */
    private static final Set<String> PER_SUBJECT = Set.of("query_time", "operation_time", "share_of_ideal");
    /** The metric whose subjects are {@code APPLICATION/JOB}, and which is compared application by application too. */
    private static final String PER_APPLICATION = "job_time";

    private final NavigableMap<Metric, Map<String, NavigableMap<Integer, List<Double>>>> values =
            new TreeMap<>(Metric.FOR_READERS);

    /** Repetitions by contender in which its round counts although the processors were too busy. */
    private final Map<String, Set<Integer>> processorBound = new HashMap<>();

    private RoundMeasurements() {}

    static RoundMeasurements of(List<RoundRecord> rounds) {
        RoundMeasurements measurements = new RoundMeasurements();
        for (RoundRecord round : lastCounted(rounds)) {
            if (round.processorBound()) {
                measurements
                        .processorBound
                        .computeIfAbsent(round.contender(), c -> new HashSet<>())
                        .add(round.repetition());
            }
            for (MeasuredSample sample : round.samples()) {
                measurements.add(new Metric(sample.metric(), sample.unit()), round, sample.value());
                if (PER_SUBJECT.contains(sample.metric())) {
                    measurements.add(part(sample, sample.subject()), round, sample.value());
                } else if (sample.metric().equals(PER_APPLICATION)
                        && sample.subject().contains("/")) {
                    String application =
                            sample.subject().substring(0, sample.subject().indexOf('/'));
                    measurements.add(part(sample, application), round, sample.value());
                }
            }
            if (!round.links().isEmpty()) {
                double bytes = round.links().stream()
                        .mapToDouble(link -> bytes(link, round.durationSeconds()))
                        .sum();
                measurements.add(new Metric(LINK_BYTES, "bytes"), round, bytes);
            }
        }
        return measurements;
    }

    private static Metric part(MeasuredSample sample, String of) {
        return new Metric(sample.metric() + "[" + of + "]", sample.unit());
    }

    /** What a link carried while the work ran: each rate stands for one second, the last one for a part of it. */
    private static double bytes(LinkSeries link, double seconds) {
        double bytes = 0;
        for (int second = 0; second < link.bytesPerSecond().size(); second++) {
            bytes += link.bytesPerSecond().get(second) * Math.max(0, Math.min(1, seconds - second));
        }
        return bytes;
    }

    /** What a link carried: each rate stands for one second. */
    static double bytes(LinkSeries link) {
        return link.bytesPerSecond().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** One round per contender and repetition, the latest attempt that counts, in the order of repetitions. */
    static List<RoundRecord> lastCounted(List<RoundRecord> rounds) {
        Map<List<Object>, RoundRecord> latest = new HashMap<>();
        for (RoundRecord round : rounds) {
            if (round.counted()) {
                latest.merge(
                        List.of(round.contender(), round.repetition()),
                        round,
                        (a, b) -> a.attempt() > b.attempt() ? a : b);
            }
        }
        return latest.values().stream()
                .sorted(Comparator.comparingInt(RoundRecord::repetition).thenComparing(RoundRecord::contender))
                .toList();
    }

    private void add(Metric metric, RoundRecord round, double value) {
        values.computeIfAbsent(metric, m -> new HashMap<>())
                .computeIfAbsent(round.contender(), c -> new TreeMap<>())
                .computeIfAbsent(round.repetition(), r -> new ArrayList<>())
                .add(value);
    }

    /** In how many of these repetitions a contender's values of a metric would be better, were the processors not so busy. */
    int processorBound(Metric metric, String contender, List<Integer> repetitions) {
        if (metric.name().equals(LINK_BYTES)) {
            return 0; // what crosses links does not depend on how fast
        }
        Set<Integer> bound = processorBound.getOrDefault(contender, Set.of());
        return (int) repetitions.stream().filter(bound::contains).count();
    }

    List<Metric> metrics() {
        return List.copyOf(values.keySet());
    }

    /** All values of a metric under a contender, the smallest first; empty when it has none. */
    double[] sorted(Metric metric, String contender) {
        return byRepetition(metric, contender).values().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
    }

    /**
     * What contenders have of a metric in the repetitions that all of them have.
     *
     * @param means for each contender the means of those repetitions, in their order
     */
    record Paired(List<Integer> repetitions, List<double[]> means) {
        int n() {
            return repetitions.size();
        }

        double[] of(int contender) {
            return means.get(contender);
        }
    }

    Paired paired(Metric metric, List<String> contenders) {
        List<NavigableMap<Integer, List<Double>>> each = contenders.stream()
                .map(contender -> byRepetition(metric, contender))
                .toList();
        List<Integer> shared = each.get(0).keySet().stream()
                .filter(repetition -> each.stream().allMatch(other -> other.containsKey(repetition)))
                .toList();
        return new Paired(
                shared,
                each.stream()
                        .map(values -> shared.stream()
                                .mapToDouble(repetition -> mean(values.get(repetition)))
                                .toArray())
                        .toList());
    }

    private NavigableMap<Integer, List<Double>> byRepetition(Metric metric, String contender) {
        return values.getOrDefault(metric, Map.of()).getOrDefault(contender, new TreeMap<>());
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
