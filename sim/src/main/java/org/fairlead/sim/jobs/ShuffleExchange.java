// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.exchange.ExchangeMemory;
import org.fairlead.sim.jobs.exchange.Exchanges;
import org.fairlead.sim.jobs.exchange.OutputPlaces;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.policy.Policies;

/** How map output comes to the tasks that read it, besides by their own fetches: by plans of exchanges, by copies while maps run, or not at all; and the memory of machines that it takes. */
final class ShuffleExchange {
    private final ContenderPolicies decisions;
    private final Policies.Exchange setting;
    private final double spillShare;
    private final ExchangeMemory memory;
    private final Optional<Exchanges> exchanges;
    private final Optional<OutputCopies> copies;

    /** @param has is given the number of an attempt that has all its input by a plan */
    ShuffleExchange(RunContext world, ContenderPolicies decisions, Policies.Exchange setting, IntConsumer has) {
        this.decisions = decisions;
        this.setting = setting;
        spillShare = world.cluster.costs().spillShare();
        memory = ExchangeMemory.of(setting.memoryBytes(), world.machines.memoryBytes());
        exchanges = decisions
                .exchangePlanner()
                .map(planner -> new Exchanges(planner, memory, world, world.machines.count(), has));
        copies = setting.copies() && world.cluster.framework() == Cluster.Framework.SPARK
                ? Optional.of(new OutputCopies(world, decisions, setting, memory))
                : Optional.empty();
    }

    /**
     * Plans the exchange of what a stage receives.
     *
     * @return where its map output will lie, if the plan is carried out, or where copies of it are
     */
    Optional<OutputPlaces> places(StageRun stage) {
        return exchanges
                .<OutputPlaces>flatMap(all -> decisions.exchange(stage, all, setting))
                .or(() -> copies.flatMap(all -> all.places(stage)));
    }

    /** A task of a stage has made output for a shuffle. */
    void made(StageRun stage) {
        copies.ifPresent(all -> all.made(stage));
    }

    /** Bytes that are moved are there. */
    void moved(int number) {
        exchanges.ifPresent(all -> all.ended(number));
        copies.ifPresent(all -> all.ended(number));
    }

    /** Whether what a stage receives comes by a plan. */
    boolean serves(StageRun stage) {
        return exchanges.map(all -> all.serves(stage.shuffle())).orElse(false);
    }

    /** An attempt of such a stage begins to read. */
    void read(RunningAttempt attempt) {
        exchanges.orElseThrow().read(attempt.stage.shuffle(), attempt.task, attempt.machine, attempt.id);
    }

    /** An attempt of another stage begins to read: the outputs of which it has copies, by parent; empty where nothing is copied. */
    List<BitSet> copiesFor(RunningAttempt attempt) {
        return copies.map(all -> all.read(attempt)).orElse(List.of());
    }

    /** Whether an attempt waits for blocks to be in their places. */
    boolean waits(RunningAttempt attempt) {
        return exchanges.map(all -> all.waits(attempt.id)).orElse(false);
    }

    /** An attempt is killed. */
    void leave(RunningAttempt attempt) {
        exchanges.filter(all -> all.isReading(attempt.id)).ifPresent(all -> all.leave(attempt.id));
    }

    /** Bytes that disks move for what memory does not hold: where memory counts they are written and read again, else it is a share of all. */
    double spilledBytes(RunningAttempt attempt) {
        if (serves(attempt.stage)) {
            return 0;
        }
        if (!setting.countsMemory()) {
            return attempt.inputBytes * spillShare;
        }
        copies.ifPresent(all -> all.giveWay(attempt.machine, attempt.inputBytes));
        attempt.memoryBytes = memory.takeUpTo(attempt.machine, attempt.inputBytes);
        double over = attempt.inputBytes - attempt.memoryBytes;
        return over < 1 ? 0 : 2 * over;
    }

    /** An attempt is over: its memory is free. */
    void giveBack(RunningAttempt attempt) {
        memory.giveBack(attempt.machine, attempt.memoryBytes);
        attempt.memoryBytes = 0;
    }

    /** A task has ended: nobody reads its blocks again. */
    void taskEnded(StageRun stage, int task) {
        exchanges.ifPresent(all -> all.taskEnded(stage.shuffle(), task));
    }

    /** All tasks of a stage have ended. */
    void over(StageRun stage) {
        exchanges.ifPresent(all -> all.over(stage.shuffle()));
        copies.ifPresent(all -> all.over(stage));
    }

    /** What became of shuffles. */
    ExchangeCounts counts() {
        return exchanges
                .map(Exchanges::counts)
                .or(() -> copies.map(OutputCopies::counts))
                .orElse(ExchangeCounts.NONE);
    }
}
