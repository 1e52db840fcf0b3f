// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.task.BroadcastFetches;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputFetches;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.SchedulingContext;
import org.fairlead.core.task.Slots;
import org.fairlead.core.task.SlowSourceReads;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.prediction.ChoiceExplanation;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.AvailableBandwidth;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** An offer answered from 100,000 pending tasks on 1,000 hosts in 50 racks, its launch noted, and another task added. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
public class TaskBenchmark implements SchedulingContext, Slots, MapOutputFetches {
    private static final int HOSTS = 1_000;
    private static final int TASKS = 100_000;
    private static final double BLOCK = 128 << 20;

    @Param({"stock-hadoop", "stock-spark", "cormorant", "status-aware", "fairlead"})
    public String policy;

    /** Where input lies: on all hosts, or on the first half while the others offer. */
    @Param({"all", "half"})
    public String input;

    private LargeCluster cluster;
    private TaskAssigner assigner;
    private TaskSet tasks;
    private int[] hosts;
    private double[] waits;
    private Random random;

    @Setup(Level.Trial)
    public void start() {
        cluster = new LargeCluster(HOSTS);
        assigner = TaskAssigners.named(policy);
        random = new Random(1);
        hosts = cluster.topology.hosts().stream().mapToInt(Host::index).toArray();
        waits = random.doubles(cluster.topology.nodes().size(), 0, 20).toArray();
        tasks = new TaskSet(1, InputKind.BLOCKS, cluster.topology.routes());
        tasks.learned(1e-8, 0.2);
        for (int task = 0; task < TASKS; task++) {
            add(task);
        }
    }

    private void add(int task) {
        int holders = "all".equals(input) ? HOSTS : HOSTS / 2;
        int[] on = {hosts[random.nextInt(holders)], hosts[random.nextInt(holders)], hosts[random.nextInt(holders)]};
        tasks.add(task, on, BLOCK);
    }

    /** Figures are fresh for longer than an iteration lasts. */
    @Setup(Level.Iteration)
    public void report() {
        long now = System.nanoTime();
        cluster.report(now);
        cluster.model.observe(cluster.view(now), now);
    }

    @Benchmark
    public Choice offer() {
        return carriedOut(choose(offered(), System.nanoTime()));
    }

    /** The same, and on what the choice stands, for those who ask why. */
    @Benchmark
    public Optional<ChoiceExplanation> offerWithGrounds() {
        long now = System.nanoTime();
        Offer offer = offered();
        Choice choice = choose(offer, now);
        Optional<ChoiceExplanation> grounds = ChoiceExplanation.of(choice, offer, tasks, this, now);
        carriedOut(choice);
        return grounds;
    }

    private Offer offered() {
        int first = "all".equals(input) ? 0 : HOSTS / 2;
        return new Offer(hosts[first + random.nextInt(HOSTS - first)], 1, false, InputKind.BLOCKS);
    }

    private Choice choose(Offer offer, long nowNanos) {
        return assigner.choose(offer, tasks, this, nowNanos);
    }

    private Choice carriedOut(Choice choice) {
        if (choice instanceof Choice.Launch launch) {
            tasks.launched(launch.task());
            add(launch.task());
        }
        return choice;
    }

    @Override
    public Slots slots() {
        return this;
    }

    @Override
    public MapOutputFetches mapOutput() {
        return this;
    }

    @Override
    public BroadcastFetches broadcasts() {
        return BroadcastFetches.NONE;
    }

    @Override
    public BlockReads blockReads() {
        return BlockReads.NONE;
    }

    @Override
    public Optional<SlowSourceReads> slowSources() {
        return Optional.empty();
    }

    @Override
    public AvailableBandwidth network() {
        return cluster.model.availableBandwidth();
    }

    @Override
    public int slots(int host, InputKind kind) {
        return 8;
    }

    @Override
    public int freeSlots(int host, InputKind kind) {
        return 1;
    }

    @Override
    public int running() {
        return 7 * HOSTS;
    }

    @Override
    public double secondsToFreeSlot(int host, InputKind kind) {
        return waits[host];
    }

    @Override
    public double secondsBetweenLaunches() {
        return 0;
    }

    @Override
    public double bytesToReceive(int host) {
        return 1e8;
    }

    @Override
    public double bytesToSend(int host) {
        return 1e8;
    }
}
