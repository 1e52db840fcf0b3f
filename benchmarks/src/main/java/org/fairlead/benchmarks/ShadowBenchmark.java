// SPDX-License-Identifier: Apache-2.0
package org.fairlead.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.prefetch.admission.PrefetchFlow;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.prefetch.admission.Verdict;
import org.fairlead.core.prefetch.shadow.Horizon;
import org.fairlead.core.prefetch.shadow.PrefetchRequests;
import org.fairlead.core.prefetch.shadow.ShadowJob;
import org.fairlead.core.prefetch.shadow.ShadowSchedule;
import org.fairlead.core.prefetch.shadow.ShadowScheduler;
import org.fairlead.core.prefetch.shadow.ShadowStage;
import org.fairlead.core.prefetch.shadow.SlotForecast;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrders;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A look-ahead of 30 s over as many pending tasks as hosts of four slots each, all of which are taken for up to 10 s, and which of what it asks for is guaranteed a rate. Blocks of
 * 64 MB, one replica each, on hosts in racks of 20; tasks take 5 s; jobs of one to 200 tasks.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 4, time = 3)
public class ShadowBenchmark implements ClusterSnapshot {
    private static final long SECOND = 1_000_000_000L;
    private static final long BLOCK = 64_000_000L;
    private static final int SLOTS = 4;
    private static final double TASK_SECONDS = 5;
    private static final Horizon HORIZON = new Horizon(30 * SECOND, 1L << 50, 256L << 20);
    /** Map tasks of a job, as in FlexFetch's Table II. */
    private static final int[] TASKS = {1, 2, 5, 5, 5, 5, 10, 10, 30, 50, 150, 200};

    @Param({"1000", "10000"})
    public int hosts;

    @Param({"fairlead", "stock-hadoop"})
    public String policy;

    private final List<ShadowJob> jobs = new ArrayList<>();
    private LargeCluster cluster;
    private PathResolver paths;
    private SlotForecast slots;
    private ShadowScheduler scheduler;

    private record PendingStage(StageAttempt id, TaskSet tasks) implements ShadowStage {
        @Override
        public TaskSet pending() {
            return tasks.copy(task -> true);
        }

        @Override
        public int notLaunched() {
            return tasks.size();
        }

        @Override
        public OptionalDouble seconds(double bytes, double missingShare) {
            return OptionalDouble.of(TASK_SECONDS);
        }
    }

    @Setup
    public void start() {
        cluster = new LargeCluster(hosts);
        cluster.report(SECOND);
        cluster.model.observe(cluster.view(SECOND), SECOND);
        paths = new EvenSplit(cluster.topology.routes());
        Random random = new Random(1);
        List<Host> all = cluster.topology.hosts();
        for (int job = 0, task = 0; task < hosts; job++) {
            TaskSet tasks = new TaskSet(job, InputKind.BLOCKS, cluster.topology.routes());
            tasks.learned(TASK_SECONDS / BLOCK / 2, 0);
            int count = Math.min(TASKS[random.nextInt(TASKS.length)], hosts - task);
            for (int number = 0; number < count; number++, task++) {
                tasks.add(number, new int[] {all.get(random.nextInt(hosts)).index()}, BLOCK);
            }
            PendingStage stage = new PendingStage(new StageAttempt(job, 0), tasks);
            jobs.add(new ShadowJob(job, "default", job, count, List.of(stage)));
        }
        List<SlotForecast.Executor> executors = new ArrayList<>();
        StageAttempt before = new StageAttempt(-1, 0);
        for (Host host : all) {
            List<SlotForecast.Running> running = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                running.add(new SlotForecast.Running(before, 10 * random.nextDouble()));
            }
            executors.add(new SlotForecast.Executor(host.name(), host.index(), 0, running));
        }
        slots = SlotForecast.of(executors);
        scheduler = new ShadowScheduler(TaskAssigners.named(policy), JobOrders.FIFO.make(List.of()), 1);
        System.out.println(
                lookAhead().requests().size() + " requests, of " + lookAhead().choices() + " choices");
    }

    @Benchmark
    public ShadowSchedule lookAhead() {
        return scheduler.lookAhead(jobs, slots, this, HORIZON, SECOND, () -> true);
    }

    @Benchmark
    public Map<Long, Verdict> lookAheadAndAdmission() {
        List<PrefetchFlow> flows = new PrefetchRequests()
                .update(lookAhead(), request -> true, executor -> SLOTS).begun().stream()
                        .map(one -> one.request().flow(one.id(), paths))
                        .toList();
        return RateAdmissions.named(RateAdmissions.OWN)
                .admit(flows, link -> network().left(link, SECOND), SECOND);
    }

    @Override
    public Topology topology() {
        return cluster.topology;
    }

    @Override
    public AvailableBandwidth network() {
        return cluster.model.availableBandwidth();
    }

    @Override
    public int host(String nameOrAddress) {
        return topology().node(nameOrAddress).map(Node::index).orElse(-1);
    }

    @Override
    public double bytesToReceive(int host) {
        return 0;
    }

    @Override
    public double bytesToSend(int host) {
        return 0;
    }

    @Override
    public Map<String, ExecutorMemory> memory() {
        return Map.of();
    }

    @Override
    public double bytesToRead(int host) {
        return 0;
    }
}
