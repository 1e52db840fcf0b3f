// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.List;
import java.util.stream.DoubleStream;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Attempted;
import org.fairlead.sim.jobs.outcome.JobsOutcome.BlockWritten;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Counts;
import org.fairlead.sim.jobs.outcome.JobsOutcome.JobResult;
import org.fairlead.sim.jobs.outcome.JobsOutcome.LinkLoads;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.PathCounts;
import org.fairlead.sim.jobs.outcome.RequestCounts;

/** One run as reports need it: smaller than its {@link JobsOutcome}, because there may be many. */
public final class JobsRun {
    private final String policies;
    private final long seed;
    private final boolean complete;
    private final List<JobResult> jobs;
    private final List<Attempted> tasks;
    private final LinkLoads links;
    private final Counts counts;
    private final double[] blockSeconds;
    private final int[] blockJobs;
    private final double balance;
    private final double endSeconds;
    private final PathCounts paths;
    private final LeadBytes leads;
    private final FetchedBytes fetched;
    private final RequestCounts requests;
    private final ExchangeCounts exchanges;

    private JobsRun(JobsOutcome outcome, double balance) {
        this.policies = outcome.policies();
        this.seed = outcome.seed();
        this.complete = outcome.complete();
        this.jobs = List.copyOf(outcome.jobs());
        this.tasks = List.copyOf(outcome.tasks());
        this.links = outcome.links();
        this.counts = outcome.counts();
        this.blockSeconds = outcome.blocks().stream()
                .mapToDouble(block -> block.finishSeconds() - block.startSeconds())
                .toArray();
        this.blockJobs = outcome.blocks().stream().mapToInt(BlockWritten::job).toArray();
        this.balance = balance;
        this.endSeconds = outcome.endSeconds();
        this.paths = outcome.paths();
        this.leads = outcome.leads();
        this.fetched = outcome.fetched();
        this.requests = outcome.requests();
        this.exchanges = outcome.exchanges();
    }

    /** @param cluster that it ran on: which of its machines store blocks */
    public static JobsRun of(Cluster cluster, JobsOutcome outcome) {
        return new JobsRun(outcome, balance(cluster, outcome.storedReplicas()));
    }

    /** Standard deviation over mean of the replicas on machines that store any; not a number when nothing is stored. */
    private static double balance(Cluster cluster, List<Long> replicas) {
        double sum = 0;
        double squares = 0;
        int machines = 0;
        for (int machine = 0; machine < replicas.size(); machine++) {
            boolean stores = machine >= cluster.machines().size()
                    || cluster.machines().get(machine).stores();
            if (stores) {
                double count = replicas.get(machine);
                sum += count;
                squares += count * count;
                machines++;
            }
        }
        if (!(sum > 0)) {
            return Double.NaN;
        }
        double mean = sum / machines;
        return Math.sqrt(Math.max(0, squares / machines - mean * mean)) / mean;
    }

    String policies() {
        return policies;
    }

    long seed() {
        return seed;
    }

    List<JobResult> jobs() {
        return jobs;
    }

    /** Attempts, when the run was asked to keep them. */
    List<Attempted> tasks() {
        return tasks;
    }

    LinkLoads links() {
        return links;
    }

    Counts counts() {
        return counts;
    }

    PathCounts paths() {
        return paths;
    }

    LeadBytes leads() {
        return leads;
    }

    FetchedBytes fetched() {
        return fetched;
    }

    RequestCounts requests() {
        return requests;
    }

    ExchangeCounts exchanges() {
        return exchanges;
    }

    DoubleStream blockSeconds() {
        return DoubleStream.of(blockSeconds);
    }

    int blocks() {
        return blockSeconds.length;
    }

    double blockSeconds(int block) {
        return blockSeconds[block];
    }

    /** The place of the job that wrote it; negative when none did. */
    int blockJob(int block) {
        return blockJobs[block];
    }

    /** Standard deviation of replicas per machine that stores, over their mean. */
    double storageBalance() {
        return balance;
    }

    int finished() {
        return (int) jobs.stream()
                .filter(job -> Double.isFinite(job.finishSeconds()))
                .count();
    }

    /** Whether it was not interrupted. */
    boolean complete() {
        return complete;
    }

    /** Whether its figures may be compared: it was not interrupted, and every job ended. */
    boolean counts(int jobsOfWorkload) {
        return complete && jobs.size() == jobsOfWorkload && finished() == jobs.size();
    }

    double endSeconds() {
        return endSeconds;
    }

    /** From the first submission to the end of the last job; not a number when none ended. */
    double makespanSeconds() {
        double first = jobs.stream().mapToDouble(JobResult::submitSeconds).min().orElse(0);
        return finished() == 0 ? Double.NaN : endSeconds - first;
    }
}
