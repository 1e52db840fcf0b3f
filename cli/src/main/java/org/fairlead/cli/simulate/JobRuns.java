// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.report.JobsRun;
import org.fairlead.sim.report.JobsSetting;
import org.fairlead.sim.workload.Job;

/** Runs every contender with every seed, several at the same time; what each gives does not depend on the others. */
final class JobRuns {
    private static final double LEAST_SPAN_SECONDS = 1;
    /** So many spans of kept loads until the last job is submitted. */
    private static final double SPANS = 400;
    /** Longer spans where there are many links: their loads are kept for all of them. */
    private static final double LINKS_PER_SPAN_SECOND = 1000;

    private final JobsSetting setting;
    private final List<Policies> policies;
    private final boolean draws;
    private final LongRun watched;
    private final Interruption interruption;

    /** @param draws whether the first run of each contender keeps what pages draw */
    JobRuns(JobsSetting setting, List<Policies> policies, boolean draws, LongRun watched, Interruption interruption) {
        this.setting = setting;
        this.policies = policies;
        this.draws = draws;
        this.watched = watched;
        this.interruption = interruption;
    }

    /** Those that were begun before an interruption. */
    List<JobsRun> run(int threads) throws InterruptedException {
        int runs = Math.multiplyExact(setting.seeds(), policies.size());
        List<Callable<Optional<JobsRun>>> all = new ArrayList<>();
        // By seed, so that an interruption leaves whole pairs.
        for (int i = 0; i < setting.seeds(); i++) {
            long seed = setting.firstSeed() + i;
            boolean first = i == 0;
            for (Policies each : policies) {
                String name = "run " + (all.size() + 1) + " of " + runs + ": " + each.name() + ", seed " + seed;
                all.add(() -> one(each, seed, options(first), name));
            }
        }
        RunObserver observer = watched.watch("all runs");
        return ParallelRuns.all(threads, all, ended -> observer.goOn(ended, runs)).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<JobsRun> one(Policies each, long seed, JobSimulation.Options options, String name) {
        if (interruption.asked()) {
            return Optional.empty();
        }
        return Optional.of(JobsRun.of(
                setting.cluster(),
                JobSimulation.run(setting.cluster(), setting.workload(), each, seed, options, watched.watch(name))));
    }

    private JobSimulation.Options options(boolean first) {
        JobSimulation.Options asked = setting.options();
        boolean drawn = first && draws;
        return new JobSimulation.Options(
                asked.stepSeconds(), asked.pairsApart(), asked.keepTasks() || drawn, drawn ? spanSeconds() : 0);
    }

    private double spanSeconds() {
        double last = setting.workload().jobs().stream()
                .mapToDouble(Job::submitSeconds)
                .max()
                .orElse(0);
        int links = setting.cluster().topology().links().size();
        return Math.ceil(Math.max(LEAST_SPAN_SECONDS, Math.max(last / SPANS, links / LINKS_PER_SPAN_SECOND)));
    }
}
