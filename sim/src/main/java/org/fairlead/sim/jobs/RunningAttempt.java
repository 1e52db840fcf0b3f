// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.profile.BlockWaits;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.speculation.Attempt;
import org.fairlead.sim.jobs.outcome.LeadCause;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.PolicyTime;

/** A running attempt at a task. */
final class RunningAttempt {
    /** What an attempt does at a moment. */
    enum Phase {
        STARTING,
        FETCHING_BROADCAST,
        READING,
        /** The end of its last line, in the next block. */
        ENDING_LINE,
        COPYING,
        SPILLING,
        COMPUTING,
        WRITING_LOCALLY,
        PREPARING_BLOCK,
        WRITING_BLOCKS,
        ENDING
    }

    /** What copy-compute splitting counts it as. */
    enum Admission {
        NONE,
        COPIES,
        COMPUTES
    }

    /**
     * What it is launched with.
     *
     * @param source where its first block is read; −1 to leave it to the selector
     * @param path that its scheduler counted on
     * @param slowHosts from which its reads and writes are to keep away, by as much as they are slow
     */
    record Advice(int source, PathChoice path, Map<String, Double> slowHosts) {
        static final Advice NONE = new Advice(-1, PathChoice.NETWORK, Map.of());
    }

    final int id;
    /** Tells it from earlier attempts of the same number. */
    final int generation;

    final StageRun stage;
    final int task;
    final int machine;
    /** −1 when it asked for none. */
    final int slot;

    final double launchSeconds;
    final boolean speculative;
    /** From its launch, as predicted then; NaN when nothing was. */
    double expectedSeconds = Double.NaN;

    /** Hosts from which its reads and writes keep away by as much as they are slow, as they were when it was launched. */
    Map<String, Double> slowHosts = Map.of();

    Locality locality = Locality.ANY;
    /** Where its input comes from; −1 for nowhere in particular. */
    int source = -1;
    /** What made the time since its input was known. */
    LeadCause leadCause = LeadCause.NONE;
    /** Whether what it reads now was fetched ahead: it lies in its machine's memory. */
    boolean held;
    /** Bytes of the block it comes to that count as fetched, of one that is not held as a whole. */
    double foreseen;
    /** Where it began to read, as the scheduler counts it; −1 for nowhere. */
    int readSource = -1;

    Phase phase = Phase.STARTING;
    double inputBytes;
    /** Of what it reads now, bytes that were there before it began. */
    double ahead;
    /** Of what it reads now, bytes that came from sources which it left. */
    double fromOthers;
    /** How often it left a source of what it reads now. */
    int left;
    /** When it looks next whether it leaves its source. */
    double lookSeconds;
    /** Of the blocks that it has read to their ends, and of sources that it left. */
    double readBytes;
    /** Which of the blocks that it reads, from 0. */
    int blocksRead;

    double outputBytes;
    double inputSeconds = Double.NaN;
    /** When it has ended on its machine, whenever that is told; NaN before that is known. */
    double endSeconds = Double.NaN;
    /** In the engine; −1 for none. */
    int activity = -1;
    /** What the activity began with. */
    double amount;

    /** When the activity began, s. */
    double begun;

    /** Machines on whose disks the activity is a stream. */
    int[] streams = StageRun.NOWHERE;
    /** Number of the load model's transfer; 0 for none. */
    long transfer;

    Admission admission = Admission.NONE;
    /** Of its machine's memory for shuffles, where it fetches by itself. */
    long memoryBytes;

    double writtenBytes;
    /** Blocks of its file, in their order. */
    final List<Block> written = new ArrayList<>(0);

    double blockStartSeconds;
    /** When the pipeline stood. */
    double firstByteSeconds;

    double blockBytes;
    int[] pipeline = StageRun.NOWHERE;
    boolean killed;
    double reportedProgress;
    double reportedRead;
    /** When that was so; NaN before it reads. */
    double reportedSeconds = Double.NaN;

    double reportedRate;
    Attempt.Waits waits = Attempt.Waits.NOT;

    /** For how long it waited for its blocks. */
    BlockWaits blockWaits = BlockWaits.NONE;

    /** Its source has given it something. */
    void waited(double bytes, double seconds) {
        boolean own = source == machine;
        blockWaits = new BlockWaits(
                blockWaits.otherSeconds() + (own ? 0 : seconds),
                blockWaits.ownSeconds() + (own ? seconds : 0),
                blockWaits.ownBytes() + (own ? bytes : 0),
                blockWaits.bytes() + bytes);
    }

    /** What it reads now. */
    Block beingRead() {
        Block first = stage.blocks.get(task);
        return blocksRead == 0 ? first : first.following.get(blocksRead - 1);
    }

    /**
     * As its machine reported it last.
     *
     * @param host the machine's
     */
    Attempt reported(int host) {
        return new Attempt(
                task,
                host,
                PolicyTime.nanos(launchSeconds),
                reportedProgress,
                stage.attempts[task],
                reportedRead,
                reportedRate,
                waits,
                stage.launches[task]);
    }

    /** Its number, which no other attempt of a run has for a long time. */
    long number() {
        return ((long) generation << Integer.SIZE) | id;
    }

    RunningAttempt(
            int id,
            int generation,
            StageRun stage,
            int task,
            int machine,
            int slot,
            double launchSeconds,
            boolean speculative) {
        this.id = id;
        this.generation = generation;
        this.stage = stage;
        this.task = task;
        this.machine = machine;
        this.slot = slot;
        this.launchSeconds = launchSeconds;
        this.speculative = speculative;
    }
}
