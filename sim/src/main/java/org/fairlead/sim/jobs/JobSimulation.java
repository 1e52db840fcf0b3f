// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Workload;

/** Runs a workload on a cluster under one contender's policies. */
public final class JobSimulation {
    private JobSimulation() {}

    /**
     * How exactly, and what is kept.
     *
     * @param stepSeconds rates are solved at multiples of this; 0 at every change
     * @param pairsApart whether every pair of a map and a reduce has a flow of its own; else flows between the same two hosts are one
     * @param keepTasks whether every attempt is kept
     * @param linkSpanSeconds spans of the kept link loads; 0 keeps none
     */
    public record Options(double stepSeconds, boolean pairsApart, boolean keepTasks, double linkSpanSeconds) {
        public static final Options EXACT = new Options(0, false, false, 0);
    }

    /** The same arguments give the same outcome, to the last bit. */
    public static JobsOutcome run(
            Cluster cluster, Workload workload, Policies policies, long seed, Options options, RunObserver watcher) {
        return new JobRun(cluster, workload, policies, seed, options, true).run(watcher);
    }
}
