// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.List;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.jobs.prefetch.ClairvoyantPrefetcher;
import org.fairlead.sim.jobs.prefetch.InputRead;
import org.fairlead.sim.jobs.prefetch.Prefetcher;
import org.fairlead.sim.workload.Workload;

/** Runs a workload on a cluster under one contender's policies. */
public final class JobSimulation {
    private static final int MOST_REHEARSALS = 4;

    private JobSimulation() {}

    /**
     * How exactly, and what is kept.
     *
     * @param stepSeconds rates are solved at multiples of this; 0 at every change
     * @param pairsApart whether every pair of a map and a reduce has a flow of its own, for contenders that do not say it themselves; else flows between the same two hosts are one
     * @param keepTasks whether every attempt is kept
     * @param linkSpanSeconds spans of the kept link loads; 0 keeps none
     * @param stageByStage whether each stage is served as a job of its own, submitted when it may start, as those of Spark's adaptive execution are; nobody knows of it
     *     before. Else, and where jobs are not served first come, first served, a job's stages are served with it
     */
    public record Options(
            double stepSeconds, boolean pairsApart, boolean keepTasks, double linkSpanSeconds, boolean stageByStage) {
        public static final Options EXACT = new Options(0, false, false, 0);

        /** Where a job's stages are served by its submission. */
        public Options(double stepSeconds, boolean pairsApart, boolean keepTasks, double linkSpanSeconds) {
            this(stepSeconds, pairsApart, keepTasks, linkSpanSeconds, false);
        }
    }

    /** The same arguments give the same outcome, to the last bit. */
    public static JobsOutcome run(
            Cluster cluster, Workload workload, Policies policies, long seed, Options options, RunObserver watcher) {
        Prefetcher prefetcher = policies.prefetch() == Prefetch.CLAIRVOYANT
                ? new ClairvoyantPrefetcher(rehearsed(cluster, workload, policies, seed, options, watcher))
                : Prefetcher.NONE;
        return new JobRun(cluster, workload, policies, seed, options, true, prefetcher).run(watcher);
    }

    /** What tasks read from other hosts in the last rehearsal; each but the first knows what the one before it showed. */
    private static List<InputRead> rehearsed(
            Cluster cluster, Workload workload, Policies policies, long seed, Options options, RunObserver watcher) {
        Options small = new Options(options.stepSeconds(), options.pairsApart(), false, 0, options.stageByStage());
        List<InputRead> future = List.of();
        for (int rehearsal = 0; rehearsal < MOST_REHEARSALS; rehearsal++) {
            JobRun run = new JobRun(cluster, workload, policies, seed, small, false, new ClairvoyantPrefetcher(future));
            run.run((ended, of) -> watcher.goOn(0, of));
            if (run.reads().equals(future)) {
                return future;
            }
            future = run.reads();
        }
        return future;
    }
}
