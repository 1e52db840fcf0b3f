// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.report.Statistics;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Counts;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.policy.Policies;

/**
 * One contender in a few numbers, over its runs that count; when none does, over all of them, and {@link #partial} says so.
 *
 * @param runs all of them, by seed
 * @param counted those that the figures are of
 * @param times of all samples of these runs together, by metric
 * @param counts sums over these runs
 * @param leads sums over these runs
 * @param fetched sums over these runs
 * @param requests sums over these runs
 * @param exchanges sums over these runs
 * @param storageBalance mean over these runs; not a number when nothing is stored
 */
record PolicySummary(
        Policies policies,
        List<JobsRun> runs,
        List<JobsRun> counted,
        boolean partial,
        Map<JobMetric, Statistics> times,
        Counts counts,
        LeadBytes leads,
        FetchedBytes fetched,
        RequestCounts requests,
        ExchangeCounts exchanges,
        double storageBalance) {

    static PolicySummary of(Policies policies, List<JobsRun> runs, int jobs) {
        List<JobsRun> whole = runs.stream().filter(run -> run.counts(jobs)).toList();
        List<JobsRun> counted = whole.isEmpty() ? runs : whole;
        Map<JobMetric, Statistics> times = new EnumMap<>(JobMetric.class);
        for (JobMetric metric : JobMetric.values()) {
            times.put(
                    metric,
                    Statistics.of(counted.stream()
                            .flatMapToDouble(run -> Arrays.stream(metric.samples(run)))
                            .toArray()));
        }
        return new PolicySummary(
                policies,
                runs,
                counted,
                whole.size() < runs.size(),
                times,
                sum(counted),
                counted.stream().map(JobsRun::leads).reduce(LeadBytes.NOTHING, LeadBytes::and),
                counted.stream().map(JobsRun::fetched).reduce(FetchedBytes.NOTHING, FetchedBytes::and),
                counted.stream().map(JobsRun::requests).reduce(RequestCounts.NONE, RequestCounts::and),
                counted.stream().map(JobsRun::exchanges).reduce(ExchangeCounts.NONE, ExchangeCounts::and),
                counted.stream()
                        .mapToDouble(JobsRun::storageBalance)
                        .filter(Double::isFinite)
                        .average()
                        .orElse(Double.NaN));
    }

    String name() {
        return policies.name();
    }

    Statistics jobTime() {
        return times.get(JobMetric.JOB_TIME);
    }

    int finished() {
        return counted.stream().mapToInt(JobsRun::finished).sum();
    }

    /** Share of the attempts that read blocks which ran at this distance; not a number when none did. */
    double launchShare(Locality locality) {
        double all = counts.launches().stream().mapToLong(each -> each).sum();
        return all > 0 ? of(counts.launches(), locality) / all : Double.NaN;
    }

    /** What a part is of all bytes that tasks read from another host; not a number when there are none. */
    double ofFar(double bytes) {
        return leads.remoteBytes() > 0 ? bytes / leads.remoteBytes() : Double.NaN;
    }

    /** The mean of a run. */
    double perRun(double sum) {
        return counted.isEmpty() ? Double.NaN : sum / counted.size();
    }

    /** Declines of a run in the mean, but for {@link Choice.Cause#NOTHING_PENDING}, which are no decision. */
    double declinesPerRun() {
        return perRun(Arrays.stream(Choice.Cause.values())
                .filter(cause -> cause != Choice.Cause.NOTHING_PENDING)
                .mapToDouble(cause -> of(counts.declines(), cause))
                .sum());
    }

    /** Counts stand in the order of their constants. */
    @SuppressWarnings("EnumOrdinal")
    static long of(List<Long> counts, Enum<?> constant) {
        return at(counts, constant.ordinal());
    }

    private static long at(List<Long> counts, int place) {
        return place < counts.size() ? counts.get(place) : 0;
    }

    private static Counts sum(List<JobsRun> runs) {
        List<Counts> all = runs.stream().map(JobsRun::counts).toList();
        return new Counts(
                sums(all.stream().map(Counts::declines).toList(), Choice.Cause.values().length),
                sums(all.stream().map(Counts::launches).toList(), Locality.values().length),
                sum(all.stream().mapToDouble(Counts::bytesLocal)),
                sum(all.stream().mapToDouble(Counts::bytesRack)),
                sum(all.stream().mapToDouble(Counts::bytesRemote)),
                all.stream().mapToLong(Counts::speculative).sum(),
                all.stream().mapToLong(Counts::speculativeWon).sum(),
                all.stream().mapToLong(Counts::leftToStock).sum());
    }

    /** One after the other. */
    private static double sum(DoubleStream values) {
        return Arrays.stream(values.toArray()).reduce(0, Double::sum);
    }

    private static List<Long> sums(List<List<Long>> lists, int length) {
        List<Long> sums = new ArrayList<>();
        IntStream.range(0, length)
                .forEach(place -> sums.add(
                        lists.stream().mapToLong(list -> at(list, place)).sum()));
        return sums;
    }
}
