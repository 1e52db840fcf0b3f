// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.List;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.speculation.Attempt;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.machine.MachineActivities;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.workload.Stage;

/**
 * What a task does from its launch to its end: it reads (computing meanwhile) or fetches, computes, and writes to local disks or in
 * blocks.
 */
final class Attempts {
    /** What is called when an attempt has done its work. */
    interface Done {
        void with(RunningAttempt attempt);
    }

    /** Share of its capacity from which a link or a disk counts as contended. */
    private static final double CONTENDED = 0.95;

    private final RunContext world;
    private final ContenderPolicies decisions;
    private final ReduceAdmission admission;
    private final Shuffles shuffles;
    private final BlockReading reading;
    private final BlockWriting writing;
    private final Done done;
    private final Cluster.Costs costs;
    private final ShuffleExchange exchange;

    Attempts(
            RunContext world,
            ContenderPolicies decisions,
            ReduceAdmission admission,
            Files files,
            Policies.Exchange exchange,
            boolean apart,
            Results results,
            BlockReading reading,
            Done done) {
        this.admission = admission;
        this.world = world;
        this.decisions = decisions;
        this.reading = reading;
        this.done = done;
        costs = world.cluster.costs();
        shuffles = new Shuffles(world, apart, this::fetched);
        this.exchange = new ShuffleExchange(world, decisions, exchange, reader -> fetched(world.attempts.get(reader)));
        writing = new BlockWriting(world, decisions, files, results);
    }

    Shuffles shuffles() {
        return shuffles;
    }

    /** How map output comes to its readers besides. */
    ShuffleExchange exchange() {
        return exchange;
    }

    /** A task of a stage has made output for a shuffle. */
    void made(StageRun stage) {
        exchange.made(stage);
        shuffles.made(stage);
    }

    /**
     * Launches an attempt; it starts after what a launch costs.
     */
    RunningAttempt launch(
            StageRun stage,
            int task,
            int machine,
            int slot,
            RunningAttempt.Advice advice,
            boolean speculative,
            double delay) {
        double now = world.engine.now();
        RunningAttempt attempt = new RunningAttempt(
                world.newNumber(), world.newGeneration(), stage, task, machine, slot, now + delay, speculative);
        world.attempts.set(attempt.id, attempt);
        stage.running.add(attempt);
        stage.attempts[task]++;
        stage.launches[task]++;
        if (slot >= 0) {
            stage.job.running(stage.kind, 1);
        }
        attempt.slowHosts = advice.slowHosts();
        attempt.outputBytes = stage.outputOf(task);
        attempt.leadCause = world.leadCause(attempt);
        double start = now + delay + (stage.hasFixedHosts() ? 0 : costs.taskLaunchSeconds());
        if (!stage.blocks.isEmpty()) {
            start += reading.launched(attempt, advice);
        } else if (stage.kind == InputKind.SHUFFLE) {
            attempt.inputBytes = 0;
            requestShuffle(attempt);
            if (slot >= 0) {
                admission.copies(attempt);
            }
        } else {
            attempt.locality = Locality.HOST;
        }
        world.at(start, Event.START, attempt);
        return attempt;
    }

    /** Launches the tasks of a stage that names their hosts: they need no slot. */
    void launchFixed(StageRun stage) {
        List<String> hosts = stage.stage.hosts();
        List<Double> delays = stage.stage.delaysSeconds();
        for (int task = 0; task < stage.tasks; task++) {
            String name = hosts.get(task % hosts.size());
            int machine = world.machine(name, "job " + stage.job.job.name());
            double delay = delays.isEmpty() ? 0 : delays.get(task % delays.size());
            launch(stage, task, machine, SimulatedMachines.NONE, RunningAttempt.Advice.NONE, false, delay);
        }
    }

    /** Of what a task will fetch, where it is known who sends. */
    private void requestShuffle(RunningAttempt attempt) {
        MapOutputLocations senders = attempt.stage.pending.mapOutput().of(attempt.task);
        for (int i = 0; i < senders.count(); i++) {
            decisions.request(
                    attempt,
                    world.machines.of(senders.host(i)),
                    attempt.machine,
                    TrafficClass.SHUFFLE,
                    attempt.stage.shuffleBytes(attempt.task) * senders.shareAt(i),
                    PathChoice.NETWORK);
        }
    }

    /** What a launch costs is over, or what a block costs before its first byte. */
    void start(RunningAttempt attempt) {
        double bytes = attempt.stage.broadcastBytes(attempt.machine);
        int from = bytes > 0 ? broadcaster(attempt.stage) : attempt.machine;
        if (from == attempt.machine) {
            startInput(attempt);
            return;
        }
        attempt.stage.informs(attempt.machine);
        attempt.phase = RunningAttempt.Phase.FETCHING_BROADCAST;
        MachineActivities.Needs needs = world.activities.needs();
        needs.path(from, attempt.machine, TrafficClass.SHUFFLE, world.chance(), 1);
        world.begin(attempt, needs, Double.POSITIVE_INFINITY, bytes, StageRun.NOWHERE);
    }

    private int broadcaster(StageRun stage) {
        return world.machine(stage.stage.broadcast().orElseThrow().from(), "job " + stage.job.job.name());
    }

    private void startInput(RunningAttempt attempt) {
        StageRun stage = attempt.stage;
        world.paths.withdrawn(attempt.number());
        if (stage.kind == InputKind.SHUFFLE) {
            attempt.phase = RunningAttempt.Phase.COPYING;
            if (exchange.serves(stage)) {
                exchange.read(attempt);
                return;
            }
            shuffles.join(attempt, exchange.copiesFor(attempt));
            attempt.transfer = decisions.commitShuffle(stage, attempt.task, attempt.machine);
            shuffles.pollIn(stage, 0);
        } else if (stage.blocks.isEmpty()) {
            attempt.inputSeconds = world.engine.now();
            compute(attempt, stage.stage.computeSeconds(attempt.task));
        } else {
            reading.begin(attempt);
        }
    }

    /** A block has been read: the next, or what comes after reading. */
    private void readOne(RunningAttempt attempt) {
        if (!reading.next(attempt)) {
            attempt.inputSeconds = world.engine.now();
            compute(attempt, attempt.stage.stage.computeSeconds(attempt.task));
        }
    }

    /** A timer of the block that is being read. */
    void look(RunningAttempt attempt) {
        reading.look(attempt);
    }

    private void fetched(RunningAttempt attempt) {
        decisions.finish(attempt.transfer);
        attempt.transfer = 0;
        StageRun stage = attempt.stage;
        double all = 0;
        for (int parent : stage.stage.parents()) {
            all += stage.job.stages.get(parent).outputSum;
        }
        attempt.inputBytes = all * stage.parts[attempt.task];
        attempt.inputSeconds = world.engine.now();
        if (attempt.admission == RunningAttempt.Admission.NONE || admission.computes(attempt)) {
            copied(attempt);
        }
    }

    /** A reduce has all its input, and may go on. */
    private void copied(RunningAttempt attempt) {
        double spilled = exchange.spilledBytes(attempt);
        if (spilled > 0 && world.machines.writesToDisk(attempt.machine)) {
            attempt.phase = RunningAttempt.Phase.SPILLING;
            onDisk(attempt, spilled);
        } else {
            computeFetched(attempt);
        }
    }

    private void computeFetched(RunningAttempt attempt) {
        Stage stage = attempt.stage.stage;
        compute(attempt, stage.computeSeconds(attempt.task) + stage.computeSecondsPerByte() * attempt.inputBytes);
    }

    private void onDisk(RunningAttempt attempt, double bytes) {
        MachineActivities.Needs needs = world.activities.needs();
        needs.use(world.machines.disk(attempt.machine), 1);
        world.begin(attempt, needs, world.machines.oneDisk(attempt.machine), bytes, new int[] {attempt.machine});
    }

    private void compute(RunningAttempt attempt, double seconds) {
        attempt.phase = RunningAttempt.Phase.COMPUTING;
        if (seconds <= 0) {
            output(attempt);
            return;
        }
        double perByte = RunContext.secondsPerByte(attempt.stage.stage);
        MachineActivities.Needs needs = world.activities.needs();
        needs.use(world.machines.processor(attempt.machine), perByte);
        world.begin(attempt, needs, 1 / perByte, seconds / perByte, StageRun.NOWHERE);
    }

    private void output(RunningAttempt attempt) {
        Stage.Output output = attempt.stage.stage.output();
        if (attempt.outputBytes > 0 && output instanceof Stage.Output.Files) {
            attempt.phase = RunningAttempt.Phase.WRITING_BLOCKS;
            writing.next(attempt);
        } else if (attempt.outputBytes > 0
                && output instanceof Stage.Output.Shuffle
                && world.machines.writesToDisk(attempt.machine)) {
            attempt.phase = RunningAttempt.Phase.WRITING_LOCALLY;
            onDisk(attempt, attempt.outputBytes * (1 + costs.mapSpillShare()));
        } else {
            end(attempt);
        }
    }

    /** A timer of the block that is being written. */
    void block(RunningAttempt attempt) {
        if (!writing.isDone(attempt)) {
            writing.step(attempt);
        } else {
            end(attempt);
        }
    }

    /** An attempt's activity has ended. */
    void activityEnded(RunningAttempt attempt) {
        world.activities.left(attempt.activity, 0);
        attempt.activity = -1;
        world.activities.streams(attempt.streams, -1);
        attempt.streams = StageRun.NOWHERE;
        switch (attempt.phase) {
            case FETCHING_BROADCAST -> startInput(attempt);
            case READING, ENDING_LINE -> readOne(attempt);
            case SPILLING -> computeFetched(attempt);
            case COMPUTING -> output(attempt);
            case WRITING_LOCALLY -> end(attempt);
            case PREPARING_BLOCK -> writing.move(attempt);
            case WRITING_BLOCKS -> writing.written(attempt);
            default -> throw new IllegalStateException("an activity ended while " + attempt.phase);
        }
    }

    private void end(RunningAttempt attempt) {
        attempt.phase = RunningAttempt.Phase.ENDING;
        done.with(attempt);
    }

    /** Stops an attempt wherever it is. */
    void kill(RunningAttempt attempt) {
        attempt.killed = true;
        world.paths.withdrawn(attempt.number());
        double left = attempt.activity < 0 ? 0 : world.engine.remaining(attempt.activity);
        reading.killed(attempt, left);
        writing.killed(attempt);
        if (attempt.activity >= 0) {
            world.cancel(attempt, left);
        }
        if (shuffles.isFetching(attempt)) {
            shuffles.leave(attempt);
        }
        exchange.leave(attempt);
        decisions.finish(attempt.transfer);
    }

    /** An attempt is over: reduces that waited for its leave to compute go on. */
    void over(RunningAttempt attempt) {
        exchange.giveBack(attempt);
        for (RunningAttempt next : admission.over(attempt)) {
            copied(next);
        }
    }

    /** Share of an attempt that is done, 0 to 1, as Hadoop counts it: a third each for copying, sorting, reducing; bytes for a map. */
    double progress(RunningAttempt attempt) {
        double served = attempt.activity < 0 || attempt.amount <= 0
                ? 0
                : 1 - world.engine.remaining(attempt.activity) / attempt.amount;
        boolean reduce = attempt.stage.kind == InputKind.SHUFFLE;
        double output = attempt.outputBytes > 0 ? attempt.writtenBytes / attempt.outputBytes : 1;
        return switch (attempt.phase) {
            case STARTING, FETCHING_BROADCAST -> 0;
            case READING ->
                (attempt.readBytes + served * (attempt.amount + attempt.ahead))
                        / attempt.inputBytes
                        * (attempt.outputBytes > 0 ? 0.67 : 1);
            case COPYING -> shuffles.copied(attempt) / 3;
            case SPILLING -> (1 + served) / 3;
            case ENDING_LINE -> attempt.outputBytes > 0 ? 0.67 : 1;
            case COMPUTING -> reduce ? (2 + served / 2) / 3 : 0.67;
            case WRITING_LOCALLY -> reduce ? (2.5 + served / 2) / 3 : 0.67 + 0.33 * served;
            case PREPARING_BLOCK, WRITING_BLOCKS -> reduce ? (2.5 + output / 2) / 3 : 0.67 + 0.33 * output;
            case ENDING -> 1;
        };
    }

    /** What an attempt's machine reports of it. */
    void report(RunningAttempt attempt) {
        attempt.reportedProgress = progress(attempt);
        boolean moves = attempt.activity >= 0;
        boolean reads = attempt.phase == RunningAttempt.Phase.READING;
        attempt.reportedRead = readBytes(attempt);
        attempt.reportedSeconds = reads || !Double.isNaN(attempt.inputSeconds) ? world.engine.now() : Double.NaN;
        attempt.reportedRate = moves && reads ? world.engine.rate(attempt.activity) * ofEach(attempt) : 0;
        attempt.waits = waits(attempt);
    }

    /** Of each byte that arrives it reads as many of those that were there. */
    private static double ofEach(RunningAttempt attempt) {
        return attempt.ahead > 0 ? 1 + attempt.ahead / attempt.amount : 1;
    }

    /** Of its input, what it has read; all when it no longer reads. */
    double readBytes(RunningAttempt attempt) {
        if (attempt.phase != RunningAttempt.Phase.READING) {
            return attempt.inputBytes;
        }
        double moved = attempt.activity >= 0 ? attempt.amount - world.engine.remaining(attempt.activity) : 0;
        return attempt.readBytes + moved * ofEach(attempt);
    }

    private Attempt.Waits waits(RunningAttempt attempt) {
        if (attempt.phase == RunningAttempt.Phase.COPYING) {
            boolean waits = exchange.waits(attempt);
            return waits || shuffles.waitsForOutput(attempt)
                    ? Attempt.Waits.FOR_EARLIER_TASKS
                    : Attempt.Waits.FOR_CONTENDED_INPUT;
        }
        if (attempt.activity < 0
                || attempt.phase == RunningAttempt.Phase.COMPUTING
                || attempt.phase == RunningAttempt.Phase.PREPARING_BLOCK) {
            return Attempt.Waits.NOT;
        }
        for (int resource : world.engine.resources(attempt.activity)) {
            if (world.engine.load(resource) >= CONTENDED * world.engine.capacity(resource)) {
                return Attempt.Waits.FOR_CONTENDED_INPUT;
            }
        }
        return Attempt.Waits.NOT;
    }
}
