// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.task.speculation.CopyComputeSplitting;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/**
 * Which reduces copy and which compute on each machine, when these are admitted apart ({@link CopyComputeSplitting}): a machine's reduce
 * slots bound those that compute, and twice as many may copy. Without splitting everything is admitted.
 */
final class ReduceAdmission {
    /** Reduces that may copy for one that may compute. */
    private static final int COPYING_FACTOR = 2;

    private final boolean splits;
    private final List<OnMachine> machines = new ArrayList<>();

    private static final class OnMachine {
        final CopyComputeSplitting rule;
        final Map<Integer, Integer> copyingByJob = new HashMap<>();
        final ArrayDeque<RunningAttempt> copied = new ArrayDeque<>();
        int copying;
        int computing;

        OnMachine(CopyComputeSplitting rule) {
            this.rule = rule;
        }
    }

    /** @param computingSlots of each machine */
    ReduceAdmission(boolean splits, List<Integer> computingSlots) {
        this.splits = splits;
        for (int slots : computingSlots) {
            int least = Math.max(1, slots);
            machines.add(new OnMachine(new CopyComputeSplitting(COPYING_FACTOR * least, least)));
        }
    }

    /** As the policies of a contender have it; Spark admits everything. */
    static ReduceAdmission of(Cluster cluster, Policies policies) {
        return new ReduceAdmission(
                policies.slots().copyComputeSplitting() && cluster.framework() == Cluster.Framework.HADOOP,
                cluster.machines().stream()
                        .map(machine -> (int) Math.round(
                                machine.reduceSlots() * policies.slots().reduceFactor()))
                        .toList());
    }

    /** How many slots for reduces there have to be for so many that compute. */
    double slots(double computing) {
        return splits ? computing * (1 + COPYING_FACTOR) : computing;
    }

    boolean splits() {
        return splits;
    }

    /** Whether one more reduce of a job may copy on a machine. */
    boolean admitsCopying(int machine, int job) {
        OnMachine on = machines.get(machine);
        return !splits || on.rule.admitsCopying(on.copying, on.copyingByJob.getOrDefault(job, 0));
    }

    void copies(RunningAttempt attempt) {
        if (splits) {
            OnMachine on = machines.get(attempt.machine);
            on.copying++;
            on.copyingByJob.merge(attempt.stage.job.number, 1, Integer::sum);
            attempt.admission = RunningAttempt.Admission.COPIES;
        }
    }

    /** @return whether an attempt that has copied computes at once; else it waits */
    boolean computes(RunningAttempt attempt) {
        if (!splits) {
            return true;
        }
        OnMachine on = machines.get(attempt.machine);
        if (!on.rule.admitsComputing(on.computing)) {
            on.copied.add(attempt);
            return false;
        }
        on.computing++;
        stopsCopying(on, attempt);
        attempt.admission = RunningAttempt.Admission.COMPUTES;
        return true;
    }

    private static void stopsCopying(OnMachine on, RunningAttempt attempt) {
        on.copying--;
        on.copyingByJob.merge(attempt.stage.job.number, -1, Integer::sum);
    }

    /**
     * An attempt is over.
     *
     * @return attempts that compute now instead
     */
    List<RunningAttempt> over(RunningAttempt attempt) {
        List<RunningAttempt> next = new ArrayList<>();
        if (attempt.admission == RunningAttempt.Admission.NONE) {
            return next;
        }
        OnMachine on = machines.get(attempt.machine);
        if (attempt.admission == RunningAttempt.Admission.COPIES) {
            stopsCopying(on, attempt);
            on.copied.remove(attempt);
        } else {
            on.computing--;
        }
        attempt.admission = RunningAttempt.Admission.NONE;
        while (!on.copied.isEmpty() && on.rule.admitsComputing(on.computing)) {
            RunningAttempt waiting = on.copied.removeFirst();
            on.computing++;
            stopsCopying(on, waiting);
            waiting.admission = RunningAttempt.Admission.COMPUTES;
            next.add(waiting);
        }
        return next;
    }

    /** @throws IllegalArgumentException when reduces would wait for ever */
    static void requireSlots(RunContext world, Workload workload, Policies policies) {
        boolean reduces = workload.jobs().stream()
                .flatMap(job -> job.stages().stream())
                .anyMatch(stage -> stage.input() instanceof Stage.Input.Shuffle);
        if (reduces && !world.machines.canReduce()) {
            throw new IllegalArgumentException(
                    "'" + policies.name()
                            + "': no host has a slot for a task that reads a shuffle; more reduce-slots are expected, of the cluster or of the policies");
        }
    }
}
