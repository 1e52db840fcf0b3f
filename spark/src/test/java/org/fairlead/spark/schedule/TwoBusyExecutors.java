// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.prefetch.order.AnsweringExecutor;
import org.fairlead.spark.prefetch.order.PrefetchEndpoint;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.testkit.HandDrivenTime;
import org.fairlead.testkit.MeasuredSnapshot;

/**
 * Two executors that do not exist, 1 on c1 and 2 on c2, each with a slot that is taken for another 10 s, and a stage whose tasks each read a block of a real HDFS from other hosts. A planner looks
 * ahead for what to fetch whenever a test says so.
 */
final class TwoBusyExecutors implements AutoCloseable {
    static final StageAttempt STAGE = new StageAttempt(3, 0);
    static final int TASKS = 12;
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;

    private static final StageAttempt BEFORE = new StageAttempt(2, 0);

    private final HandDrivenTime time = new HandDrivenTime();
    private final long now = time.nanoTime();
    private final Topology topology = apart();
    private final ClusterSnapshot snapshot = idle(topology, now);
    private final TaskAssigner policy = TaskAssigners.named("fairlead");
    private final ApplicationPlanner planner = new ApplicationPlanner(policy, SECOND, Optional.empty());
    private final PrefetchOrders orders =
            new PrefetchOrders(() -> new ModeInForce(Mode.ENFORCE, 1), 1, TimeSource.SYSTEM);
    private final TaskInputs inputs;
    private final PrefetchEndpoint endpoint;
    private final PrefetchOutcomes outcomes = new PrefetchOutcomes();
    private final PrefetchPlanner ahead;
    private final AnsweringExecutor one = new AnsweringExecutor();
    private final AnsweringExecutor two = new AnsweringExecutor();
    private final BlockStage stage;
    private final PlannerThread.Entry entry;

    /** @param hdfs one of {@link #hdfs()} that runs */
    TwoBusyExecutors(SmallHdfs hdfs) {
        inputs = new TaskInputs(orders, hdfs.conf(), TimeSource.SYSTEM);
        endpoint = new PrefetchEndpoint(orders, inputs);
        ahead = new PrefetchPlanner(
                planner, new MeasuredPicture(topology), policy, inputs, 64 << 20, outcomes, 1, time);
        stage = new BlockStage(STAGE, new Path(hdfs.daemons().getURI() + "/file"), TASKS);
        entry = new PlannerThread.Entry(stage, planner.stage(stage));
        orders.joined("1", one);
        orders.joined("2", two);
        for (int executor = 1; executor <= 2; executor++) {
            planner.executors().offered("" + executor, "c" + executor, 1);
            planner.executors().launched("" + executor, 1);
            planner.launched(100 + executor, BEFORE, "" + executor, "c" + executor, 10, Optional.empty(), now);
        }
        plan();
    }

    /** With the file that the stage reads; for all tests of a class. */
    static SmallHdfs hdfs() {
        return SmallHdfs.builder().file("/file", content(TASKS * BLOCK, 1)).shared();
    }

    private static Topology apart() {
        Topology.Builder apart = new Topology.Builder("apart").switchNode("e1");
        for (String host : List.of("c1", "c2", "h1", "h2", "h3")) {
            apart.host(host, "r1").cable(host, "e1", 1e8);
        }
        return apart.build();
    }

    /** Measured now, with nothing on any link. */
    private static ClusterSnapshot idle(Topology topology, long now) {
        LinkLoads loads = new LinkLoads(topology, SECOND);
        topology.links().forEach(link -> loads.measured(link.index(), 0, now, Origin.SWITCH));
        FairShareLoadModel model = new FairShareLoadModel(topology, SECOND);
        model.observe(loads.view(now), now);
        return new MeasuredSnapshot(model.availableBandwidth());
    }

    PrefetchPlanner ahead() {
        return ahead;
    }

    PrefetchOutcomes outcomes() {
        return outcomes;
    }

    AnsweringExecutor one() {
        return one;
    }

    AnsweringExecutor two() {
        return two;
    }

    BlockStage stage() {
        return stage;
    }

    /** When it all began. */
    long now() {
        return now;
    }

    void pass(Duration duration) {
        time.pass(duration);
    }

    /** Index of a host, by its name. */
    int host(String name) {
        return snapshot.host(name);
    }

    /** Makes a new plan of the stage. */
    StagePlan plan() {
        assertThat(planner.renew(entry.planned(), snapshot, now)).isTrue();
        return planner.plan(entry.planned(), snapshot, now, () -> true).orElseThrow();
    }

    boolean isPlanDue() {
        return planner.isDue(entry.planned(), snapshot, now);
    }

    /** What plans count as held for a task. */
    double heldBytes(int task, String host) {
        return planner.copyOfPending(entry.planned()).orElseThrow().heldBytes(task, snapshot.host(host));
    }

    /** Looks ahead so long after the beginning. */
    void lookAhead(long afterNanos) {
        ahead.lookAhead(List.of(entry), true, true, snapshot, now + afterNanos);
    }

    /** The same while no controller answers. */
    void lookAheadWithoutController(long afterNanos) {
        ahead.lookAhead(List.of(entry), true, false, snapshot, now + afterNanos);
    }

    /** Nothing is fetched ahead any more. */
    void stop() {
        ahead.stop(List.of(entry), Optional.of(snapshot));
    }

    /** Looks ahead for the first time. */
    void requestOneTaskForEach() throws Exception {
        lookAhead(0);
        bothAreTold();
    }

    /** Waits for the first request to each executor. */
    void bothAreTold() throws Exception {
        soon("both are told", () -> one.requests().size() == 1 && two.requests().size() == 1);
        soon("that is known", () -> inputs.isOrdered(0) && inputs.isOrdered(1));
    }

    /** The first executor has all that it was asked for. */
    void allCameToOne() throws IOException {
        endpoint.receive(
                new Object[] {"1", "arrived", new long[] {one.requests().get(0).id()}});
    }

    /** The first executor is lost. */
    void oneIsGone() {
        planner.executors().lost("1");
        orders.left("1");
        ahead.left("1");
    }

    /** Whose input an executor was first asked for. */
    static int task(AnsweringExecutor executor) {
        return task(executor, 0);
    }

    /** Whose input an executor was asked for after so many others. */
    static int task(AnsweringExecutor executor, int before) {
        return (int) (executor.requests().get(before).blockStart() / BLOCK);
    }

    /** A task whose input nobody was asked for. */
    int notRequested() {
        return IntStream.range(0, TASKS)
                .filter(task -> task != task(one) && task != task(two))
                .findFirst()
                .orElseThrow();
    }

    /** A task reads from another host of its rack, and does not wait any more. */
    AttemptLaunch launch(int task, String executor, boolean planned) {
        stage.launched(task);
        return new AttemptLaunch(STAGE, task, task, executor, BLOCK, Distance.RACK, Double.NaN, planned);
    }

    @Override
    public void close() {
        inputs.close();
        orders.close();
    }
}
