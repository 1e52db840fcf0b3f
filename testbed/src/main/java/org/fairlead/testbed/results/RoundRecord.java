// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.List;

/**
 * One execution of the workload under one contender.
 *
 * @param repetition from 1; the rounds of one repetition are paired
 * @param attempt from 1; above 1 when earlier attempts did not count
 * @param notCountedBecause empty when the round counts
 * @param startSeconds since the start of the run
 * @param cpuBusyShare busy share of all processors of the machine while the workload ran, 0 to 1
 * @param processorBound whether the round counts although that share was above the limit: its times are at most what they would have been
 *     without
 * @param samples everything measured, one value a block, file, query or application
 * @param spans who worked when, for the timeline
 * @param links what each link carried, second by second
 * @param checks the round's verification of its own work and of the network's invariants
 * @param paths what went over which of several paths, where labels name them
 * @param taskTimes where the task time of jobs went whose steps ask for it
 */
public record RoundRecord(
        int repetition,
        int attempt,
        String contender,
        String notCountedBecause,
        double startSeconds,
        double durationSeconds,
        double cpuBusyShare,
        boolean processorBound,
        List<MeasuredSample> samples,
        List<WorkSpan> spans,
        List<LinkSeries> links,
        List<Check> checks,
        List<PathBytes> paths,
        List<TaskTimes> taskTimes) {
    /** In a network without labels, of steps that do not ask where task time went. */
    public RoundRecord(
            int repetition,
            int attempt,
            String contender,
            String notCountedBecause,
            double startSeconds,
            double durationSeconds,
            double cpuBusyShare,
            boolean processorBound,
            List<MeasuredSample> samples,
            List<WorkSpan> spans,
            List<LinkSeries> links,
            List<Check> checks) {
        this(
                repetition,
                attempt,
                contender,
                notCountedBecause,
                startSeconds,
                durationSeconds,
                cpuBusyShare,
                processorBound,
                samples,
                spans,
                links,
                checks,
                List.of(),
                List.of());
    }

    public boolean counted() {
        return notCountedBecause.isEmpty();
    }
}
