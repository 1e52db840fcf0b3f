// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import java.util.List;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.JobsOutcome.BlockWritten;

/**
 * What one run is judged by.
 *
 * @param blockSeconds mean time to write a block, whatever its size
 * @param byteSeconds the same with each block counting by its bytes
 * @param jobSeconds mean time of a job; every job writes
 * @param variation coefficient of variation of the loads of the links between racks, as a mean over spans of the submission
 * @param storageDeviation standard deviation of the replicas that machines got
 */
record SinbadMeasures(
        double blockSeconds, double byteSeconds, double jobSeconds, double variation, double storageDeviation) {

    /** @param links whose balance counts */
    static SinbadMeasures of(JobsOutcome outcome, List<Integer> links, double submitSeconds) {
        double seconds = 0;
        double byteSeconds = 0;
        double bytes = 0;
        for (BlockWritten block : outcome.blocks()) {
            double took = block.finishSeconds() - block.startSeconds();
            seconds += took;
            byteSeconds += took * block.bytes();
            bytes += block.bytes();
        }
        return new SinbadMeasures(
                seconds / outcome.blocks().size(),
                byteSeconds / bytes,
                outcome.jobs().stream()
                        .mapToDouble(JobsOutcome.JobResult::seconds)
                        .average()
                        .orElse(Double.NaN),
                variation(outcome.links(), links, submitSeconds),
                deviation(outcome.storedReplicas()));
    }

    static double deviation(List<Long> replicas) {
        double mean = replicas.stream().mapToLong(Long::longValue).average().orElse(0);
        double squares = 0;
        for (long stored : replicas) {
            squares += (stored - mean) * (stored - mean);
        }
        return Math.sqrt(squares / Math.max(1, replicas.size()));
    }

    /** The first span, in which work only begins, is left out. */
    private static double variation(JobsOutcome.LinkLoads loads, List<Integer> links, double submitSeconds) {
        int until = (int) Math.min(loads.shares().size(), submitSeconds / loads.spanSeconds());
        double sum = 0;
        int spans = 0;
        for (int span = 1; span < until; span++) {
            sum += variation(loads.shares().get(span), links);
            spans++;
        }
        return spans == 0 ? Double.NaN : sum / spans;
    }

    static double variation(float[] shares, List<Integer> links) {
        double sum = 0;
        double squares = 0;
        for (int link : links) {
            sum += shares[link];
            squares += (double) shares[link] * shares[link];
        }
        double mean = sum / links.size();
        return mean == 0 ? 0 : Math.sqrt(Math.max(0, squares / links.size() - mean * mean)) / mean;
    }
}
