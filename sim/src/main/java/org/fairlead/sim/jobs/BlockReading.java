// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.machine.MachineActivities;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.Prefetch;
import org.fairlead.sim.jobs.prefetch.HotBlocks;
import org.fairlead.sim.jobs.prefetch.InputFetcher;
import org.fairlead.sim.jobs.prefetch.InputPart;
import org.fairlead.sim.jobs.prefetch.InputRead;
import org.fairlead.sim.jobs.prefetch.MachineMemory;
import org.fairlead.sim.jobs.prefetch.Prefetcher;
import org.fairlead.sim.jobs.prefetch.Presence;
import org.fairlead.sim.jobs.storage.Block;
import org.fairlead.sim.jobs.time.Event;

/** How a task reads its blocks, one after the other: from its own host's memory, from disks, or from other hosts, and computes meanwhile. */
final class BlockReading {
    /** Less than this is there. */
    private static final double LEAST_BYTES = 1;
    /** Between two looks at what a source gives; executors look twice as often. */
    private static final double LOOK_SECONDS = 0.1;

    private final RunContext world;
    private final ContenderPolicies decisions;
    private final Results results;
    private final Ahead ahead;
    private final Cluster.Costs costs;
    private final List<InputRead> reads = new ArrayList<>();

    /**
     * What may lie in memory.
     *
     * @param fetcher what is fetched ahead
     * @param transfers that bring it
     * @param memory of each machine for it
     * @param kept what hosts have read before; empty where nobody keeps it
     */
    record Ahead(InputFetcher fetcher, PrefetchTransfers transfers, MachineMemory memory, Optional<HotBlocks> kept) {
        /**
         * @param prefetcher who is asked what to fetch
         * @param jobs by number; empty for one that does not run
         */
        static Ahead of(
                RunContext world,
                ContenderPolicies decisions,
                Policies policies,
                Prefetcher prefetcher,
                IntFunction<Optional<JobState>> jobs) {
            PrefetchTransfers transfers = new PrefetchTransfers(
                    world, decisions, jobs, policies.fetching().tasksFirst());
            MachineMemory memory = MachineMemory.of(policies.fetching().memoryBytes(), world.machines.memoryBytes());
            boolean keeps = policies.prefetch() == Prefetch.HOT_BLOCK_CACHE;
            return new Ahead(
                    new InputFetcher(
                            prefetcher,
                            transfers,
                            memory,
                            policies.fetching().rates(),
                            policies.fetching().mostAtOnce(),
                            policies.fetching().tasksFirst()),
                    transfers,
                    memory,
                    keeps ? Optional.of(new HotBlocks(memory)) : Optional.empty());
        }
    }

    BlockReading(RunContext world, ContenderPolicies decisions, Results results, Ahead ahead) {
        this.world = world;
        this.decisions = decisions;
        this.results = results;
        this.ahead = ahead;
        costs = world.cluster.costs();
    }

    /** What first attempts read from other machines, in the order in which they came to it. */
    List<InputRead> reads() {
        return reads;
    }

    /**
     * An attempt is launched.
     *
     * @return seconds that reading costs before its first byte
     */
    double launched(RunningAttempt attempt, RunningAttempt.Advice advice) {
        int source = advice.source();
        StageRun stage = attempt.stage;
        Block block = stage.blocks.get(attempt.task);
        attempt.inputBytes = block.allBytes();
        // One that is to be read from memory has its machine for a source, whether or not the block is stored there.
        attempt.source = source >= 0 && block.isOn(source)
                ? source
                : decisions.sources.source(attempt.machine, attempt.slowHosts, block);
        attempt.locality = decisions.sources.locality(attempt.machine, block);
        results.reads(attempt.machine, attempt.source, attempt.locality, block.bytes, decisions.sources);
        Presence presence = isExpected(attempt)
                ? ahead.fetcher().launched(part(attempt, 0), 1 + block.following.size(), attempt.machine)
                : Presence.ABSENT;
        double setUp = look(attempt, block, presence);
        if (presence == Presence.ABSENT) {
            decisions.request(
                    attempt, attempt.source, attempt.machine, TrafficClass.BLOCK_READ, block.bytes, advice.path());
        }
        return setUp;
    }

    /** Whether anybody could have expected it: a first attempt on a slot of the framework. */
    private static boolean isExpected(RunningAttempt attempt) {
        return attempt.slot >= 0 && !attempt.speculative;
    }

    private static InputPart part(RunningAttempt attempt, int part) {
        return new InputPart(attempt.stage.job.number, attempt.stage.number, attempt.task, part);
    }

    /**
     * An attempt comes to a block whose source was chosen.
     *
     * @param presence of what was fetched ahead
     * @return seconds until its first byte
     */
    private double look(RunningAttempt attempt, Block block, Presence presence) {
        if (attempt.source != attempt.machine && isExpected(attempt)) {
            reads.add(new InputRead(
                    part(attempt, attempt.blocksRead), attempt.machine, attempt.source, world.engine.now()));
        }
        boolean inTime = attempt.source != attempt.machine && world.foresees(attempt, block);
        attempt.held = inTime && decisions.holdsWhatIsForeseen;
        boolean partly = attempt.source != attempt.machine && !inTime && decisions.holdsForeseenParts;
        attempt.foreseen = partly ? world.foreseenBytes(attempt, block) : 0;
        if (ahead.kept()
                .map(kept -> kept.isKept(attempt.machine, block.extent()))
                .orElse(false)) {
            attempt.held = true;
            results.readAgain(block.bytes);
        }
        if (attempt.held || presence == Presence.HELD) {
            attempt.source = attempt.machine;
        }
        boolean begun = presence != Presence.ABSENT || attempt.foreseen > 0;
        return attempt.source == attempt.machine || begun ? 0 : costs.readSetupSeconds();
    }

    /** Begins to read the next block. */
    void begin(RunningAttempt attempt) {
        Block block = attempt.beingRead();
        Optional<InputFetcher.Found> found = isExpected(attempt) && attempt.fromOthers == 0
                ? ahead.fetcher().begins(part(attempt, attempt.blocksRead))
                : Optional.empty();
        double missing = found.map(InputFetcher.Found::missingBytes).orElse(block.bytes);
        attempt.phase = RunningAttempt.Phase.READING;
        attempt.ahead = 0;
        long hash = world.chance();
        if (found.isEmpty()) {
            double missingBytes = block.bytes - attempt.fromOthers;
            attempt.ahead = Math.max(0, Math.min(attempt.foreseen, missingBytes - LEAST_BYTES));
            read(attempt, block, missingBytes - attempt.ahead, hash);
            lookLater(attempt, block);
            return;
        }
        Optional<PrefetchTransfers.Transfer> arrives =
                missing > 0 ? Optional.of(ahead.transfers().takeOver(found.get().transfer())) : Optional.empty();
        if (arrives.isPresent() && missing >= LEAST_BYTES) {
            attempt.source = arrives.get().source();
            attempt.ahead = block.bytes - missing;
            read(attempt, block, missing, arrives.get().hash());
        } else {
            attempt.held = true;
            attempt.source = attempt.machine;
            read(attempt, block, block.bytes, hash);
        }
    }

    /** @param missing bytes of it that are not there; for each of them the task computes what it does for its share of the block */
    private void read(RunningAttempt attempt, Block block, double missing, long hash) {
        int from = attempt.source;
        double perByte = attempt.stage.stage.computeSecondsPerByte() * ((block.bytes - attempt.fromOthers) / missing);
        MachineActivities.Needs needs = world.activities.needs();
        double cap = perByte > 0 ? 1 / perByte : Double.POSITIVE_INFINITY;
        boolean fromDisk = !attempt.held && world.machines.readsFromDisk(from, block);
        if (fromDisk) {
            needs.use(world.machines.disk(from), 1);
            cap = Math.min(cap, world.machines.oneDisk(from));
            block.cachedOn(from);
        }
        needs.path(from, attempt.machine, TrafficClass.BLOCK_READ, hash, 1);
        needs.use(world.machines.processor(attempt.machine), perByte);
        if (from != attempt.machine) {
            attempt.transfer = decisions.commit(
                    attempt.stage.job, new int[] {from, attempt.machine}, TrafficClass.BLOCK_READ, missing, 0);
        }
        world.begin(attempt, needs, cap, missing, fromDisk ? new int[] {from} : StageRun.NOWHERE);
    }

    private void lookLater(RunningAttempt attempt, Block block) {
        if (decisions.sources.areObserved()
                && !attempt.held
                && attempt.ahead == 0
                && attempt.left < block.machines.length - 1) {
            attempt.lookSeconds = world.engine.now() + LOOK_SECONDS;
            world.at(attempt.lookSeconds, Event.LOOK, attempt);
        }
    }

    /** Has the rest of a block read from another machine when the one that gives it is slow. */
    void look(RunningAttempt attempt) {
        boolean reads = attempt.phase == RunningAttempt.Phase.READING && attempt.activity >= 0;
        if (!reads || world.engine.now() < attempt.lookSeconds) {
            return; // of a block that has been read: a later one is looked at later
        }
        Block block = attempt.beingRead();
        double left = world.engine.remaining(attempt.activity);
        double bytes = attempt.amount - left;
        double seconds = waited(attempt, bytes);
        int source = decisions.sources.goOn(attempt.machine, attempt.source, block, bytes, seconds, left);
        if (source == attempt.source || left < LEAST_BYTES) {
            lookLater(attempt, block);
            return;
        }
        gave(attempt, bytes, seconds);
        decisions.finish(attempt.transfer);
        attempt.transfer = 0;
        world.cancel(attempt, left);
        results.bytesRead(attempt.machine, attempt.source, -left, decisions.sources);
        results.bytesRead(attempt.machine, source, left, decisions.sources);
        attempt.source = source;
        attempt.readBytes += bytes;
        attempt.fromOthers += bytes;
        attempt.left++;
        world.at(world.engine.now() + costs.readSetupSeconds(), Event.START, attempt);
    }

    private void gave(RunningAttempt attempt, double bytes, double seconds) {
        decisions.sources.gave(attempt.machine, attempt.source, bytes, seconds);
        attempt.waited(bytes, seconds);
    }

    /** Seconds for which an attempt waited for bytes of what it reads now. */
    private double waited(RunningAttempt attempt, double bytes) {
        return Math.max(0, world.engine.now() - attempt.begun - bytes * attempt.stage.stage.computeSecondsPerByte());
    }

    /**
     * A block has been read.
     *
     * @return whether there is more to read, which is begun, or begun later
     */
    boolean next(RunningAttempt attempt) {
        if (attempt.phase == RunningAttempt.Phase.ENDING_LINE) {
            return false;
        }
        decisions.finish(attempt.transfer);
        attempt.transfer = 0;
        Block before = attempt.beingRead();
        attempt.readBytes += attempt.amount + attempt.ahead;
        attempt.ahead = 0;
        if (!attempt.held) {
            gave(attempt, attempt.amount, waited(attempt, before.bytes - attempt.fromOthers));
        }
        if (isExpected(attempt)) {
            ahead.fetcher().read(part(attempt, attempt.blocksRead));
        }
        attempt.fromOthers = 0;
        attempt.left = 0;
        ahead.kept().ifPresent(kept -> kept.read(attempt.machine, before.extent(), before.bytes));
        attempt.blocksRead++;
        if (attempt.blocksRead
                > attempt.stage.blocks.get(attempt.task).following.size()) {
            return endLine(attempt, before);
        }
        Block block = attempt.beingRead();
        attempt.source = decisions.sources.source(attempt.machine, attempt.slowHosts, block);
        results.bytesRead(attempt.machine, attempt.source, block.bytes, decisions.sources);
        Presence presence =
                isExpected(attempt) ? ahead.fetcher().presence(part(attempt, attempt.blocksRead)) : Presence.ABSENT;
        double setUp = look(attempt, block, presence);
        world.at(world.engine.now() + setUp, Event.START, attempt);
        return true;
    }

    /** Takes the end of the last line from the next block of the file, if that lies elsewhere; nobody foresees it. Disks give each byte once, to this task or to the block's own. */
    private boolean endLine(RunningAttempt attempt, Block last) {
        long most = world.cluster.fileSystem().lineEndBytes();
        Optional<Block> next = most > 0 ? last.next() : Optional.empty();
        if (next.isEmpty() || next.get().isOn(attempt.machine)) {
            return false;
        }
        int from = decisions.sources.source(attempt.machine, next.get());
        attempt.phase = RunningAttempt.Phase.ENDING_LINE;
        MachineActivities.Needs needs = world.activities.needs();
        needs.path(from, attempt.machine, TrafficClass.BLOCK_READ, world.chance(), 1);
        world.begin(
                attempt, needs, Double.POSITIVE_INFINITY, Math.min((double) most, next.get().bytes), StageRun.NOWHERE);
        return true;
    }

    /** An attempt is killed, whatever it does. */
    void killed(RunningAttempt attempt, double leftOfActivity) {
        if (isExpected(attempt) && !attempt.stage.blocks.isEmpty()) {
            int parts = 1 + attempt.stage.blocks.get(attempt.task).following.size();
            boolean reads = attempt.phase == RunningAttempt.Phase.READING;
            ahead.fetcher().gone(part(attempt, 0), parts, reads ? leftOfActivity : 0);
        }
    }
}
