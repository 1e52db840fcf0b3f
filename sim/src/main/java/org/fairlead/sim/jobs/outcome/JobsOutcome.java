// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

import java.util.List;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;

/**
 * What one run did.
 *
 * @param policies by name
 * @param seed of the run
 * @param jobs in the workload's order
 * @param tasks every attempt, when the run was asked to keep them; else empty
 * @param blocks of written files, one each, also those of attempts that were killed
 * @param links loads over time, when the run was asked to keep them
 * @param counts what policies did
 * @param storedReplicas replicas by machine that were written, without those of attempts that were killed
 * @param endSeconds of the last job
 * @param complete whether the run was not interrupted
 * @param paths what was done about the paths of transfers
 * @param leads what of {@code counts.bytesRack} and {@code counts.bytesRemote} could have been fetched ahead
 * @param fetched what was
 * @param requests what became of what was asked for ahead
 * @param exchanges what became of shuffles for which an exchange was planned
 */
public record JobsOutcome(
        String policies,
        long seed,
        List<JobResult> jobs,
        List<Attempted> tasks,
        List<BlockWritten> blocks,
        LinkLoads links,
        Counts counts,
        List<Long> storedReplicas,
        double endSeconds,
        boolean complete,
        PathCounts paths,
        LeadBytes leads,
        FetchedBytes fetched,
        RequestCounts requests,
        ExchangeCounts exchanges) {
    /** Of one in which nobody did anything about paths or fetched ahead, and nothing is known of leads. */
    public JobsOutcome(
            String policies,
            long seed,
            List<JobResult> jobs,
            List<Attempted> tasks,
            List<BlockWritten> blocks,
            LinkLoads links,
            Counts counts,
            List<Long> storedReplicas,
            double endSeconds,
            boolean complete) {
        this(
                policies,
                seed,
                jobs,
                tasks,
                blocks,
                links,
                counts,
                storedReplicas,
                endSeconds,
                complete,
                PathCounts.NONE,
                LeadBytes.NOTHING,
                FetchedBytes.NOTHING,
                RequestCounts.NONE,
                ExchangeCounts.NONE);
    }

    /**
     * @param finishSeconds NaN if it did not end
     * @param mapSeconds mean time of its attempts that read blocks and ended well
     * @param reduceSeconds the same of those that read shuffles
     * @param farBytes of blocks that its attempts read from other hosts
     * @param inTimeBytes of these, what could have been fetched ahead
     */
    public record JobResult(
            String name,
            String kind,
            String pool,
            int tasks,
            double submitSeconds,
            double finishSeconds,
            double mapSeconds,
            double reduceSeconds,
            double farBytes,
            double inTimeBytes) {
        /** Of one that read nothing from another host. */
        public JobResult(
                String name,
                String kind,
                String pool,
                int tasks,
                double submitSeconds,
                double finishSeconds,
                double mapSeconds,
                double reduceSeconds) {
            this(name, kind, pool, tasks, submitSeconds, finishSeconds, mapSeconds, reduceSeconds, 0, 0);
        }

        public double seconds() {
            return finishSeconds - submitSeconds;
        }
    }

    /**
     * An attempt at a task.
     *
     * @param job its place in {@link #jobs}
     * @param host its place among the cluster's machines
     * @param slot on its host, from 0
     * @param inputSeconds when it had all its input; NaN if it never had
     * @param killed whether it was ended because another attempt was first, or in favour of one
     */
    public record Attempted(
            int job,
            int stage,
            int task,
            int host,
            int slot,
            boolean reads,
            Locality locality,
            double launchSeconds,
            double inputSeconds,
            double finishSeconds,
            boolean speculative,
            boolean killed) {}

    /** A block that was written, from the set-up of its pipeline until it is complete on all its hosts. */
    public record BlockWritten(
            int job, double startSeconds, double firstByteSeconds, double finishSeconds, double bytes) {}

    /**
     * Mean load of each link in equal spans of time, as a share of its capacity, background traffic included.
     *
     * @param spanSeconds length of a span; 0 when nothing was kept
     * @param shares by span, then by link
     */
    public record LinkLoads(double spanSeconds, List<float[]> shares) {}

    /**
     * @param declines by {@link Choice.Cause#ordinal()}
     * @param launches by {@link Locality#ordinal()}, of attempts that read blocks
     * @param bytesLocal of blocks read on the same host
     * @param bytesRack from the same rack
     * @param bytesRemote from farther
     * @param speculative attempts beside or instead of others
     * @param speculativeWon of these, those that were first
     * @param leftToStock placements for which too little was known
     */
    public record Counts(
            List<Long> declines,
            List<Long> launches,
            double bytesLocal,
            double bytesRack,
            double bytesRemote,
            long speculative,
            long speculativeWon,
            long leftToStock) {}
}
