// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.Placement;
import org.fairlead.core.placement.PlacementRequest;
import org.fairlead.core.topology.Host;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.machine.MachineActivities;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.Event;
import org.fairlead.sim.workload.Stage;

/** How a task writes a file: block after block, each through a pipeline of machines that a placement policy has chosen. */
final class BlockWriting {
    /** Of processors, what counts at most when a set-up waits for its turns. */
    private static final double MOST_BUSY = 0.9;

    private final RunContext world;
    private final ContenderPolicies decisions;
    private final Files files;
    private final Results results;
    private final Cluster.Costs costs;

    BlockWriting(RunContext world, ContenderPolicies decisions, Files files, Results results) {
        this.world = world;
        this.decisions = decisions;
        this.files = files;
        this.results = results;
        costs = world.cluster.costs();
    }

    /** Asks where the next block goes, and sets its pipeline up. */
    void next(RunningAttempt attempt) {
        Stage.Output.Files output = (Stage.Output.Files) attempt.stage.stage.output();
        long most = output.blockBytes() > 0
                ? output.blockBytes()
                : world.cluster.fileSystem().blockBytes();
        attempt.blockStartSeconds = world.engine.now();
        attempt.blockBytes = Math.min((double) most, attempt.outputBytes - attempt.writtenBytes);
        PlacementRequest request =
                files.request(attempt.machine, files.copies(output.replication()), (long) attempt.blockBytes);
        Placement placement = files.favored(request, attempt.slowHosts, Draw.mixed(world.seed, attempt.number()))
                .orElseGet(() -> decisions.place(request));
        if (placement instanceof Placement.LeftToStock) {
            results.leftToStock();
            placement = files.stockPlacement(request, world.chance());
        }
        attempt.pipeline = files.machines(placement);
        List<Host> targets = ((Placement.Chosen) placement).targets();
        decisions.placed(request, targets);
        attempt.transfer = decisions.commit(
                attempt.stage.job,
                path(attempt),
                TrafficClass.REPLICATION,
                attempt.blockBytes,
                ((Placement.Chosen) placement).bytesPerSecond());
        int before = attempt.machine;
        for (int machine : attempt.pipeline) {
            decisions.request(
                    attempt, before, machine, TrafficClass.REPLICATION, attempt.blockBytes, PathChoice.NETWORK);
            before = machine;
        }
        world.at(world.engine.now() + costs.blockSetupSeconds(), Event.BLOCK, attempt);
    }

    private static int[] path(RunningAttempt attempt) {
        int[] path = new int[attempt.pipeline.length + 1];
        path[0] = attempt.machine;
        System.arraycopy(attempt.pipeline, 0, path, 1, attempt.pipeline.length);
        return path;
    }

    /** What the set-up or the end of a block costs is over. */
    void step(RunningAttempt attempt) {
        if (attempt.pipeline.length == 0) {
            next(attempt);
        } else if (costs.blockSetupProcessorSeconds() > 0) {
            attempt.phase = RunningAttempt.Phase.PREPARING_BLOCK;
            int processor = world.machines.processor(attempt.machine);
            double busy = processor == SimulatedMachines.NONE
                    ? 0
                    : world.engine.load(processor) / world.engine.capacity(processor);
            double perByte = RunContext.secondsPerByte(attempt.stage.stage);
            MachineActivities.Needs needs = world.activities.needs();
            needs.use(processor, perByte);
            attempt.amount = costs.blockSetupProcessorSeconds() / perByte;
            attempt.activity = needs.start(
                    1,
                    (1 - Math.min(MOST_BUSY, busy)) / perByte,
                    attempt.amount,
                    RunContext.payload(Event.ATTEMPT, 0, attempt.id));
        } else {
            move(attempt);
        }
    }

    /** The pipeline stands: bytes move. */
    void move(RunningAttempt attempt) {
        attempt.phase = RunningAttempt.Phase.WRITING_BLOCKS;
        world.paths.withdrawn(attempt.number());
        attempt.firstByteSeconds = world.engine.now();
        MachineActivities.Needs needs = world.activities.needs();
        double cap = Double.POSITIVE_INFINITY;
        int before = attempt.machine;
        for (int machine : attempt.pipeline) {
            needs.path(before, machine, TrafficClass.REPLICATION, world.chance(), 1);
            if (world.machines.writesToDisk(machine)) {
                needs.use(world.machines.disk(machine), 1);
                cap = Math.min(cap, world.machines.oneDisk(machine));
            }
            before = machine;
        }
        Stage stage = attempt.stage.stage;
        if (stage.input() instanceof Stage.Input.None && stage.computeSecondsPerByte() > 0) {
            needs.use(world.machines.processor(attempt.machine), stage.computeSecondsPerByte());
            cap = Math.min(cap, 1 / stage.computeSecondsPerByte());
        }
        attempt.streams = world.machines.writingToDisk(attempt.pipeline);
        attempt.amount = attempt.blockBytes;
        world.activities.streams(attempt.streams, 1);
        attempt.activity = needs.start(1, cap, attempt.blockBytes, RunContext.payload(Event.ATTEMPT, 0, attempt.id));
    }

    /** A block's last byte is on all its machines. */
    void written(RunningAttempt attempt) {
        decisions.finish(attempt.transfer);
        attempt.transfer = 0;
        files.wrote(attempt.pipeline);
        Block block = new Block(attempt.pipeline, attempt.blockBytes);
        if (!attempt.written.isEmpty()) {
            attempt.written.get(attempt.written.size() - 1).followedBy(block);
        }
        attempt.written.add(block);
        if (files.isReadLater(attempt.stage)) {
            Arrays.stream(attempt.pipeline).forEach(block::cachedOn);
            attempt.stage.written.add(block);
        }
        attempt.pipeline = StageRun.NOWHERE;
        attempt.writtenBytes += attempt.blockBytes;
        double end = world.engine.now() + costs.blockEndSeconds();
        results.block(attempt, end);
        world.at(end, Event.BLOCK, attempt);
    }

    /** An attempt is killed: what it has written is deleted, and nobody reads it. */
    void killed(RunningAttempt attempt) {
        files.deleted(attempt.written);
        attempt.stage.written.removeAll(attempt.written);
    }

    boolean isDone(RunningAttempt attempt) {
        return attempt.pipeline.length == 0 && attempt.writtenBytes >= attempt.outputBytes;
    }
}
