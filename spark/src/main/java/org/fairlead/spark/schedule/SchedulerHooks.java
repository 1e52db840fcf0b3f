// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.scheduler.ExecutorExited;
import org.apache.spark.scheduler.ExecutorLossReason;
import org.apache.spark.scheduler.ExecutorProcessLost;
import org.apache.spark.scheduler.HealthTracker;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSet;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.immutable.IndexedSeq;
import scala.jdk.javaapi.CollectionConverters;

/** What our schedulers, which have different parents, share: what goes wrong here is logged, and stock goes on. */
final class SchedulerHooks {
    private static final Logger LOG = LoggerFactory.getLogger(SchedulerHooks.class);
    private static final String STREAMING_QUERY = "sql.streaming.queryId";
    private static final String TASK_RESOURCES = "spark.task.resource.";
    private static final int DEFAULT_RESOURCES = 0;

    private final TaskSchedulerImpl scheduler;
    private final Scheduling scheduling;
    private final RareLog rareLog = new RareLog(LOG);
    private final SuspectedAttempts attempts;
    /** Whether tasks need GPUs or the like by default: then a free core is no free slot. */
    private final boolean needsMoreThanCores;

    SchedulerHooks(TaskSchedulerImpl scheduler, Scheduling scheduling) {
        this.scheduler = scheduler;
        this.scheduling = scheduling;
        needsMoreThanCores = scheduler.sc().conf().getAllWithPrefix(TASK_RESOURCES).length > 0;
        attempts = SuspectedAttempts.start(scheduler, scheduling);
    }

    void close() {
        attempts.close();
    }

    /**
     * A manager of ours; empty where stock's rules hold alone: micro-batches of streaming queries, which Spark gives managers of their
     * own; barrier stages, which start all at once or not at all; stages with resource profiles of their own; all stages where tasks need more than cores.
     */
    Optional<TaskSetManager> manager(TaskSet taskSet, int maxTaskFailures) {
        try {
            Optional<String> stocks = stocksAlone(taskSet);
            if (stocks.isPresent()) {
                scheduling.records().stockAlone(taskSet.stageId(), taskSet.stageAttemptId(), stocks.get());
                return Optional.empty();
            }
            FairleadTaskSetManager manager =
                    FairleadTaskSetManager.create(scheduler, taskSet, maxTaskFailures, scheduling);
            attempts.add(manager);
            return Optional.of(manager);
        } catch (RuntimeException | LinkageError e) {
            failed("manager", e);
            return Optional.empty();
        }
    }

    /** Why stock's rules hold alone. */
    private Optional<String> stocksAlone(TaskSet taskSet) {
        if (taskSet.tasks().length == 0) {
            return Optional.of("no tasks");
        }
        if (taskSet.tasks()[0].isBarrier()) {
            return Optional.of("a barrier stage");
        }
        if (taskSet.resourceProfileId() != DEFAULT_RESOURCES) {
            return Optional.of("a resource profile of its own");
        }
        if (needsMoreThanCores) {
            return Optional.of("tasks need " + TASK_RESOURCES + "*");
        }
        boolean streaming = taskSet.properties() != null && taskSet.properties().getProperty(STREAMING_QUERY) != null;
        return streaming ? Optional.of("a micro-batch of a streaming query") : Optional.empty();
    }

    /** The offers without those of suspected hosts, for whatever is launched: also micro-batches, barrier stages and other stages that are not planned. */
    IndexedSeq<WorkerOffer> admitted(IndexedSeq<WorkerOffer> offers) {
        try {
            SuspectedHosts suspected = scheduling.suspected();
            if (!suspected.any() || !SuspectedHosts.countsEverywhere(scheduling.modes())) {
                return offers;
            }
            long now = scheduling.time().nanoTime();
            List<WorkerOffer> left = new ArrayList<>();
            for (int i = 0; i < offers.length(); i++) {
                if (suspected.bars(offers.apply(i).host(), now)) {
                    scheduling.planner().executors().leaveOut(offers.apply(i).executorId());
                    scheduling.figures().count(OfferCounters.Outcome.SUSPECTED);
                } else {
                    left.add(offers.apply(i));
                }
            }
            return left.size() == offers.length()
                    ? offers
                    : CollectionConverters.asScala(left).toIndexedSeq();
        } catch (RuntimeException | LinkageError e) {
            failed("admitted", e);
            return offers;
        }
    }

    /**
     * Slots that are offered; called once a round, under the scheduler's lock. Executors with a resource profile of their own are no slots
     * of the stages that are planned.
     */
    void offered(IndexedSeq<WorkerOffer> offers) {
        try {
            for (int i = 0; i < offers.length(); i++) {
                WorkerOffer offer = offers.apply(i);
                if (offer.resourceProfileId() == DEFAULT_RESOURCES) {
                    scheduling.planner().executors().offered(offer.executorId(), offer.host(), offer.cores());
                }
            }
            dropExcluded();
        } catch (RuntimeException | LinkageError e) {
            failed("offered", e);
        }
    }

    /** Executors that Spark offers no longer, since too much has failed on them. */
    private void dropExcluded() {
        Option<HealthTracker> health = scheduler.healthTrackerOpt();
        if (health.isEmpty()
                || (health.get().executorIdToExcludedStatus().isEmpty()
                        && health.get().nodeIdToExcludedExpiryTime().isEmpty())) {
            return;
        }
        HealthTracker tracker = health.get();
        scheduling
                .planner()
                .executors()
                .leaveOutIf(executor ->
                        tracker.isExecutorExcluded(executor.id()) || tracker.isNodeExcluded(executor.host()));
    }

    /** The executor is gone, or is to go and will get no more tasks. */
    void lost(String executorId) {
        scheduling.planner().executors().lost(executorId);
    }

    /** The executor is gone. Where its host may be the reason, that is reported to whoever judges hosts. */
    void lost(String executorId, ExecutorLossReason reason) {
        try {
            Optional<String> host = speaksAgainstItsHost(reason) ? host(executorId) : Optional.empty();
            host.ifPresent(its -> scheduling.picture().failed(its, "executor " + executorId));
        } catch (RuntimeException | LinkageError e) {
            failed("lost", e);
        }
        lost(executorId);
    }

    /** It was not heard of in time, its connection broke, its worker is lost, its container was taken: neither killed on purpose nor ended by its application. */
    static boolean speaksAgainstItsHost(ExecutorLossReason reason) {
        return reason instanceof ExecutorProcessLost
                || (reason instanceof ExecutorExited exited && !exited.exitCausedByApp());
    }

    private Optional<String> host(String executorId) {
        synchronized (scheduler) {
            Option<String> host = scheduler.executorIdToHost().get(executorId);
            return host.isDefined() ? Optional.of(host.get()) : Optional.empty();
        }
    }

    private void failed(String what, Throwable cause) {
        scheduling.figures().failed();
        rareLog.warn(what, "A step of Fairlead's scheduler failed; stock goes on", cause);
    }
}
