// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.EventHandler;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.exchange.OutputPlaces;
import org.fairlead.sim.jobs.machine.MeasurementDelay;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.jobs.prefetch.InputFetcher;
import org.fairlead.sim.jobs.prefetch.InputRead;
import org.fairlead.sim.jobs.prefetch.Prefetcher;
import org.fairlead.sim.jobs.prefetch.ShadowPrefetcher;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.jobs.time.HeartbeatTimes;
import org.fairlead.sim.jobs.time.Offers;
import org.fairlead.sim.jobs.time.Slowdowns;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;

/** One run: jobs are submitted, their stages start when what they depend on is there, their tasks are dispatched and end. */
final class JobRun implements EventHandler {
    private final RunContext world;
    private final Workload workload;
    private final Policies policies;
    private final ContenderPolicies decisions;
    private final Files files;
    private final Results results;
    private final Attempts attempts;
    private final List<SchedulerView> known;
    /** By name; in Hadoop all jobs are of one. */
    private final List<String> applications;

    private final TaskDispatch dispatch;
    private final Offers offers;
    private final HeartbeatTimes beats;
    private final MeasurementDelay measurements;
    private final Cluster.Costs costs;
    private final JobState[] jobs;
    private final InputFetcher fetcher;
    private final BlockReading reading;
    private final Slowdowns slowdowns;
    private int submitted;
    private int ended;

    /**
     * @param foresees whether it is judged what could have been fetched ahead
     * @param prefetcher who is asked what to fetch ahead, unless the run's own schedulers are
     */
    JobRun(
            Cluster cluster,
            Workload workload,
            Policies policies,
            long seed,
            JobSimulation.Options options,
            boolean foresees,
            Prefetcher prefetcher) {
        Optional<ShadowPrefetcher> shadow =
                policies.prefetch() == Prefetch.SHADOW ? Optional.of(new ShadowPrefetcher()) : Optional.empty();
        Prefetcher asked = shadow.isPresent() ? shadow.get() : prefetcher;
        this.workload = workload;
        this.policies = policies;
        ReduceAdmission admission = ReduceAdmission.of(cluster, policies);
        applications = applications(cluster, workload);
        world = new RunContext(
                cluster,
                applications.size(),
                admission.slots(policies.slots().reduceFactor()),
                seed,
                this,
                asked != Prefetcher.NONE && policies.fetching().admits() ? cluster.guarantees() : SharingRule.MAX_MIN,
                foresees,
                policies.exchange().store());
        world.engine.step(options.stepSeconds());
        slowdowns =
                new Slowdowns(cluster.slowdowns(), cluster.background().size(), world.engine::now, world.hardware());
        costs = cluster.costs();
        ReduceAdmission.requireSlots(world, workload, policies);
        decisions = new ContenderPolicies(world, policies, applications);
        files = new Files(world, workload, decisions.model.availableBandwidth());
        results = new Results(workload.jobs().size(), options.keepTasks());
        jobs = new JobState[workload.jobs().size()];
        BlockReading.Ahead ahead =
                BlockReading.Ahead.of(world, decisions, policies, asked, number -> Optional.ofNullable(jobs[number]));
        fetcher = ahead.fetcher();
        reading = new BlockReading(world, decisions, results, ahead);
        attempts = new Attempts(
                world,
                decisions,
                admission,
                files,
                policies.exchange(),
                policies.pairsApart().orElse(options.pairsApart()),
                results,
                reading,
                this::done);
        beats = new HeartbeatTimes(cluster, seed);
        known = IntStream.range(0, applications.size())
                .mapToObj(application -> new SchedulerView(world, decisions, attempts.shuffles(), beats, application))
                .toList();
        dispatch = new TaskDispatch(world, decisions, known, attempts, admission, results, options.stageByStage());
        offers = cluster.framework() == Cluster.Framework.HADOOP
                ? new TrackerOffers(world, dispatch, beats)
                : new ExecutorOffers(world, dispatch);
        IntStream.range(0, applications.size())
                .filter(decisions::plansAhead)
                .forEach(application -> dispatch.plans(
                        application,
                        new SimulatedPlanner(
                                world,
                                known.get(application),
                                application,
                                decisions.assigner(application),
                                policies.tasks().options().prediction().slowHosts(),
                                decisions.engine(),
                                offers::pending)));
        shadow.ifPresent(asks -> {
            ShadowRun run = new ShadowRun(world, decisions, known, dispatch, ahead, beats);
            dispatch.watch(run::over);
            asks.of(run, known.size());
        });
        measurements = new MeasurementDelay(
                cluster,
                world.engine,
                world.meter,
                world.machines,
                world.resources(),
                decisions.model,
                decisions.measures || policies.fetching().tasksFirst(),
                world.paths::observed,
                decisions::steering,
                options.linkSpanSeconds());
    }

    /** What first attempts read from other machines. */
    List<InputRead> reads() {
        return reading.reads();
    }

    private static List<String> applications(Cluster cluster, Workload workload) {
        List<String> names =
                workload.jobs().stream().map(Job::application).distinct().toList();
        return cluster.framework() == Cluster.Framework.HADOOP || names.isEmpty() ? List.of("") : names;
    }

    JobsOutcome run(RunObserver watcher) {
        for (int i = 0; i < world.cluster.background().size(); i++) {
            world.at(world.cluster.background().get(i).atSeconds(), Event.BACKGROUND, i);
        }
        slowdowns.begin();
        if (decisions.measures) {
            world.at(0, Event.MEASURE, 0);
        }
        if (dispatch.speculates() || decisions.byHeartbeat) {
            world.at(costs.heartbeatSeconds(), Event.REPORT, 0);
        }
        if (measurements.spanSeconds() > 0) {
            world.at(measurements.spanSeconds(), Event.SPAN, 0);
        }
        if (jobs.length > 0) {
            world.at(workload.jobs().get(0).submitSeconds(), Event.SUBMIT, 0);
        }
        boolean complete = world.engine.run(() -> watcher.goOn(ended, jobs.length));
        fetcher.finish();
        return results.outcome(
                policies,
                world.seed,
                dispatch.jobs(),
                measurements.kept(),
                files.writtenReplicas(),
                world.paths.counts(),
                world.foresight.bytes(),
                fetcher.bytes(),
                fetcher.requests(),
                attempts.exchange().counts(),
                complete && ended == jobs.length);
    }

    private boolean goesOn() {
        return ended < jobs.length;
    }

    /** So much later the same, as long as there are jobs. */
    private void again(double seconds, int event) {
        if (goesOn()) {
            world.at(world.engine.now() + seconds, event, 0);
        }
    }

    @Override
    public void timer(int kind, long payload) {
        world.foresight.look();
        switch (kind) {
            case Event.BACKGROUND -> background((int) payload);
            case Event.MEASURE -> measure();
            case Event.REPORT -> report();
            case Event.SHOW -> measurements.show();
            case Event.SPAN -> {
                measurements.span();
                again(measurements.spanSeconds(), Event.SPAN);
            }
            case Event.SUBMIT -> submit((int) payload);
            case Event.READY -> ready((int) payload);
            case Event.START -> world.attempt(payload).ifPresent(attempts::start);
            case Event.BLOCK -> world.attempt(payload).ifPresent(attempts::block);
            case Event.FREE -> world.attempt(payload).ifPresent(this::ended);
            case Event.POLL -> poll(RunContext.first(payload), RunContext.second(payload));
            case Event.PLAN -> dispatch.planning((int) payload).ifPresent(SimulatedPlanner::pass);
            case Event.PLANNED -> dispatch.planning((int) payload).ifPresent(SimulatedPlanner::publish);
            case Event.OFFER_AGAIN -> offers.pending();
            case Event.OFFERS, Event.BEAT -> offers.timer((int) payload);
            case Event.PATHS -> world.paths.timer();
            case Event.LOOK -> world.attempt(payload).ifPresent(attempts::look);
            case Event.PREFETCH -> fetcher.pass();
            default -> throw new IllegalStateException("a timer of kind " + kind);
        }
    }

    @Override
    public void ended(int activity, long payload) {
        world.foresight.look();
        switch (RunContext.event(payload)) {
            case Event.FETCH -> attempts.shuffles().ended(RunContext.second(payload), RunContext.first(payload));
            case Event.AHEAD -> fetcher.arrived(activity);
            case Event.EXCHANGE -> attempts.exchange().moved(RunContext.second(payload));
            default -> attempts.activityEnded(world.attempts.get(RunContext.second(payload)));
        }
    }

    private void background(int number) {
        if (number < world.cluster.background().size()) {
            Cluster.BackgroundLoad load = world.cluster.background().get(number);
            double capacity = world.cluster.topology().links().get(load.link()).bytesPerSecond();
            world.engine.capacity(load.link(), Math.max(0, capacity - load.bytesPerSecond()));
            measurements.background(load.link(), Math.min(capacity, load.bytesPerSecond()));
        } else if (goesOn()) {
            slowdowns.timer(number);
        }
    }

    private void measure() {
        measurements.measure();
        known.forEach(SchedulerView::reported);
        world.at(world.engine.now() + costs.statusDelaySeconds(), Event.SHOW, 0);
        again(measurements.intervalSeconds(), Event.MEASURE);
    }

    private void report() {
        dispatch.reported();
        again(costs.heartbeatSeconds(), Event.REPORT);
    }

    private void submit(int number) {
        Job job = workload.jobs().get(number);
        int application = Math.max(0, applications.indexOf(job.application()));
        JobState state = new JobState(number, job, application, world.foresight::now);
        jobs[number] = state;
        dispatch.jobs().add(state);
        for (int stage = 0; stage < job.stages().size(); stage++) {
            state.stages.add(StageRun.of(state, stage, world.routes));
        }
        if (fetcher.isOn()) {
            state.stages.forEach(this::learnInput);
        }
        world.at(job.submitSeconds() + costs.jobStartSeconds(), Event.READY, number);
        submitted++;
        if (submitted < jobs.length) {
            world.at(workload.jobs().get(submitted).submitSeconds(), Event.SUBMIT, submitted);
        }
    }

    /** What a job's start costs is over, or a stage's parents are done. */
    private void ready(int number) {
        JobState job = jobs[number];
        for (StageRun stage : job.stages) {
            if (!stage.started && stage.mayStart(world.cluster.framework(), costs.reduceStart())) {
                start(stage);
            }
        }
        if (job.job.stages().isEmpty()) {
            end(job);
        }
    }

    private void start(StageRun stage) {
        stage.starts(world.engine.now());
        learnInput(stage);
        if (stage.stage.input() instanceof Stage.Input.File file) {
            stage.known = files.known(file.name(), stage.known);
        }
        if (stage.hasFixedHosts()) {
            attempts.launchFixed(stage);
            return;
        }
        Optional<OutputPlaces> placed = attempts.exchange().places(stage);
        stage.pending.sentBy(placed.map(OutputPlaces::matrix)
                .orElseGet(() -> attempts.shuffles().mapOutput(stage)));
        for (int task = 0; task < stage.tasks; task++) {
            Block block = stage.blocks.isEmpty() ? null : stage.blocks.get(task);
            int[] hosts = placed.isPresent()
                    ? placed.get().hosts(task)
                    : block == null ? StageRun.NOWHERE : world.machines.hosts(block.machines);
            stage.pending.add(task, hosts, block == null ? stage.shuffleBytes(task) : block.allBytes());
        }
        dispatch.pending(stage, stage.tasks);
        dispatch.planning(stage).ifPresent(plans -> plans.submitted(stage));
        offers.pending();
    }

    /** What a stage reads, as soon as that is there. */
    private void learnInput(StageRun stage) {
        if (!stage.blocks.isEmpty()) {
            return;
        }
        stage.reads(files.input(stage));
        if (!stage.blocks.isEmpty()) {
            fetcher.known(stage.job.number, stage.number);
        }
    }

    /** An attempt has done its work; its machine reports it later. */
    private void done(RunningAttempt attempt) {
        double now = world.engine.now();
        attempt.endSeconds = now + (attempt.slot < 0 ? 0 : costs.taskEndSeconds());
        double reported = attempt.slot < 0 ? now : beats.from(attempt.machine, attempt.endSeconds);
        world.at(reported, Event.FREE, attempt);
    }

    private void ended(RunningAttempt attempt) {
        StageRun stage = attempt.stage;
        int machine = attempt.machine;
        dispatch.over(attempt, false);
        if (stage.attempts[attempt.task] > 0) {
            killOthers(stage, attempt.task);
        }
        stage.ended(attempt.task);
        attempts.exchange().taskEnded(stage, attempt.task);
        dispatch.planning(stage).ifPresent(plans -> plans.succeeded(attempt));
        stage.took(world.engine.now() - attempt.launchSeconds, dispatch.speculates());
        if (stage.stage.output() instanceof Stage.Output.Shuffle) {
            stage.output(machine, attempt.outputBytes);
            attempts.made(stage);
        }
        if (stage.isDone()) {
            stageDone(stage);
        } else if (world.cluster.framework() == Cluster.Framework.HADOOP) {
            ready(stage.job.number);
        }
        if (attempt.slot >= 0) {
            offers.freed(machine, stage.job.application);
        }
    }

    private void killOthers(StageRun stage, int task) {
        for (RunningAttempt other : List.copyOf(stage.running)) {
            if (other.task == task) {
                int freed = other.machine;
                dispatch.over(other, true);
                offers.freed(freed, stage.job.application);
            }
        }
    }

    private void stageDone(StageRun stage) {
        dispatch.planning(stage).ifPresent(plans -> plans.completed(stage));
        attempts.exchange().over(stage);
        if (files.isReadLater(stage)) {
            files.store(stage);
        }
        JobState job = stage.job;
        job.stagesLeft--;
        if (job.stagesLeft == 0) {
            end(job);
        } else {
            ready(job.number);
        }
    }

    private void end(JobState job) {
        job.finishSeconds = world.engine.now();
        ended++;
        dispatch.jobs().remove(job);
        results.ended(job);
        jobs[job.number] = null;
    }

    private void poll(int job, int stage) {
        if (jobs[job] != null) {
            attempts.shuffles().poll(jobs[job].stages.get(stage));
        }
    }
}
