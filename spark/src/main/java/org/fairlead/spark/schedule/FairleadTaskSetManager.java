// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.scheduler.Task;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSet;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.util.SystemClock;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.spark.read.PlacedSource;
import org.fairlead.spark.read.SlowHosts;
import org.fairlead.spark.schedule.locality.Localities;
import org.fairlead.spark.schedule.speculation.SpeculativeCopies;
import org.fairlead.spark.shuffle.exchange.CopiedFirst;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Enumeration;
import scala.Option;
import scala.Tuple3;
import scala.collection.mutable.ArrayBuffer;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's manager of a stage's tasks, but which task an offered slot gets is looked up in the stage's plan. Everything here runs under the
 * scheduler's lock; whatever of ours fails is caught, counted and logged, and stock's answer counts.
 */
final class FairleadTaskSetManager extends TaskSetManager {
    private static final Logger LOG = LoggerFactory.getLogger(FairleadTaskSetManager.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);

    /** In one answer. */
    private static final int MOST_DECLINED_ATTEMPTS = 16;

    private final SpeculativeCopies speculativeCopies;

    /** The properties of tasks by what they are placed to read from; tasks of a stage share them, as they do in stock. */
    private final Map<List<String>, Properties> bySource = new HashMap<>();
    /** As of these. */
    private SlowHosts slowHosts = SlowHosts.NONE;

    /** Hosts whose map output, which this stage reads, was given up. */
    private final Set<String> lostOutput = new HashSet<>();

    /** Null while the parent's constructor runs, and where stock decides alone. */
    private StageDecisions decisions;

    /** What slots get by where input was copied; empty where no map output is. */
    private Optional<CopiedFirst> copied = Optional.empty();

    private FairleadTaskSetManager(TaskSchedulerImpl scheduler, TaskSet taskSet, int maxTaskFailures) {
        super(scheduler, taskSet, maxTaskFailures, scheduler.healthTrackerOpt(), new SystemClock());
        speculativeCopies = new SpeculativeCopies(this, scheduler);
    }

    /** A manager that asks for plans, unless some tasks have their input in an executor's memory: those wait for it by stock's rules. */
    static FairleadTaskSetManager create(
            TaskSchedulerImpl scheduler, TaskSet taskSet, int maxTaskFailures, Scheduling scheduling) {
        FairleadTaskSetManager manager = new FairleadTaskSetManager(scheduler, taskSet, maxTaskFailures);
        if (manager.pendingTasks().forExecutor().isEmpty()) {
            manager.decisions = new StageDecisions(manager, scheduler, scheduling);
            SparkStage stage = manager.decisions.stage();
            manager.copied = scheduling
                    .copies()
                    .map(planner -> CopiedFirst.of(
                            planner, stage, stage.reads(), scheduling.planner().executors()));
            scheduling.plannerThread().add(manager.decisions); // last: who fails before is never over
        } else {
            scheduling.records().stockAlone(taskSet.stageId(), taskSet.stageAttemptId(), "input in executors' memory");
        }
        return manager;
    }

    /** Asked once a round, before any slot of it is offered. */
    @Override
    public ArrayBuffer<TaskSetManager> getSortedTaskSetQueue() {
        quietly(StageDecisions::beginRound);
        copied.ifPresent(CopiedFirst::beginRound);
        return super.getSortedTaskSetQueue();
    }

    @Override
    public Option<Tuple3<Object, Enumeration.Value, Object>> dequeueTaskHelper(
            String executorId, String host, Enumeration.Value maxLocality, boolean speculative) {
        if (decisions == null) {
            return super.dequeueTaskHelper(executorId, host, maxLocality, speculative);
        }
        if (isBarred(host)) {
            return Option.empty();
        }
        if (speculative) {
            return secondAttempt(executorId, host, maxLocality);
        }
        OfferResponse response = ask(executorId, host, maxLocality);
        if (response instanceof OfferResponse.Launch launch) {
            return Option.apply(new Tuple3<>(launch.task(), Localities.shown(launch.level()), false));
        }
        if (response == OfferResponse.Plain.ENGINE || response == OfferResponse.Plain.PASSED_OVER) {
            return super.dequeueTaskHelper(executorId, host, maxLocality, false);
        }
        if (response == OfferResponse.Plain.ENGINE_NEAR) {
            Enumeration.Value near = Localities.nearer(maxLocality, LocalityLevel.NO_PREFERENCE);
            return super.dequeueTaskHelper(executorId, host, near, false);
        }
        return Option.empty();
    }

    /** A speculative attempt at a task that stock finds slow, if the guard admits it; those that it does not stay for later rounds, behind the others. */
    private Option<Tuple3<Object, Enumeration.Value, Object>> secondAttempt(
            String executorId, String host, Enumeration.Value maxLocality) {
        List<Integer> declined = new ArrayList<>();
        Option<Tuple3<Object, Enumeration.Value, Object>> found =
                super.dequeueTaskHelper(executorId, host, maxLocality, true);
        while (found.isDefined() && !admitsAttempt((Integer) found.get()._1(), host)) {
            declined.add((Integer) found.get()._1());
            found = declined.size() < MOST_DECLINED_ATTEMPTS
                    ? super.dequeueTaskHelper(executorId, host, maxLocality, true)
                    : Option.empty();
        }
        for (Integer task : declined) {
            speculatableTasks().add(task);
            pendingSpeculatableTasks().all().prepend(task);
        }
        return found;
    }

    private boolean isBarred(String host) {
        try {
            return decisions.isBarred(host);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return false;
        }
    }

    /**
     * Marks those tasks for another attempt that are stuck while somebody is suspected ({@link SpeculativeCopies#copyStuck}). Under the scheduler's lock.
     *
     * @param awaited whether a host fell silent so lately that tasks may wait for it
     * @param isStalled whether a running task, by its id, has received nothing for a while
     * @param nowMillis since 1970
     * @return how many were marked
     */
    int copyStuck(Predicate<String> isSuspected, boolean awaited, LongPredicate isStalled, long nowMillis) {
        return isDrawn() ? speculativeCopies.copyStuck(isSuspected, awaited, isStalled, nowMillis) : 0;
    }

    /**
     * Marks the tasks of these running attempts for another one, where none is pending any more: those with one attempt. Under the scheduler's lock.
     *
     * @return how many were marked
     */
    int copy(List<Long> attempts) {
        return isDrawn() && decisions.notBegun() == 0 ? speculativeCopies.copy(attempts) : 0;
    }

    /** Whether the stage still runs, and its decisions count by its mode. */
    private boolean isDrawn() {
        return !isZombie() && decisions != null && decisions.isDrawn();
    }

    /** Whether map output that this stage reads lies on a host now. Without the scheduler's lock. */
    boolean readsMapOutputOn(String host, MapOutputTrackerMaster mapOutputs) {
        return decisions != null && decisions.stage().readsMapOutputOn(host, mapOutputs);
    }

    /** Map output of a host that this stage reads was given up. Under the scheduler's lock. */
    void lostOutputOn(String host) {
        lostOutput.add(host);
    }

    /** Ids of running tasks, on hosts other than these, whose stage read map output of one of these when that was given up. Under the scheduler's lock. */
    List<Long> fetchingFrom(Set<String> hosts) {
        if (Collections.disjoint(lostOutput, hosts)) {
            return List.of();
        }
        List<Long> fetching = new ArrayList<>();
        for (Object taskId : CollectionConverters.asJava(runningTasksSet()).toArray()) {
            TaskInfo info = taskInfos().apply(taskId);
            if (!hosts.contains(info.host())) {
                fetching.add(info.taskId());
            }
        }
        return fetching;
    }

    /**
     * Has executors ask again where map output lies, when they are sent a further task of this stage: they keep what they were told until a task comes that was made
     * later. Under the scheduler's lock.
     *
     * @param epoch of the map output tracker, now
     */
    void askAnewForMapOutput(long epoch) {
        for (Task<?> task : tasks()) {
            task.epoch_$eq(epoch);
        }
    }

    private boolean admitsAttempt(int task, String host) {
        try {
            return speculativeCopies.isMarked(task)
                    ? !speculativeCopies.isOnSlowHost(task) || !decisions.isPacedSlow(host)
                    : decisions.admitsAttempt(task, host);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return true;
        }
    }

    private OfferResponse ask(String executorId, String host, Enumeration.Value maxLocality) {
        try {
            LocalityLevel farthest = Localities.of(maxLocality);
            Supplier<OfferResponse> planned = () -> decisions.ask(executorId, host, farthest);
            return copied.isEmpty() || !decisions.isDrawn()
                    ? planned.get()
                    : copied.get()
                            .respond(
                                    executorId,
                                    farthest,
                                    task -> !decisions.stage().exclusions().exclude(task, executorId, host),
                                    planned,
                                    decisions::byCopies);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
            return OfferResponse.Plain.ENGINE;
        }
    }

    @Override
    public void recomputeLocality() {
        super.recomputeLocality();
        quietly(StageDecisions::localityRecomputed);
    }

    @Override
    public void addRunningTask(long taskId) {
        super.addRunningTask(taskId);
        quietly(ours -> {
            Option<TaskInfo> info = taskInfos().get(taskId);
            if (info.isDefined()) {
                List<String> source = ours.launched(info.get());
                speculativeCopies.launched(taskId, source);
                SlowHosts slow = ours.avoidedHosts();
                if (!slow.equals(slowHosts)) {
                    bySource.clear();
                    slowHosts = slow;
                }
                // Spark takes a task's properties along after this.
                Properties properties = bySource.computeIfAbsent(
                        ours.isDrawn() && isNoChoice(source, info.get().host()) ? PlacedSource.BY_OBSERVATION : source,
                        names -> slow.with(PlacedSource.with(taskSet().properties(), names)));
                tasks()[info.get().index()].localProperties_$eq(properties);
                copied.ifPresent(
                        known -> known.launched(info.get().index(), info.get().executorId()));
            }
        });
    }

    /** Whether HDFS's own order is what a task was placed for: nobody chose its source, or it is beside it. */
    private static boolean isNoChoice(List<String> source, String host) {
        return source.isEmpty() || source.contains(host);
    }

    @Override
    public void removeRunningTask(long taskId) {
        super.removeRunningTask(taskId);
        speculativeCopies.ended(taskId);
        quietly(ours -> ours.ended(taskId));
    }

    @Override
    public void addPendingTask(int index, boolean resolveRacks, boolean speculatable) {
        super.addPendingTask(index, resolveRacks, speculatable);
        if (!speculatable) {
            quietly(ours -> {
                ours.stage().exclusions().renew(index, ours::isAlive);
                ours.stage().changes().added(index);
                copied.ifPresent(known -> known.again(index));
            });
        }
    }

    @Override
    public void markPartitionCompleted(int partitionId) {
        super.markPartitionCompleted(partitionId);
        quietly(ours -> {
            Option<Object> index = partitionToIndex().get(partitionId);
            if (index.isDefined()) {
                ours.stage().changes().gone((Integer) index.get());
            }
        });
    }

    private interface Step {
        void take(StageDecisions ours);
    }

    private void quietly(Step step) {
        if (decisions == null) {
            return;
        }
        try {
            step.take(decisions);
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
    }

    private void failed(Throwable cause) {
        decisions.failed();
        RARE_LOG.warn(cause.getClass().getName(), "A decision of Fairlead failed; stock decides", cause);
    }
}
