// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;
import static org.fairlead.spark.prefetch.SmallHdfs.soon;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.core.prefetch.shadow.MissedRequest;
import org.fairlead.core.prefetch.shadow.UnrequestedInput;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.FairShareLoadModel;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.InputFetch;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.prefetch.ReadBytes;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.prefetch.order.AnsweringExecutor;
import org.fairlead.spark.prefetch.order.PrefetchEndpoint;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.fairlead.spark.record.Distance;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes.Outcome;
import org.fairlead.testkit.HandDrivenTime;
import org.fairlead.testkit.MeasuredSnapshot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real HDFS, whose blocks executors that do not exist are to fetch: from look-aheads to what plans count on, and what launches tell. */
@Timeout(300)
class PrefetchPlannerTest {
    private static final StageAttempt STAGE = new StageAttempt(3, 0);
    private static final StageAttempt BEFORE = new StageAttempt(2, 0);
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int TASKS = 6;

    @RegisterExtension
    private static final SmallHdfs hdfs =
            SmallHdfs.builder().file("/file", content(TASKS * BLOCK, 1)).shared();

    private final HandDrivenTime time = new HandDrivenTime();
    private final long now = time.nanoTime();
    private final Topology topology = apart();
    private final ClusterSnapshot snapshot = idle(topology, now);
    private final TaskAssigner policy = TaskAssigners.named("fairlead");
    private final ApplicationPlanner planner = new ApplicationPlanner(policy, SECOND, Optional.empty());
    private final PrefetchOrders orders =
            new PrefetchOrders(() -> new ModeInForce(Mode.ENFORCE, 1), 1, TimeSource.SYSTEM);
    private final TaskInputs inputs = new TaskInputs(orders, hdfs.conf(), TimeSource.SYSTEM);
    private final PrefetchEndpoint endpoint = new PrefetchEndpoint(orders, inputs);
    private final PrefetchOutcomes outcomes = new PrefetchOutcomes();
    private final PrefetchPlanner ahead =
            new PrefetchPlanner(planner, new MeasuredPicture(topology), policy, inputs, 64 << 20, outcomes, 1, time);
    private final AnsweringExecutor one = new AnsweringExecutor();
    private final AnsweringExecutor two = new AnsweringExecutor();
    private final Stage stage = new Stage();
    private final PlannerThread.Entry entry = new PlannerThread.Entry(stage, planner.stage(stage));

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

    /** Two executors, each with a slot that is taken for another 10 s. */
    @BeforeEach
    void begin() {
        orders.joined("1", one);
        orders.joined("2", two);
        for (int executor = 1; executor <= 2; executor++) {
            planner.executors().offered("" + executor, "c" + executor, 1);
            planner.executors().launched("" + executor, 1);
            planner.launched(100 + executor, BEFORE, "" + executor, "c" + executor, 10, Optional.empty(), now);
        }
        plan();
    }

    @AfterEach
    void end() {
        inputs.close();
        orders.close();
    }

    private StagePlan plan() {
        assertThat(planner.renew(entry.planned(), snapshot, now)).isTrue();
        return planner.plan(entry.planned(), snapshot, now, () -> true).orElseThrow();
    }

    private void lookAhead(long afterNanos) {
        ahead.lookAhead(List.of(entry), true, true, snapshot, now + afterNanos);
    }

    private void requestOneTaskForEach() throws Exception {
        lookAhead(0);
        soon("both are told", () -> one.requests().size() == 1 && two.requests().size() == 1);
        soon("that is known", () -> inputs.isOrdered(0) && inputs.isOrdered(1));
    }

    private static int task(AnsweringExecutor executor) {
        return (int) (executor.requests().get(0).blockStart() / BLOCK);
    }

    private double heldBytes(int task, String host) {
        return planner.copyOfPending(entry.planned()).orElseThrow().heldBytes(task, snapshot.host(host));
    }

    private AttemptLaunch launch(int task, String executor, boolean planned) {
        stage.pending.remove(task);
        return new AttemptLaunch(STAGE, task, task, executor, BLOCK, Distance.RACK, Double.NaN, planned);
    }

    @Test
    void plansCountOnWhatIsOrderedAndOnWhatHasComeBeforeTheNextLookAhead() throws Exception {
        requestOneTaskForEach();
        int task = task(one);
        assertThat(heldBytes(task, "c1")).isZero();
        plan();
        assertThat(planner.isDue(entry.planned(), snapshot, now)).isFalse();

        lookAhead(10 * MILLI);

        assertThat(heldBytes(task, "c1")).isEqualTo(1);
        assertThat(heldBytes(task(two), "c2")).isEqualTo(1);
        assertThat(planner.isDue(entry.planned(), snapshot, now)).isTrue();
        endpoint.receive(
                new Object[] {"1", "arrived", new long[] {one.requests().get(0).id()}});
        lookAhead(20 * MILLI);
        assertThat(heldBytes(task, "c1")).isEqualTo(BLOCK);
        assertThat(plan().plan().launches("c1").get(0).task()).isEqualTo(task);
        assertThat(one.requests()).as("no look-ahead since").hasSize(1);
    }

    @Test
    void whenNothingIsFetchedAheadPlansCountOnNothing() throws Exception {
        requestOneTaskForEach();
        int task = task(one);
        lookAhead(10 * MILLI);
        assertThat(heldBytes(task, "c1")).isEqualTo(1);

        ahead.stop(List.of(entry), Optional.of(snapshot));

        assertThat(heldBytes(task, "c1")).isZero();
        soon("it is cancelled", () -> one.cancelled().size() == 1);
    }

    @Test
    void executorsAreToldAtWhichRateControllersAllowThem() throws Exception {
        requestOneTaskForEach();
        assertThat(ahead.fetches())
                .extracting(InputFetch::id, InputFetch::residualTasks)
                .containsExactlyInAnyOrder(tuple(0L, TASKS), tuple(1L, TASKS));
        ahead.quotas(List.of(new Reply.Quota(0, 5000, true), new Reply.Quota(1, 7000, false)));

        lookAhead(600 * MILLI);

        soon("both are told", () -> one.requests().size() == 2 && two.requests().size() == 2);
        assertThat(List.of(
                        one.requests().get(1).bytesPerSecond(),
                        two.requests().get(1).bytesPerSecond()))
                .containsExactlyInAnyOrder(5000L, 7000L);
        time.pass(Duration.ofSeconds(3));
        lookAhead(3 * SECOND);
        soon(
                "both are told again",
                () -> one.requests().size() == 3 && two.requests().size() == 3);
        assertThat(one.requests().get(2).bytesPerSecond())
                .as("it was not renewed")
                .isZero();
    }

    @Test
    void whatIsLaunchedWhereItWasForeseenIsInTimeOrLate() throws Exception {
        requestOneTaskForEach();
        endpoint.receive(
                new Object[] {"1", "arrived", new long[] {one.requests().get(0).id()}});

        ahead.launched(launch(task(one), "1", true), now + 10 * SECOND);
        ahead.launched(launch(task(two), "2", true), now + 9 * SECOND);

        assertThat(outcomes.count(Outcome.IN_TIME)).isEqualTo(1);
        assertThat(outcomes.count(MissedRequest.LAUNCHED_EARLY)).isEqualTo(1);
        assertThat(outcomes.count(Outcome.LATE)).isEqualTo(1);
        assertThat(outcomes.report("enforce", Map.of("read", 7L)).bytes())
                .isEqualTo(Map.of("read", 7L, "in_time", (long) BLOCK, "late", (long) BLOCK));
        soon(
                "both hear of it",
                () -> one.launched().size() == 1 && two.launched().size() == 1);
        ahead.ended(task(one));
        soon("it hears of the end", () -> one.done().size() == 1);
        assertThat(one.cancelled()).isEmpty();
    }

    @Test
    void whatIsLaunchedElsewhereIsCancelledAtOnceAndCountedByItsCause() throws Exception {
        requestOneTaskForEach();
        ahead.launched(launch(task(one), "2", true), now + SECOND);
        assertThat(outcomes.count(MissedRequest.NOT_COUNTED_ON)).isEqualTo(1);
        soon("it is cancelled", () -> one.cancelled().size() == 1);
        assertThat(one.cancelled().get(0).id()).isEqualTo(one.requests().get(0).id());

        lookAhead(10 * MILLI);
        ahead.launched(launch(task(two), "1", true), now + SECOND);
        assertThat(outcomes.count(MissedRequest.SLOT_TAKEN)).isEqualTo(1);
        assertThat(outcomes.count(Outcome.ELSEWHERE)).isEqualTo(2);
        assertThat(outcomes.count(Outcome.REQUESTED)).isEqualTo(2);
    }

    @Test
    void tasksForWhichNothingWasRequestedAreCountedUnlessTheyAreBesideTheirInput() {
        ahead.launched(launch(4, "1", true), now);
        ahead.launched(new AttemptLaunch(STAGE, 5, 5, "1", BLOCK, Distance.LOCAL, Double.NaN, true), now);

        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isEqualTo(1);
        assertThat(outcomes.count(Outcome.REQUESTED)).isZero();
    }

    @Test
    void tasksThatReadMoreThanThereIsMemoryForAreCountedAsSuch() throws Exception {
        requestOneTaskForEach();

        ahead.launched(large(notRequested()), now);

        assertThat(outcomes.count(UnrequestedInput.TOO_LARGE)).isEqualTo(1);
        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isZero();
    }

    private static AttemptLaunch large(int task) {
        return new AttemptLaunch(STAGE, task, task, "1", 65 << 20, Distance.UNKNOWN, Double.NaN, true);
    }

    /** As of a union with what an application has in memory. */
    @Test
    void aFirstTaskThatReadsNoFileSaysNothingOfTheOthers() {
        stage.firstWithFile = 1;
        lookAhead(0);

        for (int task = 0; task < TASKS; task++) {
            ahead.launched(large(task), now);
        }

        assertThat(outcomes.count(UnrequestedInput.TOO_LARGE)).isPositive();
        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isZero();
    }

    @Test
    void whatWouldNotBeFetchedAnywayIsNotTooLarge() {
        stage.file = new Path("file:/somewhere");
        lookAhead(0);

        for (int task = 0; task < TASKS; task++) {
            ahead.launched(large(task), now);
        }

        assertThat(outcomes.count(UnrequestedInput.TOO_LARGE)).isZero();
        assertThat(outcomes.count(UnrequestedInput.AT_ONCE)).isEqualTo(TASKS - outcomes.count(Outcome.REQUESTED));
    }

    @Test
    void whileNoControllerAnswersNothingNewIsFetchedAndWhatComesMayEnd() throws Exception {
        ahead.lookAhead(List.of(entry), true, false, snapshot, now);
        assertThat(outcomes.count(Outcome.REQUESTED)).isZero();
        lookAhead(600 * MILLI);
        assertThat(outcomes.count(Outcome.REQUESTED)).isEqualTo(2);
        soon("both are told", () -> one.requests().size() == 1 && two.requests().size() == 1);
        soon("that is known", () -> inputs.isOrdered(0) && inputs.isOrdered(1));

        ahead.lookAhead(List.of(entry), true, false, snapshot, now + 1200 * MILLI);

        soon(
                "it is still wanted",
                () -> one.requests().size() == 2 && two.requests().size() == 2);
        assertThat(one.cancelled()).isEmpty();
        ahead.launched(launch(notRequested(), "1", true), now + 1200 * MILLI);
        assertThat(outcomes.count(UnrequestedInput.NO_CONTROLLER)).isEqualTo(1);
    }

    @Test
    void whileNoControllerAnswersWhatWasRefusedIsNotAskedForAgain() throws Exception {
        one.answers(State.REFUSED);
        requestOneTaskForEach();

        ahead.lookAhead(List.of(entry), true, false, snapshot, now + 600 * MILLI);

        assertThat(two.requests()).hasSize(2);
        assertThat(one.requests()).hasSize(1);
        lookAhead(1200 * MILLI);
        assertThat(one.requests()).as("it may be fetched again").hasSize(2);
    }

    private int notRequested() {
        return IntStream.range(0, TASKS)
                .filter(task -> task != task(one) && task != task(two))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whenAnExecutorIsGoneSoAreItsRequestsAndPlansCountOnNothingOfIt() throws Exception {
        requestOneTaskForEach();
        int task = task(one);
        lookAhead(10 * MILLI);
        assertThat(heldBytes(task, "c1")).isEqualTo(1);

        planner.executors().lost("1");
        orders.left("1");
        ahead.left("1");
        lookAhead(20 * MILLI);

        assertThat(heldBytes(task, "c1")).isZero();
        assertThat(heldBytes(task(two), "c2")).isEqualTo(1);
        assertThat(outcomes.count(MissedRequest.EXECUTOR_GONE)).isEqualTo(1);
        assertThat(ahead.fetches()).extracting(InputFetch::host).containsOnly(snapshot.host("c2"));
    }

    @Test
    void aStageWhoseTasksDoNotReadWhatCameGetsNothingMore() throws Exception {
        requestOneTaskForEach();
        one.hasRead(new ReadBytes(300L << 20, BLOCK));
        ahead.launched(launch(task(one), "1", true), now + 10 * SECOND);
        ahead.ended(task(one));

        lookAhead(600 * MILLI);

        assertThat(one.done()).hasSize(1);
        ahead.launched(launch(notRequested(), "1", true), now + SECOND);
        assertThat(outcomes.count(UnrequestedInput.WASTEFUL_STAGE)).isEqualTo(1);
    }

    /** A stage of which each task reads a block. */
    private static final class Stage implements PlannableStage, StageTasks {
        private final Set<Integer> pending =
                new ConcurrentSkipListSet<>(IntStream.range(0, TASKS).boxed().toList());
        private final PendingChanges changes = new PendingChanges(TASKS);
        private Path file = new Path(hdfs.daemons().getURI() + "/file");
        private int firstWithFile;

        @Override
        public StageTasks tasks() {
            return this;
        }

        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public boolean isWanted() {
            return true;
        }

        @Override
        public boolean hasPlan() {
            return true;
        }

        @Override
        public int notBegun() {
            return pending.size();
        }

        @Override
        public int notEnded() {
            return TASKS;
        }

        @Override
        public JobOrder.Pool pool() {
            return new JobOrder.Pool("default", 1, 0, false);
        }

        @Override
        public boolean poolsShareFairly() {
            return false;
        }

        @Override
        public List<FilePart> filesOf(int task) {
            return task < firstWithFile ? List.of() : List.of(new FilePart(file, (long) task * BLOCK, BLOCK));
        }

        @Override
        public void sentBy(MapOutputMatrix output) {}

        @Override
        public void withoutInput() {}

        @Override
        public void publish(Optional<StagePlan> newer) {}

        @Override
        public StageAttempt id() {
            return STAGE;
        }

        @Override
        public long seed() {
            return 7;
        }

        @Override
        public int count() {
            return TASKS;
        }

        @Override
        public boolean isPending(int task) {
            return pending.contains(task);
        }

        @Override
        public boolean isRestricted(int task) {
            return false;
        }

        @Override
        public boolean isClosed(String executorId, String host) {
            return false;
        }

        @Override
        public List<String> preferredHosts(int task) {
            return List.of("h1", "h2", "h3");
        }

        @Override
        public int coresPerTask() {
            return 1;
        }

        @Override
        public Input input() {
            return new Input(InputKind.BLOCKS, task -> BLOCK, BLOCK, MapOutput.NONE, Set.of());
        }

        @Override
        public ToDoubleFunction<String> bytesBesides() {
            return host -> 0;
        }

        @Override
        public Optional<String> fifoPool() {
            return Optional.of("default");
        }

        @Override
        public int priority() {
            return 1;
        }

        @Override
        public PendingChanges changes() {
            return changes;
        }
    }
}
