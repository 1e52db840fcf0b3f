// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.DAGScheduler;
import org.apache.spark.scheduler.Pool;
import org.apache.spark.scheduler.SchedulingMode;
import org.apache.spark.scheduler.Stage;
import org.apache.spark.scheduler.Task;
import org.apache.spark.scheduler.TaskLocation;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.spark.input.BroadcastBlocks;
import org.fairlead.spark.input.CopiedOutput;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.input.FileWalk;
import org.fairlead.spark.input.ShuffleRange;
import org.fairlead.spark.input.ShuffleWalk;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.shuffle.exchange.CopiedFirst;
import scala.Option;
import scala.collection.Iterator;

/** A stage of Spark's as the planner asks for it, on the planner's thread: what is read here without the scheduler's lock is a hint. */
final class SparkStage implements StageTasks {
    private final TaskSetManager manager;
    private final TaskSchedulerImpl scheduler;
    private final StageAttempt id;
    private final long seed;
    private final int coresPerTask;
    /**
     * Spark's own stage holds it for as long as its job runs. Who held it longer would keep what hangs on it, such as broadcast variables, in executors'
     * memory.
     */
    private final WeakReference<RDD<?>> lastRdd;

    private final CopiedOutput copies;
    private final PendingChanges changes;
    private final Exclusions exclusions;
    private volatile StageInput input = StageInput.unknown();

    /** @param copies of map output */
    SparkStage(TaskSetManager manager, TaskSchedulerImpl scheduler, long applicationSeed, CopiedOutput copies) {
        this.manager = manager;
        this.copies = copies;
        this.scheduler = scheduler;
        id = new StageAttempt(manager.stageId(), manager.taskSet().stageAttemptId());
        seed = Draw.mixed(Draw.mixed(applicationSeed, id.stage()), id.attempt());
        coresPerTask = scheduler.sc().conf().getInt("spark.task.cpus", 1);
        lastRdd = new WeakReference<>(
                lastRdd(scheduler.dagScheduler(), id.stage()).orElse(null));
        changes = new PendingChanges(manager.numTasks());
        exclusions = new Exclusions(manager);
    }

    private static Optional<RDD<?>> lastRdd(DAGScheduler stages, int stageId) {
        if (stages == null) {
            return Optional.empty();
        }
        Option<Stage> stage = stages.stageIdToStage().get(stageId);
        return stage.isDefined() ? Optional.of(stage.get().rdd()) : Optional.empty();
    }

    /** Empty when its job is over. */
    private Optional<RDD<?>> lastRdd() {
        return Optional.ofNullable(lastRdd.get());
    }

    @Override
    public StageAttempt id() {
        return id;
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int count() {
        return manager.numTasks();
    }

    @Override
    public boolean isPending(int task) {
        return manager.copiesRunning()[task] == 0 && !manager.successful()[task];
    }

    @Override
    public boolean isRestricted(int task) {
        return exclusions.restrict(task);
    }

    @Override
    public boolean isClosed(String executorId, String host) {
        return exclusions.exclude(executorId, host);
    }

    @Override
    public List<String> preferredHosts(int task) {
        Task<?> sparks = manager.tasks()[task];
        if (sparks.preferredLocations().isEmpty()) {
            return List.of();
        }
        List<String> hosts = new ArrayList<>(3);
        Iterator<TaskLocation> preferred = sparks.preferredLocations().iterator();
        while (preferred.hasNext()) {
            hosts.add(preferred.next().host());
        }
        return hosts;
    }

    @Override
    public int coresPerTask() {
        return coresPerTask;
    }

    @Override
    public Input input() {
        StageInput read = lastRdd()
                .map(rdd -> StageInput.of(rdd, scheduler.mapOutputTracker(), copies))
                .orElseGet(StageInput::unknown);
        input = read;
        return new Input(
                read.kind(),
                task -> read.bytes(manager.tasks()[task].partitionId()),
                read.meanBytes(),
                new MapOutput(
                        read.mapOutput().hosts(),
                        read.mapOutput().bytes().ofTasks(count(), task -> manager.tasks()[task].partitionId())),
                read.scans());
    }

    /** The parts of files that a task reads. */
    List<FilePart> filesOf(int task) {
        return lastRdd()
                .map(rdd -> FileWalk.of(rdd, manager.tasks()[task].partitionId()))
                .orElse(List.of());
    }

    /** What its tasks read of shuffles. */
    CopiedFirst.Reads reads() {
        return new CopiedFirst.Reads() {
            @Override
            public Set<Integer> all() {
                return lastRdd().map(ShuffleWalk::allOf).orElse(Set.of());
            }

            @Override
            public List<ShuffleRange> of(int task) {
                return lastRdd()
                        .map(rdd -> ShuffleWalk.of(rdd, manager.tasks()[task].partitionId()))
                        .orElse(List.of());
            }
        };
    }

    /** Whether map output that its tasks read lies on a host now, as Spark names it. */
    boolean readsMapOutputOn(String host, MapOutputTrackerMaster mapOutputs) {
        return lastRdd()
                .map(rdd -> ShuffleWalk.readsMapOutputOn(rdd, host, mapOutputs))
                .orElse(false);
    }

    /** The pool of its job, as Spark has it. */
    JobOrder.Pool pool() {
        Pool pool = manager.parent();
        return pool == null
                ? new JobOrder.Pool("", 1, 0, false)
                : new JobOrder.Pool(
                        pool.name(),
                        pool.weight(),
                        pool.minShare(),
                        pool.schedulingMode().equals(SchedulingMode.FAIR()));
    }

    /** Whether pools share the cluster fairly. */
    boolean poolsShareFairly() {
        return scheduler.schedulingMode().equals(SchedulingMode.FAIR());
    }

    /** What its tasks read, as far as anybody has looked. */
    StageInput known() {
        return input;
    }

    /** What its partitions receive of map output, by the host that holds it; of a stage that is no longer kept, nothing. */
    IntFunction<Map<String, Double>> senders() {
        WeakReference<SparkStage> kept = new WeakReference<>(this);
        return partition -> {
            SparkStage stage = kept.get();
            return stage == null ? Map.of() : stage.input.senders(partition);
        };
    }

    @Override
    public ToDoubleFunction<String> bytesBesides() {
        BroadcastBlocks broadcasts =
                BroadcastBlocks.of(input, scheduler.sc().env().blockManager());
        return broadcasts::missingOn;
    }

    @Override
    public Optional<String> fifoPool() {
        return Optional.ofNullable(manager.parent())
                .filter(pool -> pool.schedulingMode().equals(SchedulingMode.FIFO()))
                .map(Pool::name);
    }

    @Override
    public int priority() {
        return manager.priority();
    }

    @Override
    public PendingChanges changes() {
        return changes;
    }

    Exclusions exclusions() {
        return exclusions;
    }
}
