// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.order.JobOrders;

/** Finds a task for a slot: asks the jobs in their order, lets the policy choose among a job's pending tasks, then asks for further attempts ({@link SpeculativeAttempts}). */
final class TaskDispatch {
    private static final Choice.Decline TOO_MANY_COPYING =
            new Choice.Decline(Choice.Cause.TOO_MANY_COPYING, Choice.Decline.NEXT_OFFER);

    private final RunContext world;
    private final ContenderPolicies decisions;
    /** By application. */
    private final List<SchedulerView> known;

    private final Attempts attempts;
    private final ReduceAdmission admission;
    private final Results results;
    private final SpeculativeAttempts speculation;
    /** Whether each stage is served as a job of its own. */
    private final boolean byStage;
    /** Jobs that run, by submission. */
    private final List<JobState> jobs = new ArrayList<>();

    private long pending;
    private final List<JobState> ordered = new ArrayList<>();

    /** By application, of those whose tasks are assigned by plans. */
    private final Map<Integer, SimulatedPlanner> plannings = new HashMap<>();

    private BiConsumer<RunningAttempt, Boolean> watcher = (attempt, killed) -> {};

    TaskDispatch(
            RunContext world,
            ContenderPolicies decisions,
            List<SchedulerView> known,
            Attempts attempts,
            ReduceAdmission admission,
            Results results,
            boolean stageByStage) {
        this.admission = admission;
        this.world = world;
        this.decisions = decisions;
        this.known = List.copyOf(known);
        this.attempts = attempts;
        this.results = results;
        speculation = new SpeculativeAttempts(world, decisions.speculation, this::planning);
        byStage = stageByStage && decisions.jobOrder.name().equals(JobOrders.FIFO.label());
    }

    /** Tells who plans for an application. */
    void plans(int application, SimulatedPlanner planning) {
        plannings.put(application, planning);
    }

    /** Whoever watches is told of each attempt that is over, while it is still known, and whether it was killed. */
    void watch(BiConsumer<RunningAttempt, Boolean> watching) {
        watcher = watching;
    }

    List<JobState> jobs() {
        return jobs;
    }

    boolean isByStage() {
        return byStage;
    }

    boolean speculates() {
        return !decisions.speculation.name().equals("none")
                || plannings.values().stream().anyMatch(SimulatedPlanner::copies);
    }

    boolean anyPending() {
        return pending > 0;
    }

    /** Tasks of a job became pending. */
    void pending(StageRun stage, int more) {
        stage.job.pending(stage.kind, more);
        pending += more;
    }

    /** Sets with pending tasks of a kind, or of any where slots take any, in the order in which jobs are served. */
    List<StageRun> sets(InputKind kind) {
        List<StageRun> sets = new ArrayList<>();
        for (int application = 0; application < known.size(); application++) {
            sets.addAll(sets(kind, application));
        }
        return sets;
    }

    /** Those of one application. */
    List<StageRun> sets(InputKind kind, int application) {
        if (byStage) {
            return stages(kind, application);
        }
        ordered.clear();
        for (JobState job : jobs) {
            if (job.application != application) {
                continue;
            }
            if (!world.machines.sharesSlots()) {
                job.count(kind);
            }
            if (job.pending() > 0) {
                ordered.add(job);
            }
        }
        if (ordered.size() > 1) {
            decisions.jobOrder.sort(ordered);
        }
        List<StageRun> sets = new ArrayList<>();
        for (JobState job : ordered) {
            for (StageRun stage : job.stages) {
                if (wants(stage, kind)) {
                    sets.add(stage);
                }
            }
        }
        return sets;
    }

    /** Each stage a job of its own. */
    private List<StageRun> stages(InputKind kind, int application) {
        List<StageRun> stages = jobs.stream()
                .filter(job -> job.application == application)
                .flatMap(job -> job.stages.stream())
                .filter(stage -> wants(stage, kind))
                .collect(Collectors.toCollection(ArrayList::new));
        decisions.jobOrder.sort(stages);
        return stages;
    }

    /** Whether a stage has a task for a slot of a kind. */
    private boolean wants(StageRun stage, InputKind kind) {
        return stage.started && stage.pending.size() > 0 && world.machines.takes(kind, stage.kind);
    }

    /** Offers a slot to a set; launches what is chosen. */
    boolean offer(int machine, StageRun stage) {
        int free = world.machines.free(machine, stage.kind, stage.job.application);
        if (free <= 0) {
            return false;
        }
        if (stage.kind == InputKind.SHUFFLE && !admission.admitsCopying(machine, stage.job.number)) {
            results.refused(TOO_MANY_COPYING);
            return false;
        }
        Offer offer = new Offer(world.machines.host(machine), free, !world.machines.sharesSlots(), stage.kind);
        Choice choice = engineOrAssigner(stage.job)
                .choose(offer, stage.pending, knownTo(stage.job).of(stage, () -> pendingBesides(stage)), world.now());
        if (choice instanceof Choice.Decline decline) {
            results.refused(decline);
            return false;
        }
        return launch(stage, machine, (Choice.Launch) choice);
    }

    private int pendingBesides(StageRun stage) {
        int besides = 0;
        for (JobState job : jobs) {
            for (StageRun other : job.stages) {
                boolean waits = other != stage && other.started && job.application == stage.job.application;
                besides += waits && world.machines.takes(stage.kind, other.kind) ? other.pending.size() : 0;
            }
        }
        return besides;
    }

    /** Where plans are made, the engine decides what they do not. */
    private TaskAssigner engineOrAssigner(JobState job) {
        return plannings.containsKey(job.application) ? decisions.engine() : decisions.assigner(job);
    }

    /** The plans of a stage's application; empty where offers are answered one by one. */
    Optional<SimulatedPlanner> planning(StageRun stage) {
        return planning(stage.job.application);
    }

    Optional<SimulatedPlanner> planning(int application) {
        return Optional.ofNullable(plannings.get(application));
    }

    /** Of an attempt's input, what it has read. */
    double readBytes(RunningAttempt attempt) {
        return attempts.readBytes(attempt);
    }

    int running(int application) {
        return known.get(application).running;
    }

    /**
     * Offers a slot to a set whose plan counts.
     *
     * @param farthest level that the round has come to
     */
    boolean offer(int machine, StageRun stage, LocalityLevel farthest) {
        if (world.machines.free(machine, stage.kind, stage.job.application) <= 0) {
            return false;
        }
        OfferResponse response = planning(stage).orElseThrow().respond(stage, machine, farthest);
        if (response instanceof OfferResponse.Launch launch) {
            int source = stage.kind == InputKind.SHUFFLE ? -1 : launch.source();
            return launch(
                    stage,
                    machine,
                    new Choice.Launch(launch.task(), Locality.HOST, source, launch.expectedSeconds(), launch.path()));
        }
        if (response instanceof OfferResponse.Decline decline) {
            if (farthest == LocalityLevel.ANY) {
                results.refused(new Choice.Decline(decline.cause(), decline.untilNanos()));
            }
            return false;
        }
        boolean near = response == OfferResponse.Plain.ENGINE_NEAR;
        if (!near && response != OfferResponse.Plain.ENGINE && response != OfferResponse.Plain.PASSED_OVER) {
            return false;
        }
        Locality most = near ? Locality.HOST : SimulatedPlanner.locality(farthest);
        return decisions
                .engine()
                .nearest(stage.pending, world.machines.host(machine), most)
                .map(choice -> launch(stage, machine, choice))
                .orElse(false);
    }

    private boolean launch(StageRun stage, int machine, Choice.Launch launch) {
        stage.pending.launched(launch.task());
        if (!stage.pending.mapOutput().isUnknown()) {
            knownTo(stage.job)
                    .fetches(
                            machine,
                            stage.shuffleBytes(launch.task()),
                            stage.pending.mapOutput().of(launch.task()));
        }
        pending(stage, -1);
        int source = launch.source() < 0 ? -1 : world.machines.of(launch.source());
        RunningAttempt attempt = launch(stage, launch.task(), machine, source, launch.path(), false);
        attempt.expectedSeconds = launch.expectedSeconds();
        return true;
    }

    /**
     * A round of offers to a set is over.
     *
     * @param all whether all free slots took part; else those of one machine
     */
    void roundEnded(StageRun stage, boolean all) {
        decisions.assigner(stage.job).roundEnded(stage.pending, all, world.now());
    }

    private SchedulerView knownTo(JobState job) {
        return known.get(job.application);
    }

    private RunningAttempt launch(
            StageRun stage, int task, int machine, int source, PathChoice path, boolean speculative) {
        int slot = world.machines.take(machine, stage.kind, stage.job.application);
        Map<String, Double> slowHosts = decisions.favors()
                ? planning(stage).map(SimulatedPlanner::avoided).orElse(Map.of())
                : Map.of();
        knownTo(stage.job).running++;
        RunningAttempt attempt = attempts.launch(
                stage, task, machine, slot, new RunningAttempt.Advice(source, path, slowHosts), speculative, 0);
        world.running(machine).add(attempt);
        if (!stage.blocks.isEmpty()) {
            knownTo(stage.job).reads(attempt.source, attempt.inputBytes);
            attempt.readSource = attempt.source;
        }
        planning(stage).ifPresent(plans -> plans.launched(attempt));
        return attempt;
    }

    /** Offers a slot that nothing pending took to further attempts at running tasks. */
    boolean speculate(int machine, InputKind kind) {
        Optional<SpeculativeAttempts.Chosen> chosen = speculation.choose(jobs, machine, kind);
        chosen.ifPresent(attempt -> speculate(machine, attempt));
        return chosen.isPresent();
    }

    private void speculate(int machine, SpeculativeAttempts.Chosen chosen) {
        results.speculates();
        if (chosen.restarts()) {
            for (RunningAttempt attempt : List.copyOf(chosen.stage().running)) {
                if (attempt.task == chosen.task()) {
                    over(attempt, true);
                }
            }
        }
        launch(chosen.stage(), chosen.task(), machine, -1, PathChoice.NETWORK, true);
    }

    /** An attempt ends, well or killed: its slot is free. */
    void over(RunningAttempt attempt, boolean killed) {
        watcher.accept(attempt, killed);
        if (killed) {
            attempts.kill(attempt);
        }
        attempt.stage.running.remove(attempt);
        attempt.stage.attempts[attempt.task]--;
        if (attempt.slot >= 0) {
            attempt.stage.job.running(attempt.stage.kind, -1);
            world.machines.free(attempt.machine, attempt.stage.kind, attempt.stage.job.application, attempt.slot);
            world.foresight.freed(attempt.machine, attempt.slot);
            world.running(attempt.machine).remove(attempt);
            knownTo(attempt.stage.job).running--;
            knownTo(attempt.stage.job).reads(attempt.readSource, -attempt.inputBytes);
            planning(attempt.stage).ifPresent(plans -> {
                plans.ended(attempt);
                if (killed) {
                    plans.killed(attempt);
                }
            });
        }
        attempts.over(attempt);
        results.over(attempt, world.engine.now());
        world.forget(attempt);
    }

    /** Takes in what hosts report of their attempts. */
    void reported() {
        for (JobState job : jobs) {
            for (StageRun stage : job.stages) {
                for (RunningAttempt attempt : stage.running) {
                    attempts.report(attempt);
                }
            }
        }
    }
}
