// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.OfferingCluster;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrders;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/** Jobs, stages and executors of a cluster whose next seconds a test wants to know. */
public final class ForeseenCluster implements ClusterSnapshot {
    static final long SECOND = OfferingCluster.SECOND;
    static final double MB = 1e6;
    static final Horizon FAR = new Horizon(60 * SECOND, Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);

    final OfferingCluster cluster;
    private final List<SlotForecast.Executor> executors = new ArrayList<>();
    private final List<ShadowJob> jobs = new ArrayList<>();

    ForeseenCluster(OfferingCluster cluster) {
        this.cluster = cluster;
    }

    /** Racks of so many hosts, links of 125 MB/s. */
    public static ForeseenCluster ofRacks(int racks, int hosts) {
        return new ForeseenCluster(OfferingCluster.ofRacks(racks, hosts));
    }

    /** A stage whose tasks a test adds. */
    static final class Stage implements ShadowStage {
        private final StageAttempt id;
        private final TaskSet tasks;
        private final Set<StageAttempt> parents = new HashSet<>();
        private OptionalDouble seconds = OptionalDouble.empty();
        private double fetchingSeconds;
        private OptionalDouble excessSeconds = OptionalDouble.empty();
        private long earliestNanos;

        Stage(int number, TaskSet tasks) {
            id = new StageAttempt(number, 0);
            this.tasks = tasks;
        }

        TaskSet tasks() {
            return tasks;
        }

        Stage after(Stage... stages) {
            Arrays.stream(stages).forEach(stage -> parents.add(stage.id));
            return this;
        }

        Stage notBefore(double second) {
            earliestNanos = (long) (second * SECOND);
            return this;
        }

        /** Its tasks take so long, as others have shown. */
        Stage taking(double known) {
            seconds = OptionalDouble.of(known);
            return this;
        }

        @Override
        public StageAttempt id() {
            return id;
        }

        @Override
        public TaskSet pending() {
            return tasks.copy(task -> true);
        }

        @Override
        public int notLaunched() {
            return tasks.size();
        }

        @Override
        public Set<StageAttempt> parents() {
            return parents;
        }

        @Override
        public long earliestNanos() {
            return earliestNanos;
        }

        /** Those that fetch their input take so much longer. */
        Stage andFetching(double known) {
            fetchingSeconds = known;
            return this;
        }

        /** None has ended; the first ones of other stages take so many seconds longer than their policy predicts. */
        Stage predictedTooShortBy(double known) {
            excessSeconds = OptionalDouble.of(known);
            return this;
        }

        @Override
        public OptionalDouble correctedSeconds(double predictedSeconds, double missingShare) {
            return excessSeconds.isPresent()
                    ? OptionalDouble.of(predictedSeconds + excessSeconds.getAsDouble())
                    : excessSeconds;
        }

        @Override
        public OptionalDouble seconds(double bytes, double missingShare) {
            return seconds.isEmpty()
                    ? seconds
                    : OptionalDouble.of(seconds.getAsDouble() + missingShare * fetchingSeconds);
        }
    }

    Stage maps(int number) {
        return new Stage(number, new TaskSet(number, InputKind.BLOCKS, cluster.routes()));
    }

    Stage reduces(int number) {
        return new Stage(number, new TaskSet(number, InputKind.SHUFFLE, cluster.routes()));
    }

    /** A task more of a stage, whose input is on such hosts. */
    void task(Stage stage, int task, double bytes, String... hosts) {
        cluster.add(stage.tasks(), task, bytes, hosts);
    }

    void job(int number, int residualTasks, ShadowStage... stages) {
        jobs.add(new ShadowJob(number, "default", number * SECOND, residualTasks, List.of(stages)));
    }

    /** One executor on a host, named as it. */
    void executor(String host, int free, Stage running, double... secondsLeft) {
        executorOn(host, host, free, running, secondsLeft);
    }

    /** One of several executors on a host. */
    void executorOn(String host, String id, int free, Stage running, double... secondsLeft) {
        executors.add(new SlotForecast.Executor(
                id,
                cluster.h(host),
                free,
                DoubleStream.of(secondsLeft)
                        .mapToObj(left -> new SlotForecast.Running(running.id(), left))
                        .toList()));
    }

    ShadowSchedule lookAhead(String policy) {
        return lookAhead(policy, AssignerOptions.USUAL, JobOrders.FIFO, FAR);
    }

    ShadowSchedule lookAhead(Horizon horizon) {
        return lookAhead("stock-hadoop", AssignerOptions.USUAL, JobOrders.FIFO, horizon);
    }

    ShadowSchedule lookAhead(String policy, AssignerOptions options, JobOrders order, Horizon horizon) {
        return new ShadowScheduler(TaskAssigners.make(policy, options), order.make(List.of()), 7)
                .lookAhead(jobs, SlotForecast.of(executors), this, horizon, 0, () -> true);
    }

    ShadowSchedule lookAheadInMapSlots() {
        return new ShadowScheduler(TaskAssigners.named("stock-hadoop"), JobOrders.FIFO.make(List.of()), 7)
                .lookAhead(jobs, SlotForecast.exclusive(executors, InputKind.BLOCKS, 0), this, FAR, 0, () -> true);
    }

    /** With requests that stand. */
    ShadowSchedule lookAhead(PrefetchRequest... standing) {
        return new ShadowScheduler(TaskAssigners.named("stock-hadoop"), JobOrders.FIFO.make(List.of()), 7)
                .lookAhead(jobs, SlotForecast.of(executors), List.of(standing), this, FAR, 0, () -> true);
    }

    /** Map slots that are offered at such times. */
    ShadowSchedule lookAhead(AssignerOptions options, OfferTimes offers) {
        return new ShadowScheduler(TaskAssigners.make("stock-hadoop", options), JobOrders.FIFO.make(List.of()), 7)
                .lookAhead(
                        jobs,
                        SlotForecast.exclusive(executors, InputKind.BLOCKS, 0).with(offers),
                        this,
                        FAR,
                        0,
                        () -> true);
    }

    /** Heartbeats each 3 s, from so many seconds on for h1, h2 and so on, that bring one task each. */
    OfferTimes heartbeats(double... phases) {
        double[] byHost = new double[topology().nodes().size()];
        for (int host = 0; host < phases.length; host++) {
            byHost[cluster.h("h" + (host + 1))] = phases[host];
        }
        return OfferTimes.heartbeats(
                3, 1, (host, seconds) -> byHost[host] + 3 * Math.ceil((seconds - byHost[host]) / 3));
    }

    void lookAhead(ShadowScheduler shadow, long nowNanos) {
        shadow.lookAhead(jobs, SlotForecast.of(executors), this, FAR, nowNanos, () -> true);
    }

    /** As many choices as that, and no more. */
    ShadowSchedule lookAhead(int choices) {
        int[] left = {choices};
        return new ShadowScheduler(TaskAssigners.named("stock-hadoop"), JobOrders.FIFO.make(List.of()), 7)
                .lookAhead(jobs, SlotForecast.of(executors), this, FAR, 0, () -> left[0]-- > 0);
    }

    /** "task from source to executor at second", each request. */
    String[] said(List<PrefetchRequest> requests) {
        return requests.stream()
                .map(one -> one.task() + " from " + name(one.source()) + " to " + one.executor() + " at "
                        + one.deadlineNanos() / (double) SECOND)
                .toArray(String[]::new);
    }

    private String name(int host) {
        return topology().nodes().get(host).name();
    }

    @Override
    public Topology topology() {
        return cluster.topology;
    }

    @Override
    public AvailableBandwidth network() {
        return cluster.network();
    }

    @Override
    public int host(String nameOrAddress) {
        return topology().node(nameOrAddress).map(Node::index).orElse(-1);
    }

    @Override
    public double bytesToReceive(int host) {
        return cluster.bytesToReceive(host);
    }

    @Override
    public double bytesToSend(int host) {
        return cluster.bytesToSend(host);
    }

    @Override
    public Map<String, ExecutorMemory> memory() {
        return Map.of();
    }

    @Override
    public double bytesToRead(int host) {
        return cluster.bytesToRead(host);
    }
}
