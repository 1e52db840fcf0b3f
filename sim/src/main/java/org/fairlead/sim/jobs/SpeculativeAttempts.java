// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.speculation.Attempt;
import org.fairlead.core.task.speculation.Speculation;

/**
 * Decides which running task gets a further attempt on a slot that no pending task took: in a stage of which nothing is pending, one on a slow host where the application's planner finds
 * that worth it ({@link SimulatedPlanner#worthCopying}), else what {@link Speculation} chooses. A stage where it found none is looked at again a heartbeat later.
 */
final class SpeculativeAttempts {
    private final RunContext world;
    private final Speculation speculation;
    private final Function<StageRun, Optional<SimulatedPlanner>> planning;
    /** No stage is due before. */
    private double quietUntil;

    /** @param restarts whether those that run are killed first */
    record Chosen(StageRun stage, int task, boolean restarts) {}

    /** @param planning the plans of a stage's application; empty where offers are answered one by one */
    SpeculativeAttempts(
            RunContext world, Speculation speculation, Function<StageRun, Optional<SimulatedPlanner>> planning) {
        this.world = world;
        this.speculation = speculation;
        this.planning = planning;
    }

    /**
     * What a free slot is given; empty when nothing.
     *
     * @param jobs that run, by submission
     * @param kind of the slot
     */
    Optional<Chosen> choose(List<JobState> jobs, int machine, InputKind kind) {
        double now = world.engine.now();
        if (now < quietUntil) {
            return Optional.empty();
        }
        double soonest = now + world.cluster.costs().heartbeatSeconds();
        for (JobState job : jobs) {
            for (StageRun stage : job.stages) {
                if (!stage.started || stage.hasFixedHosts() || stage.pending.size() > 0 || stage.running.isEmpty()) {
                    continue;
                }
                if (now >= stage.nextSpeculation
                        && world.machines.takes(kind, stage.kind)
                        && world.machines.free(machine, stage.kind, job.application) > 0) {
                    Optional<Chosen> chosen = choose(jobs, machine, stage);
                    stage.nextSpeculation =
                            chosen.isPresent() ? 0 : now + world.cluster.costs().heartbeatSeconds();
                    if (chosen.isPresent()) {
                        return chosen;
                    }
                }
                soonest = Math.min(soonest, stage.nextSpeculation);
            }
        }
        quietUntil = soonest;
        return Optional.empty();
    }

    private Optional<Chosen> choose(List<JobState> jobs, int machine, StageRun stage) {
        Optional<RunningAttempt> slow = planning.apply(stage).flatMap(plans -> plans.worthCopying(stage, machine));
        if (slow.isPresent()) {
            return Optional.of(new Chosen(stage, slow.get().task, false));
        }
        Offer offer = new Offer(
                world.machines.host(machine),
                world.machines.free(machine, stage.kind, stage.job.application),
                !world.machines.sharesSlots(),
                stage.kind);
        List<Attempt> running = new ArrayList<>();
        for (RunningAttempt attempt : stage.running) {
            if (attempt.machine != machine && attempt.phase != RunningAttempt.Phase.ENDING) {
                running.add(attempt.reported(world.machines.host(attempt.machine)));
            }
        }
        Speculation.Ended ended =
                new Speculation.Ended(stage.tasks, stage.endedSeconds, speculating(jobs), world.machines.allSlots());
        Speculation.Verdict verdict = speculation.choose(offer, running, ended, world.now());
        if (verdict instanceof Speculation.Verdict.Duplicate duplicate) {
            return Optional.of(new Chosen(stage, duplicate.task(), false));
        }
        return verdict instanceof Speculation.Verdict.Restart restart
                ? Optional.of(new Chosen(stage, restart.task(), true))
                : Optional.empty();
    }

    private static int speculating(List<JobState> jobs) {
        int count = 0;
        for (JobState job : jobs) {
            for (StageRun stage : job.stages) {
                for (RunningAttempt attempt : stage.running) {
                    count += attempt.speculative ? 1 : 0;
                }
            }
        }
        return count;
    }
}
