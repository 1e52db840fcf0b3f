// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.spark.rpc.RpcEndpointRef;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.plugin.Breaker;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.input.CopiedOutput;
import org.fairlead.spark.rpc.ExecutorAddress;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.PackedLengths;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.fairlead.spark.shuffle.ShuffleParticipant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has map output copied to executors that will read it while other tasks of its stage still run ({@link EarlyCopies} decides). What executors and Spark's listeners tell is queued, and looked at by one thread beside the
 * scheduler; what finds no room in the queue is counted, and left to stock. A plan that throws, hangs or comes late costs copies and nothing else.
 */
public final class CopyPlanner implements ShuffleMessages.Taker, ShuffleParticipant, CopiedOutput, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyPlanner.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final int MOST_EVENTS = 1 << 14;
    private static final long LOOK_MILLIS = 500;
    private static final long LOOK_NANOS = LOOK_MILLIS * 1_000_000;
    private static final int FAILURES_IN_A_ROW = 3;
    private static final long OPEN_NANOS = 2_000_000_000L;
    /** Lengths that wait for a decision: 8 bytes each. */
    private static final long MOST_CELLS = 1 << 22;
    /** Packed lengths that nobody has looked at yet. */
    private static final long MOST_WAITING_BYTES = 64L << 20;

    private final Supplier<ModeInForce> mode;
    private final PlantedFault fault;
    private final CopyBandwidth bandwidth;
    private final long seed;
    private final TimeSource time;
    private final CopyExecutors executors;
    private final CopyOrders orders;
    private final OutputOrders outputs;
    private final CopyRecords records = new CopyRecords();
    private final Map<Integer, MapStageOutput> shuffles = new ConcurrentHashMap<>();
    /** Shuffles whose map stage has ended. */
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

    private final LongAdder predictedMillis = new LongAdder();
    private final EventQueue events = new EventQueue(MOST_EVENTS, MOST_WAITING_BYTES);
    private final DeniedBlocks denied = new DeniedBlocks(shuffles, records, events);
    private final Breaker breaker = new Breaker(FAILURES_IN_A_ROW, OPEN_NANOS);
    private final Thread thread = LastingThread.of("fairlead-copy-planner", this::work);
    private boolean wasPassive = true;
    private long saidAgainNanos;
    private volatile boolean closed;

    /**
     * @param mode in force, asked for each shuffle
     * @param fault planted in front of each plan
     * @param picture what is left of links, by host
     * @param readHostsDisks whether executors read what others of their host have written from its disks
     * @param seed by which a canary draws shuffles
     */
    public CopyPlanner(
            Supplier<ModeInForce> mode,
            PlantedFault fault,
            ClusterPicture picture,
            BooleanSupplier readHostsDisks,
            long seed,
            TimeSource time) {
        this.mode = mode;
        this.fault = fault;
        this.seed = seed;
        this.time = time;
        executors = new CopyExecutors(time);
        bandwidth = new CopyBandwidth(picture, executors, time);
        orders = new CopyOrders(bandwidth::pace, denied::refused);
        outputs = new OutputOrders(executors, orders, records, readHostsDisks);
    }

    public void start() {
        thread.start();
    }

    private void work() {
        saidAgainNanos = time.nanoTime();
        while (!closed) {
            try {
                sayAgain();
                events.next(LOOK_MILLIS).ifPresent(Runnable::run);
                stopWherePassive();
            } catch (InterruptedException e) {
                return; // closed
            } catch (RuntimeException | LinkageError e) {
                RARE_LOG.warn("event", "What executors tell of shuffles is left aside", e);
            }
        }
    }

    /** However much there is to look at. */
    private void sayAgain() {
        long now = time.nanoTime();
        if (now - saidAgainNanos >= LOOK_NANOS) {
            saidAgainNanos = now;
            orders.sendAgain();
        }
    }

    private void stopWherePassive() {
        if (mode.get().isPassive() && !wasPassive) {
            wasPassive = true;
            shuffles.values().stream()
                    .filter(stage -> stage.owners().length > 0)
                    .forEach(MapStageOutput::leaveToStock);
            orders.stopAll();
        }
    }

    /** Spark has an executor that runs so many tasks at once which may read copies; where none, it sends output and owns none. */
    public void added(String executor, int tasks) {
        executors.added(executor, tasks);
    }

    /** An executor is gone, and with it what was copied there. */
    public void left(String executor) {
        executors.left(executor);
        orders.left(executor);
        records.left(executor);
        events.add(() -> shuffles.values().forEach(stage -> stage.left(executor)));
    }

    /**
     * A map stage begins.
     *
     * @param attempt of the stage, from 0
     */
    public void submitted(int shuffle, int tasks, int attempt) {
        long now = time.nanoTime();
        records.begun(shuffle, tasks);
        ended.remove(shuffle);
        events.add(() -> {
            MapStageOutput output = new MapStageOutput(shuffle, tasks, now);
            MapStageOutput before = shuffles.put(shuffle, output);
            if (before != null) {
                output.follows(before);
            }
            if (attempt > 0 || before != null) {
                leave(output, CopyOutcome.REPEATED);
            }
        });
    }

    /** A map stage has ended: it is too late to plan copies, and to ask for more of them. */
    void ended(int shuffle) {
        ended.add(shuffle);
        events.add(() -> Optional.ofNullable(shuffles.get(shuffle)).ifPresent(outputs::end));
    }

    /** A task that reads shuffles whose output is copied was launched where most of its copies are to be, or elsewhere. */
    void placed(Set<Integer> copied, boolean there) {
        events.add(() -> records.placed(copied, there));
    }

    /** A stage that read these shuffles has ended or was given up, or none will read them: what is left of copies is to go. Another stage that reads the same fetches the originals. */
    void over(Set<Integer> read) {
        events.add(() -> {
            for (int shuffle : read) {
                MapStageOutput output = shuffles.get(shuffle);
                if (output != null && output.mayBeHeld()) {
                    shuffles.remove(shuffle);
                    orders.done(shuffle);
                }
            }
        });
    }

    /** A task has ended well, after waiting so long for what it fetched, and has read so much of shuffles. */
    void waited(int stage, String executor, double seconds, long bytes) {
        if (bytes > 0) {
            records.waited(stage, executor, executors.slots(executor), seconds, bytes);
        }
    }

    /** Does something with what is known, on the planner's thread, after what was told before. */
    public void whenHeard(Runnable what) {
        events.add(what);
    }

    @Override
    public void joined(String executor, RpcEndpointRef endpoint, String host, int port, long[] totals) {
        joined(new CopyOrder.Source(host, port, executor), new ExecutorAddress(endpoint)::ask, totals);
    }

    void joined(CopyOrder.Source address, CopyOrders.Recipient recipient, long[] totals) {
        executors.joined(address, totals);
        orders.joined(address.executor(), recipient);
    }

    @Override
    public void wrote(String executor, int shuffle, long map, byte[] packed) {
        events.add(packed.length, () -> {
            MapStageOutput stage = shuffles.get(shuffle);
            if (stage == null || (stage.isDecided() && stage.owners().length == 0)) {
                return;
            }
            try {
                wrote(stage, new MapStageOutput.Output(executor, map, PackedLengths.unpack(packed)));
            } catch (IOException e) {
                RARE_LOG.warn("lengths", "Lengths of map output cannot be read", e);
            }
        });
    }

    @Override
    public void counted(String executor, long[] totals) {
        executors.counted(executor, totals);
    }

    @Override
    public void counted(String executor, int shuffle, long[] totals) {
        if (executors.address(executor).isPresent()) { // else it is in the sum of those that are gone
            records.counted(executor, shuffle, totals);
        }
    }

    @Override
    public void notCopied(int shuffle, long[] map, int[] reduce, long[] bytes) {
        denied.notCopied(shuffle, map, reduce, bytes);
    }

    @Override
    public void removed(int shuffle) {
        events.add(() -> {
            ended.remove(shuffle);
            shuffles.remove(shuffle);
            orders.removed(shuffle);
        });
    }

    private void wrote(MapStageOutput stage, MapStageOutput.Output output) {
        stage.wrote(output);
        if (stage.isDecided() && stage.done() >= stage.tasks()) {
            outputs.end(stage); // of the last output nothing would come in time
        } else if (stage.isDecided()) {
            outputs.copy(stage, output, mode.get());
        } else if (stage.cells() > MOST_CELLS) {
            leave(stage, CopyOutcome.TOO_LARGE);
        } else {
            List<CopyExecutors.Executor> known = executors.all();
            int slots = known.stream().mapToInt(CopyExecutors.Executor::slots).sum();
            if (EarlyCopies.isTime(stage.done(), stage.tasks(), slots)) {
                decide(stage, known);
            }
        }
    }

    private void leave(MapStageOutput stage, CopyOutcome why) {
        stage.leaveToStock();
        note(stage, why);
    }

    private void decide(MapStageOutput stage, List<CopyExecutors.Executor> known) {
        ModeInForce now = mode.get();
        if (now.mode() == Mode.OFF) {
            stage.leaveToStock();
            return;
        }
        if (!breaker.admits(time.nanoTime())) {
            leave(stage, CopyOutcome.BROKEN);
            return;
        }
        EarlyCopies.Plan plan;
        try {
            fault.strike();
            plan = plan(stage, known);
            breaker.succeeded();
            records.predicted(stage.shuffle(), plan);
        } catch (RuntimeException | LinkageError e) {
            breaker.failed(time.nanoTime());
            RARE_LOG.warn("plan", "Copies of map output could not be planned; stock decides", e);
            leave(stage, CopyOutcome.FAILED);
            return;
        }
        if (ended.contains(stage.shuffle())) {
            leave(stage, CopyOutcome.LATE);
        } else if (plan.aside().isPresent()) {
            leave(stage, CopyOutcome.of(plan.aside().get()));
        } else if (!now.mode().counts(now.canaryShare(), Draw.mixed(seed, stage.shuffle()))) {
            leave(stage, CopyOutcome.OBSERVED);
        } else {
            begin(stage, known, plan);
        }
    }

    private void begin(MapStageOutput stage, List<CopyExecutors.Executor> known, EarlyCopies.Plan plan) {
        wasPassive = false;
        note(stage, CopyOutcome.COPIED);
        predictedMillis.add((long) (1000 * plan.gainSeconds()));
        List<MapStageOutput.Output> made = stage.outputs();
        Map<String, String> hosts = new HashMap<>();
        known.forEach(each -> hosts.put(each.id(), each.host()));
        stage.copyTo(
                Arrays.stream(plan.owners())
                        .mapToObj(owner -> known.get(owner).id())
                        .toArray(String[]::new),
                hosts);
        made.forEach(output -> outputs.copy(stage, output, mode.get()));
    }

    private EarlyCopies.Plan plan(MapStageOutput stage, List<CopyExecutors.Executor> known) {
        CopyBandwidth.Expected expected = bandwidth.of(known);
        return EarlyCopies.plan(
                stage.blocksOf(known.stream().map(CopyExecutors.Executor::id).toList()),
                known.stream().mapToInt(CopyExecutors.Executor::slots).toArray(),
                known.stream().mapToLong(CopyExecutors.Executor::roomBytes).toArray(),
                expected.links(),
                expected.idleBytesPerSecond(),
                new EarlyCopies.Progress(
                        stage.tasks(), stage.done(), (time.nanoTime() - stage.submittedNanos()) / 1e9));
    }

    @Override
    public boolean isCopied(int shuffle) {
        return copied(shuffle).isPresent();
    }

    @Override
    public String hostOfCopy(int shuffle, long map, int reduce) {
        return copied(shuffle).map(stage -> stage.hostOfCopy(map, reduce)).orElse("");
    }

    /** The stage's output; empty where nothing of it is copied, and while the mode leaves everything to stock. */
    Optional<MapStageOutput> copied(int shuffle) {
        return mode.get().isPassive()
                ? Optional.empty()
                : Optional.ofNullable(shuffles.get(shuffle)).filter(stage -> stage.owners().length > 0);
    }

    private void note(MapStageOutput stage, CopyOutcome outcome) {
        records.decided(stage.shuffle(), mode.get(), outcome);
    }

    CopyRecords records() {
        return records;
    }

    /** What became of it all. */
    public CopiesReport report() {
        Map<CopyCount, Long> counts = new EnumMap<>(CopyCount.class);
        for (CopyCount count : CopyCount.values()) {
            counts.put(count, executors.count(count));
        }
        return records.report(mode.get().mode(), counts);
    }

    /** Shuffles of which that became. */
    public long count(CopyOutcome outcome) {
        return records.count(outcome);
    }

    /** Sum over all executors that ever were. */
    public long count(CopyCount count) {
        return executors.count(count);
    }

    /** Other figures by their names, as metrics and reports have them: blocks of orders, predicted gain in ms, what was not heard. */
    public Map<String, Supplier<Long>> figures() {
        return Map.of(
                "blocks.ordered", orders::given,
                "blocks.unsent", orders::unsent,
                "blocks.accepted", orders::accepted,
                "blocks.unanswered", orders::unanswered,
                "predicted_gain_ms", predictedMillis::sum,
                "unheard", events::unheard);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
