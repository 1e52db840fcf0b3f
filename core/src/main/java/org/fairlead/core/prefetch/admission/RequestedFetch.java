// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.TrafficClass;

/**
 * Input of one task that an application fetches, or is about to, before the task starts.
 *
 * @param id unique among those of its application
 * @param job whose task it is for, by the application's number
 * @param residualTasks of the job: those that have not ended yet
 * @param source the host that gives it, by its index
 * @param destination the host that gets it, by its index
 * @param bytes still to come
 * @param deadlineNanos by when all of it is to be there, on the clock of whoever admits
 */
public record RequestedFetch(
        long id, long job, int residualTasks, int source, int destination, long bytes, long deadlineNanos) {
    /**
     * As a flow that asks for a rate.
     *
     * @param flow its number among the flows of all
     * @param ofJob its job's number among the jobs of all
     */
    PrefetchFlow flow(long flow, long ofJob, PathResolver paths) {
        return new PrefetchFlow(
                flow, ofJob, residualTasks, certainLinks(paths, source, destination), bytes, deadlineNanos);
    }

    /**
     * The links that all of a block read crosses, by index: where the network alone chooses among several paths, nobody can say which links between them it takes, and those are left out.
     *
     * @param source the host that is read from, by its index
     * @param destination the host that reads, by its index
     */
    public static List<Integer> certainLinks(PathResolver paths, int source, int destination) {
        List<Integer> links = new ArrayList<>(6);
        paths.resolve(source, destination, TrafficClass.BLOCK_READ, (link, share) -> {
            if (share >= 1 && !links.contains(link)) {
                links.add(link);
            }
        });
        return links;
    }
}
