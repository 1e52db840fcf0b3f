// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.fairlead.core.prefetch.progress.PredictionCorrection;
import org.fairlead.core.prefetch.progress.StageProgress;
import org.fairlead.core.prefetch.shadow.Horizon;
import org.fairlead.core.prefetch.shadow.PrefetchRequest;
import org.fairlead.core.prefetch.shadow.ShadowJob;
import org.fairlead.core.prefetch.shadow.ShadowSchedule;
import org.fairlead.core.prefetch.shadow.ShadowScheduler;
import org.fairlead.core.prefetch.shadow.ShadowStage;
import org.fairlead.core.prefetch.shadow.SlotForecast;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.TaskSet;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.prefetch.FetchRequest;
import org.fairlead.sim.jobs.prefetch.InputFetcher;
import org.fairlead.sim.jobs.prefetch.InputPart;
import org.fairlead.sim.jobs.prefetch.MachineMemory;
import org.fairlead.sim.jobs.prefetch.ShadowPrefetcher;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.HeartbeatTimes;
import org.fairlead.sim.jobs.time.PolicyTime;

/** A run as its schedulers' shadows ask for it: slots and when they are predicted to be free, stages that run or whose input is known. */
final class ShadowRun implements ShadowPrefetcher.Schedulers {
    private static final long HORIZON_NANOS = 10_000_000_000L;
    /** Of a run, so that one costs no more than a moment. */
    private static final int MOST_CHOICES = 20_000;

    private final RunContext world;
    private final ContenderPolicies decisions;
    private final List<SchedulerView> known;
    private final TaskDispatch dispatch;
    private final InputFetcher fetcher;
    private final MachineMemory memory;
    private final HeartbeatTimes beats;
    private final List<ShadowScheduler> schedulers = new ArrayList<>();
    private final Map<StageRun, StageAttempt> attempts = new HashMap<>();
    private final Map<StageAttempt, StageRun> stages = new HashMap<>();
    private final Map<StageRun, StageProgress> progress = new HashMap<>();
    /** By application. */
    private final Map<Integer, PredictionCorrection> corrections = new HashMap<>();

    private final Set<RunningAttempt> started = new HashSet<>();
    private int numbers;

    /** @param known by application */
    ShadowRun(
            RunContext world,
            ContenderPolicies decisions,
            List<SchedulerView> known,
            TaskDispatch dispatch,
            BlockReading.Ahead ahead,
            HeartbeatTimes beats) {
        this.world = world;
        this.decisions = decisions;
        this.known = known;
        this.dispatch = dispatch;
        this.beats = beats;
        fetcher = ahead.fetcher();
        memory = ahead.memory();
        for (int application = 0; application < known.size(); application++) {
            schedulers.add(new ShadowScheduler(decisions.assigner(application), decisions.jobOrder, world.seed));
        }
    }

    @Override
    public boolean anyRuns() {
        return !dispatch.jobs().isEmpty();
    }

    @Override
    public int application(int job) {
        return job(job).application;
    }

    private JobState job(int number) {
        for (JobState job : dispatch.jobs()) {
            if (job.number == number) {
                return job;
            }
        }
        throw new IllegalArgumentException("job " + number + " does not run");
    }

    @Override
    public StageAttempt attempt(int job, int stage) {
        return attempt(job(job).stages.get(stage));
    }

    private StageAttempt attempt(StageRun stage) {
        return attempts.computeIfAbsent(stage, unused -> {
            StageAttempt id = new StageAttempt(numbers++, 0);
            stages.put(id, stage);
            return id;
        });
    }

    @Override
    public List<FetchRequest> parts(PrefetchRequest request) {
        StageRun stage = stages.get(request.stage());
        int machine = world.machines.of(request.host());
        Block first = stage.blocks.get(request.task());
        List<FetchRequest> parts = new ArrayList<>(1 + first.following.size());
        for (int part = 0; part <= first.following.size(); part++) {
            Block block = part == 0 ? first : first.following.get(part - 1);
            if (!block.isOn(machine)) {
                parts.add(new FetchRequest(
                        new InputPart(stage.job.number, stage.number, request.task(), part),
                        machine,
                        part == 0 && decisions.measures && !request.isFromStore()
                                ? world.machines.of(request.source())
                                : FetchRequest.ANY_SOURCE,
                        PolicyTime.seconds(request.deadlineNanos())));
            }
        }
        return parts;
    }

    @Override
    public double arrivedBytes(InputPart part) {
        return fetcher.arrivedBytes(part);
    }

    @Override
    public int slots(String executor) {
        int host = world.cluster.topology().node(executor).orElseThrow().index();
        return world.machines.slots(world.machines.of(host), InputKind.BLOCKS);
    }

    @Override
    public boolean isHeld(InputPart part) {
        return fetcher.isHeld(part);
    }

    @Override
    public void held(PrefetchRequest request, double bytes) {
        StageRun stage = stages.get(request.stage());
        stage.pending.held(request.task(), request.host(), bytes);
        dispatch.planning(stage).ifPresent(plans -> plans.held(stage, request.task(), request.executor(), bytes));
    }

    /** An attempt has ended well, or was killed. */
    void over(RunningAttempt attempt, boolean killed) {
        StageProgress of = progress(attempt.stage);
        look(attempt);
        started.remove(attempt);
        if (killed) {
            of.lost(attempt.number());
        } else {
            of.ended(attempt.number(), PolicyTime.nanos(attempt.endSeconds));
        }
    }

    private StageProgress progress(StageRun stage) {
        return progress.computeIfAbsent(
                stage,
                unused -> new StageProgress(
                        corrections.computeIfAbsent(stage.job.application, first -> new PredictionCorrection())));
    }

    /** How far an attempt is. */
    private void look(RunningAttempt attempt) {
        StageProgress of = progress(attempt.stage);
        if (started.add(attempt)) {
            of.started(
                    attempt.number(),
                    (long) attempt.inputBytes,
                    missingShare(attempt),
                    attempt.expectedSeconds,
                    PolicyTime.nanos(attempt.launchSeconds));
        }
        boolean blocks = attempt.stage.kind == InputKind.BLOCKS;
        if (decisions.byHeartbeat && blocks && !Double.isNaN(attempt.reportedSeconds)) {
            of.read(attempt.number(), (long) attempt.reportedRead, PolicyTime.nanos(attempt.reportedSeconds));
        } else if (!decisions.byHeartbeat && blocks && attempt.phase == RunningAttempt.Phase.READING) {
            of.read(attempt.number(), (long) dispatch.readBytes(attempt), world.now());
        }
        if (!decisions.byHeartbeat && !Double.isNaN(attempt.inputSeconds)) {
            of.allRead(attempt.number(), PolicyTime.nanos(attempt.inputSeconds));
        }
    }

    /** Of an attempt's input, what was elsewhere when it was looked at first. */
    private double missingShare(RunningAttempt attempt) {
        if (attempt.stage.blocks.isEmpty() || attempt.source == attempt.machine || attempt.inputBytes == 0) {
            return 0;
        }
        InputPart first = new InputPart(attempt.stage.job.number, attempt.stage.number, attempt.task, 0);
        double there = attempt.slot < 0 || attempt.speculative ? 0 : fetcher.arrivedBytes(first);
        return 1 - Math.max(attempt.ahead, there) / attempt.inputBytes;
    }

    @Override
    public List<ShadowSchedule> lookAhead(List<List<PrefetchRequest>> standing) {
        progress.keySet().removeIf(StageRun::isDone);
        attempts.keySet().removeIf(StageRun::isDone);
        stages.values().removeIf(StageRun::isDone);
        List<ShadowSchedule> schedules = new ArrayList<>();
        for (int application = 0; application < schedulers.size(); application++) {
            int[] choices = {MOST_CHOICES};
            schedules.add(schedulers
                    .get(application)
                    .lookAhead(
                            jobs(application),
                            slots(application),
                            standing.get(application),
                            known.get(application),
                            new Horizon(HORIZON_NANOS, Long.MAX_VALUE / 2, memory()),
                            world.now(),
                            () -> choices[0]-- > 0));
        }
        return schedules;
    }

    /** The least of all machines that run tasks. */
    private long memory() {
        double least = Double.POSITIVE_INFINITY;
        for (int machine = 0; machine < world.machines.count(); machine++) {
            if (world.machines.slots(machine, InputKind.BLOCKS) > 0) {
                least = Math.min(least, memory.all(machine));
            }
        }
        return (long) least;
    }

    private SlotForecast slots(int application) {
        List<SlotForecast.Executor> executors = new ArrayList<>();
        for (int machine = 0; machine < world.machines.count(); machine++) {
            running(machine, application).forEach(this::look);
        }
        int here = 0;
        for (int machine = 0; machine < world.machines.count(); machine++) {
            if (world.machines.slots(machine, InputKind.BLOCKS) == 0) {
                continue;
            }
            List<SlotForecast.Running> running = running(machine, application).stream()
                    .map(attempt -> new SlotForecast.Running(attempt(attempt.stage), secondsLeft(attempt)))
                    .toList();
            here += running.size();
            int host = world.machines.host(machine);
            String name = world.cluster.topology().nodes().get(host).name();
            executors.add(new SlotForecast.Executor(
                    name,
                    host,
                    world.machines.free(machine, InputKind.BLOCKS, application),
                    running,
                    dispatch.planning(application)
                            .map(plans -> plans.pace(name))
                            .orElse(1.0)));
        }
        SlotForecast slots = world.machines.sharesSlots()
                ? SlotForecast.of(executors)
                : SlotForecast.exclusive(executors, InputKind.BLOCKS, dispatch.running(application) - here);
        return beats.areAtOnce() ? slots : slots.with(beats.offers(world.engine.now(), world.machines::of));
    }

    /** An application's attempts in slots for tasks that read blocks. */
    private List<RunningAttempt> running(int machine, int application) {
        boolean any = world.machines.sharesSlots();
        return world.running(machine).stream()
                .filter(attempt -> attempt.stage.job.application == application)
                .filter(attempt -> any || attempt.stage.kind == InputKind.BLOCKS)
                .toList();
    }

    /** To its predicted end, known or not. */
    private double secondsLeft(RunningAttempt attempt) {
        double now = world.engine.now();
        if (!Double.isNaN(attempt.endSeconds)) {
            return Math.max(0, attempt.endSeconds - now);
        }
        OptionalLong end = progress(attempt.stage).predictedEndNanos(attempt.number(), world.now());
        double elapsed = now - attempt.launchSeconds;
        double left = end.isPresent()
                ? PolicyTime.seconds(end.getAsLong()) - now
                : Double.isFinite(attempt.expectedSeconds) ? Math.abs(attempt.expectedSeconds - elapsed) : elapsed;
        return Math.max(0, left);
    }

    private List<ShadowJob> jobs(int application) {
        List<ShadowJob> jobs = new ArrayList<>();
        boolean byStage = dispatch.isByStage();
        for (JobState job : dispatch.jobs()) {
            if (job.application != application) {
                continue;
            }
            List<ShadowStage> asked = new ArrayList<>();
            int residual = 0;
            for (StageRun stage : job.stages) {
                int left = stage.tasks - stage.ended;
                residual += left;
                if (left == 0 || stage.hasFixedHosts() || !isKnown(stage)) {
                    continue;
                }
                ShadowStage ahead = new Foreseen(stage);
                if (!byStage) {
                    asked.add(ahead);
                } else if (stage.isSubmitted()) {
                    jobs.add(new ShadowJob(job.number, job.pool(), stage.submittedNanos(), left, List.of(ahead)));
                }
            }
            if (!byStage) {
                jobs.add(new ShadowJob(job.number, job.pool(), job.submittedNanos(), residual, asked));
            }
        }
        return jobs;
    }

    private static boolean isKnown(StageRun stage) {
        return stage.started || stage.kind == InputKind.SHUFFLE || !stage.blocks.isEmpty();
    }

    /** A stage of the run. */
    private final class Foreseen implements ShadowStage {
        private final StageRun stage;

        Foreseen(StageRun stage) {
            this.stage = stage;
        }

        @Override
        public StageAttempt id() {
            return attempt(stage);
        }

        @Override
        public TaskSet pending() {
            TaskSet tasks = stage.pending.copy(task -> true);
            if (stage.started) {
                return tasks;
            }
            for (int task = 0; task < stage.tasks; task++) {
                Block block = stage.blocks.isEmpty() ? null : stage.blocks.get(task);
                int[] hosts = block == null ? StageRun.NOWHERE : world.machines.hosts(block.machines);
                tasks.add(task, hosts, block == null ? stage.shuffleBytes(task) : block.allBytes());
            }
            return tasks;
        }

        @Override
        public int notLaunched() {
            return stage.started ? stage.pending.size() : stage.tasks;
        }

        @Override
        public Set<StageAttempt> parents() {
            Set<StageAttempt> parents = new HashSet<>();
            if (!stage.started) {
                stage.stage.parents().forEach(parent -> parents.add(attempt(stage.job.stages.get(parent))));
            }
            return parents;
        }

        @Override
        public long earliestNanos() {
            return PolicyTime.nanos(
                    stage.job.job.submitSeconds() + world.cluster.costs().jobStartSeconds());
        }

        @Override
        public OptionalDouble seconds(double bytes, double missingShare) {
            OptionalDouble nanos = progress(stage).predictedNanos((long) bytes, missingShare);
            return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e9) : nanos;
        }

        @Override
        public OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
            return progress(stage).correctedSeconds(predictedSeconds, missingShare);
        }

        @Override
        public BroadcastFetches broadcasts() {
            return host -> {
                int machine = world.machines.of(host);
                return machine == SimulatedMachines.NONE ? 0 : stage.broadcastBytes(machine);
            };
        }
    }
}
