// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.core.shuffle.copy.WrittenBlocks;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.exchange.CopiedOutput;
import org.fairlead.sim.jobs.exchange.ExchangeMemory;
import org.fairlead.sim.jobs.exchange.Exchanges;
import org.fairlead.sim.jobs.exchange.OutputPlaces;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.policy.Policies;

/** How map output comes to the tasks that read it, besides by their own fetches: by plans of exchanges, by copies while maps run, or not at all; and the memory of machines that it takes. */
final class ShuffleExchange {
    /** Blocks of a shuffle of which copies are made at most. */
    private static final int MOST_COPIED = 4096;

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

    /** Has map output copied while its stage runs: asks {@link EarlyCopies} when enough of it is there, and tells schedulers and tasks where copies are. */
    private static final class OutputCopies {
        private final RunContext world;
        private final ContenderPolicies decisions;
        private final Policies.Exchange setting;
        private final ExchangeMemory memory;
        private final CopiedOutput copies;
        private final Set<CopiedOutput.Shuffle> leftToStock = new HashSet<>();
        private final int[] machines;
        private final int[] slots;
        /** By machine, its number among those with slots. */
        private final int[] numbers;

        OutputCopies(RunContext world, ContenderPolicies decisions, Policies.Exchange setting, ExchangeMemory memory) {
            this.world = world;
            this.decisions = decisions;
            this.setting = setting;
            this.memory = memory;
            copies = new CopiedOutput(memory, world, world.machines.count());
            machines = world.machines.withSlots();
            slots = Arrays.stream(machines)
                    .map(machine -> world.machines.slots(machine, InputKind.SHUFFLE))
                    .toArray();
            numbers = new int[world.machines.count()];
            Arrays.fill(numbers, SimulatedMachines.NONE);
            for (int number = 0; number < machines.length; number++) {
                numbers[machines[number]] = number;
            }
        }

        private static CopiedOutput.Shuffle shuffle(StageRun maker, StageRun reader) {
            return new CopiedOutput.Shuffle(maker.shuffle(), reader.shuffle());
        }

        private static List<StageRun> parents(StageRun stage) {
            return stage.stage.parents().stream().map(stage.job.stages::get).toList();
        }

        /** A task of a stage has just made output. */
        void made(StageRun maker) {
            for (StageRun reader : maker.job.stages) {
                boolean reads = reader.kind == InputKind.SHUFFLE
                        && !reader.hasFixedHosts()
                        && reader.stage.parents().contains(maker.number);
                CopiedOutput.Shuffle shuffle = shuffle(maker, reader);
                if (!reads || leftToStock.contains(shuffle)) {
                    continue;
                }
                if (copies.isCopied(shuffle) && maker.outputs() >= maker.tasks) {
                    copies.enough(shuffle); // of the last output nothing would come in time
                } else if (copies.isCopied(shuffle)) {
                    copy(maker, reader, maker.outputs() - 1);
                } else if (EarlyCopies.isTime(
                        maker.outputs(), maker.tasks, Arrays.stream(slots).sum())) {
                    plan(maker, reader);
                }
            }
        }

        private void copy(StageRun maker, StageRun reader, int output) {
            copies.made(shuffle(maker, reader), output, maker.outputMachine(output), blocks(maker, reader, output));
        }

        private static long[] blocks(StageRun maker, StageRun reader, int output) {
            double all = maker.outputBytes(output);
            return Arrays.stream(reader.parts)
                    .mapToLong(part -> Math.round(all * part))
                    .toArray();
        }

        /** Output of machines without slots, and shuffles of more blocks than are kept apart, are left to stock. */
        private void plan(StageRun maker, StageRun reader) {
            WrittenBlocks written = new WrittenBlocks(machines.length, reader.tasks);
            boolean isKnown = (long) maker.tasks * reader.tasks <= MOST_COPIED;
            for (int output = 0; isKnown && output < maker.outputs(); output++) {
                int number = numbers[maker.outputMachine(output)];
                isKnown = number >= 0;
                long[] blocks = blocks(maker, reader, output);
                for (int task = 0; isKnown && task < blocks.length; task++) {
                    written.add(number, task, blocks[task]);
                }
            }
            Optional<EarlyCopies.Plan> plan = isKnown
                    ? Optional.of(EarlyCopies.plan(
                            written,
                            slots,
                            Arrays.stream(machines).mapToLong(memory::freeBytes).toArray(),
                            decisions.fetching(machines, setting),
                            decisions.idle(machines),
                            new EarlyCopies.Progress(
                                    maker.tasks, maker.outputs(), world.engine.now() - maker.runsSince())))
                    : Optional.empty();
            if (plan.isEmpty() || plan.get().aside().isPresent()) {
                leftToStock.add(shuffle(maker, reader));
                copies.stepsAside();
                return;
            }
            copies.begin(shuffle(maker, reader), plan.get(), machines);
            for (int output = 0; output < maker.outputs(); output++) {
                copy(maker, reader, output);
            }
        }

        private boolean isCopied(StageRun reader) {
            return parents(reader).stream().anyMatch(maker -> copies.isCopied(shuffle(maker, reader)));
        }

        /** Where what a stage receives lies, copies in the place of originals; empty where it has none. */
        Optional<OutputPlaces> places(StageRun reader) {
            if (reader.kind != InputKind.SHUFFLE || !isCopied(reader)) {
                return Optional.empty();
            }
            MapOutputMatrix.Builder builder = new MapOutputMatrix.Builder();
            int[][] hosts = new int[reader.tasks][];
            for (int task = 0; task < reader.tasks; task++) {
                double[] row = new double[world.cluster.topology().nodes().size()];
                Map<Integer, Double> copied = new HashMap<>();
                for (StageRun maker : parents(reader)) {
                    lies(maker, reader, task, row, copied);
                }
                builder.add(task, row);
                hosts[task] = copied.entrySet().stream()
                        .max(Map.Entry.<Integer, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                        .map(most -> world.machines.hosts(new int[] {most.getKey()}))
                        .orElse(StageRun.NOWHERE);
            }
            MapOutputMatrix matrix = builder.build();
            return Optional.of(new OutputPlaces() {
                @Override
                public int[] hosts(int task) {
                    return hosts[task];
                }

                @Override
                public MapOutputMatrix matrix() {
                    return matrix;
                }
            });
        }

        /**
         * Adds what one stage has for a task of another one.
         *
         * @param row bytes by host
         * @param copied bytes of copies by machine
         */
        private void lies(StageRun maker, StageRun reader, int task, double[] row, Map<Integer, Double> copied) {
            CopiedOutput.Shuffle shuffle = shuffle(maker, reader);
            boolean isCopied = copies.isCopied(shuffle);
            for (int output = 0; output < maker.outputs(); output++) {
                double bytes = maker.outputBytes(output) * reader.parts[task];
                boolean isThere = isCopied && copies.hasCopy(shuffle, output, task);
                int machine = isThere ? copies.owner(shuffle, task) : maker.outputMachine(output);
                row[world.machines.host(machine)] += bytes;
                if (isThere) {
                    copied.merge(machine, bytes, Double::sum);
                }
            }
        }

        /** An attempt begins to read: the outputs of which it has copies, by parent; empty where nothing is copied. */
        List<BitSet> read(RunningAttempt attempt) {
            StageRun reader = attempt.stage;
            if (!isCopied(reader)) {
                return List.of();
            }
            List<BitSet> here = new ArrayList<>();
            for (StageRun maker : parents(reader)) {
                CopiedOutput.Shuffle shuffle = shuffle(maker, reader);
                double bytes = maker.outputSum * reader.parts[attempt.task];
                here.add(
                        copies.isCopied(shuffle)
                                ? copies.read(shuffle, attempt.task, attempt.machine, maker.outputs(), bytes)
                                : new BitSet());
            }
            return here;
        }

        /** A task needs memory: copies that nobody reads yet give way. */
        void giveWay(int machine, double bytes) {
            copies.giveWay(machine, bytes);
        }

        /** A batch of copies is there. */
        void ended(int number) {
            copies.ended(number);
        }

        /** All tasks of a stage have ended: what it read is wanted by nobody. */
        void over(StageRun reader) {
            if (reader.kind == InputKind.SHUFFLE) {
                for (StageRun maker : parents(reader)) {
                    CopiedOutput.Shuffle shuffle = shuffle(maker, reader);
                    leftToStock.remove(shuffle);
                    if (copies.isCopied(shuffle)) {
                        copies.over(shuffle);
                    }
                }
            }
        }

        ExchangeCounts counts() {
            return copies.counts();
        }
    }
}
