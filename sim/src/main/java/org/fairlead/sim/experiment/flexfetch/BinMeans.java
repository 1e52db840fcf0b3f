// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.JobsOutcome.JobResult;
import org.fairlead.sim.jobs.outcome.RequestCounts;

/**
 * Times of one run by bin, and what was fetched.
 *
 * @param seconds of each job, by the kind that names its bin
 * @param fetched ahead
 * @param requests for it
 */
record BinMeans(Map<String, List<Double>> seconds, FetchedBytes fetched, RequestCounts requests) {
    static BinMeans of(JobsOutcome outcome) {
        return new BinMeans(
                outcome.jobs().stream()
                        .collect(Collectors.groupingBy(
                                JobResult::kind,
                                TreeMap::new,
                                Collectors.mapping(JobResult::seconds, Collectors.toList()))),
                outcome.fetched(),
                outcome.requests());
    }

    private static double mean(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** Of one bin; NaN where it has no jobs. */
    double seconds(String bin) {
        return mean(seconds.getOrDefault(bin, List.of()));
    }

    /** The mean over bins of what each takes, as a share of what it takes in another run. */
    double ofBins(List<String> bins, BinMeans other) {
        return mean(bins.stream().map(bin -> seconds(bin) / other.seconds(bin)).toList());
    }

    /** The mean over the jobs of bins, as a share of that in another run. */
    double ofJobs(List<String> bins, BinMeans other) {
        return jobSeconds(bins) / other.jobSeconds(bins);
    }

    private double jobSeconds(List<String> bins) {
        return mean(bins.stream()
                .flatMap(bin -> seconds.getOrDefault(bin, List.of()).stream())
                .toList());
    }

    /** Share of what was asked for that was there in time; NaN where nothing was. */
    double inTime() {
        return fetched.inTime() / fetched.requested();
    }

    /** Share of what was fetched that nobody read; NaN where nothing was. */
    double wasted() {
        return fetched.wasted() / fetched.fetched();
    }
}
