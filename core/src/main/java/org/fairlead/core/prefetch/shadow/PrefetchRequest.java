// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.List;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.prefetch.admission.PrefetchFlow;
import org.fairlead.core.prefetch.admission.RequestedFetch;
import org.fairlead.core.profile.StageAttempt;

/**
 * Input that is to be fetched before its task starts. Which bytes of which file they are the engine knows by the task's number. Immutable.
 *
 * @param executor on which the task is predicted to run
 * @param host that executor's host, by its index
 * @param task its number in the stage
 * @param job whose task it is
 * @param residualTasks of the job: those that have not ended yet
 * @param source the host to fetch from, by its index; another one; {@link #STORE} where no host has it
 * @param bytes of the task's input
 * @param deadlineNanos when the task is predicted to be launched
 */
public record PrefetchRequest(
        String executor,
        int host,
        StageAttempt stage,
        int task,
        int job,
        int residualTasks,
        int source,
        long bytes,
        long deadlineNanos) {
    /** In the place of a host: a store beside the cluster, as one of objects is. */
    public static final int STORE = -1;

    /** What counts as held of a request of which nothing has come. */
    private static final double PROMISED_BYTES = 1;

    public PrefetchRequest {
        if (residualTasks < 0 || bytes < 0 || source == host) {
            throw new IllegalArgumentException("task " + task + " of " + stage
                    + ": tasks and bytes of at least 0 and a source elsewhere are expected, not " + residualTasks
                    + " tasks, " + bytes + " bytes from host " + source + " to host " + host);
        }
    }

    /**
     * What counts as held on its host while it stands and is carried out ({@link org.fairlead.core.task.TaskSet#held}): what has come, and a byte before anything has. So its task is that host's before others from elsewhere, other hosts
     * take it last, and one task that is launched otherwise than foreseen does not change all that come after it.
     */
    public double heldBytes(double arrivedBytes) {
        return Math.max(PROMISED_BYTES, arrivedBytes);
    }

    /** Whether no host of the cluster has it. */
    public boolean isFromStore() {
        return source == STORE;
    }

    /** Whether it is the same input for the same executor, whatever is known of time and job. */
    boolean agreesWith(PrefetchRequest other) {
        return task == other.task && stage.equals(other.stage) && executor.equals(other.executor);
    }

    /** The same from the same source, with what another one knows of time and job. */
    PrefetchRequest renewedBy(PrefetchRequest newer) {
        return new PrefetchRequest(
                executor, host, stage, task, job, newer.residualTasks, source, bytes, newer.deadlineNanos);
    }

    /**
     * As a flow that asks for a rate.
     *
     * @param id the flow's
     * @param links by index, of its path, none twice
     */
    public PrefetchFlow flow(long id, List<Integer> links) {
        return new PrefetchFlow(id, job, residualTasks, links, bytes, deadlineNanos);
    }

    /**
     * As a flow that asks for a rate, over the links that all of it crosses: where the network alone chooses among several paths, nobody can say which links between them it takes, and
     * those are left out. So are all on the way from a store, which nobody knows.
     *
     * @param id the flow's
     */
    public PrefetchFlow flow(long id, PathResolver paths) {
        return flow(id, isFromStore() ? List.of() : RequestedFetch.certainLinks(paths, source, host));
    }
}
