// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.List;

/**
 * Input of one task that is to be fetched over the network before the task starts.
 *
 * @param id unique among all flows that one admission is told of
 * @param job whose task it is for
 * @param residualTasks of the job: those that have not ended yet
 * @param links of its path, by {@link org.fairlead.core.topology.Link#index()}, none twice; empty where nothing crosses the network
 * @param bytes still to come
 * @param deadlineNanos by when all of it is to be there
 */
public record PrefetchFlow(long id, long job, int residualTasks, List<Integer> links, long bytes, long deadlineNanos) {
    public PrefetchFlow {
        links = List.copyOf(links);
        if (residualTasks < 0 || bytes < 0 || links.stream().distinct().count() < links.size()) {
            throw new IllegalArgumentException("flow " + id
                    + ": tasks and bytes of at least 0 and links that differ are expected, not " + residualTasks
                    + " tasks, " + bytes + " bytes, links " + links);
        }
    }

    /** The same with so much still to come. */
    public PrefetchFlow left(long bytesStillToCome) {
        return new PrefetchFlow(id, job, residualTasks, links, bytesStillToCome, deadlineNanos);
    }

    /** The same by another deadline. */
    public PrefetchFlow by(long otherDeadlineNanos) {
        return new PrefetchFlow(id, job, residualTasks, links, bytes, otherDeadlineNanos);
    }

    /** Seconds from now to its deadline; at most 0 where that has passed. */
    double leadSeconds(long nowNanos) {
        return seconds(nowNanos, deadlineNanos);
    }

    /** From one time to another, however far apart. */
    static double seconds(long fromNanos, long toNanos) {
        long nanos = toNanos - fromNanos;
        boolean overflows = toNanos > fromNanos != nanos > 0;
        return (overflows ? (double) toNanos - fromNanos : nanos) / 1e9;
    }

    /** The constant rate with which all of it is there just in time, in bytes per second; infinite where the deadline has passed. */
    double neededBytesPerSecond(long nowNanos) {
        double lead = leadSeconds(nowNanos);
        return lead > 0 ? bytes / lead : Double.POSITIVE_INFINITY;
    }
}
