// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.fairlead.core.health.StalledTasks;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.TaskProgress;
import org.fairlead.spark.record.LaunchJournal;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has tasks that run on suspected hosts, or read from one by plan, or receive nothing while one has fallen silent lately, tried once more elsewhere: as speculative attempts, which Spark launches whether or not its own
 * speculation is on. The first that ends counts, and Spark kills the other. Likewise, if that is wanted, tasks on slow hosts that would end sooner elsewhere ({@link ApplicationPlanner#worthCopying}). Has map output on hosts that stay silent given up ({@link StrandedTasks}). Looks twice a
 * second, under the scheduler's lock while somebody is suspected or slow.
 */
final class SuspectedAttempts implements AutoCloseable {
    private static final String KIND = "fairlead-suspected";
    private static final Logger LOG = LoggerFactory.getLogger(SuspectedAttempts.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final long LOOK_EVERY_MILLIS = 500;
    /** For which a task receives nothing, while a host is suspected, before it is tried elsewhere. */
    private static final long STALLED_NANOS = 3_000_000_000L;
    /** For which others may wait for a host that fell silent: then Spark's own fetches from it have failed. */
    private static final long AWAITED_NANOS = 120_000_000_000L;

    private final TaskSchedulerImpl scheduler;
    private final SuspectedHosts suspectedHosts;
    private final OfferCounters figures;
    private final StrandedTasks stranded;
    private final ClusterPicture picture;
    private final LaunchJournal journal;
    private final ApplicationPlanner planner;
    private final boolean copiesOnSlowHosts;
    private final TimeSource time;
    private final StalledTasks receiving = new StalledTasks(STALLED_NANOS);
    private final BooleanSupplier countsEverywhere;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(LastingThread.workers(KIND));
    /** Under the scheduler's lock. */
    private final List<FairleadTaskSetManager> managers = new ArrayList<>();

    private boolean watchesOutput;

    private SuspectedAttempts(TaskSchedulerImpl scheduler, Scheduling scheduling) {
        this.scheduler = scheduler;
        suspectedHosts = scheduling.suspected();
        figures = scheduling.figures();
        picture = scheduling.picture();
        time = scheduling.time();
        stranded = new StrandedTasks(scheduler, picture, figures);
        journal = scheduling.journal();
        planner = scheduling.planner();
        copiesOnSlowHosts = scheduling.options().slowHosts() == AssignerOptions.SlowHosts.COPIED;
        countsEverywhere = () -> SuspectedHosts.countsEverywhere(scheduling.modes());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches its own exceptions
    static SuspectedAttempts start(TaskSchedulerImpl scheduler, Scheduling scheduling) {
        SuspectedAttempts attempts = new SuspectedAttempts(scheduler, scheduling);
        attempts.thread.scheduleWithFixedDelay(
                LastingThread.repeated(KIND, attempts::lookQuietly),
                LOOK_EVERY_MILLIS,
                LOOK_EVERY_MILLIS,
                TimeUnit.MILLISECONDS);
        return attempts;
    }

    void add(FairleadTaskSetManager manager) {
        synchronized (scheduler) {
            managers.removeIf(FairleadTaskSetManager::isZombie);
            managers.add(manager);
        }
    }

    private void lookQuietly() {
        try {
            if (suspectedHosts.any()) {
                journal.settle(); // of tasks that were launched just now, too, the picture is to know how far they are
            }
            if (countsEverywhere.getAsBoolean() && (suspectedHosts.any() || watchesOutput)) {
                lookAtOutput();
            }
            boolean marked = copiesOnSlowHosts && lookAtSlowHosts();
            if (suspectedHosts.any()) {
                marked |= look();
            } else {
                receiving.forgetAll();
            }
            if (marked && !scheduler.sc().isStopped()) {
                scheduler.backend().reviveOffers();
            }
        } catch (RuntimeException | LinkageError e) {
            figures.failed();
            RARE_LOG.warn("look", "Tasks on suspected hosts could not be looked at", e);
        }
    }

    /** Once more when nobody is suspected any longer. */
    private void lookAtOutput() {
        watchesOutput = suspectedHosts.any();
        stranded.look(running(), time.nanoTime());
    }

    private boolean look() {
        long now = time.nanoTime();
        OptionalLong newest = picture.newestSuspicionNanos();
        boolean awaited = newest.isPresent() && now - newest.getAsLong() < AWAITED_NANOS;
        Set<Long> asked = new HashSet<>();
        int attempts = 0;
        synchronized (scheduler) {
            long nowMillis = time.currentTimeMillis();
            managers.removeIf(FairleadTaskSetManager::isZombie);
            for (FairleadTaskSetManager manager : managers) {
                attempts += manager.copyStuck(
                        host -> suspectedHosts.bars(host, now),
                        awaited,
                        task -> asked.add(task) && isStalled(task, now),
                        nowMillis);
            }
        }
        receiving.keep(asked);
        for (int i = 0; i < attempts; i++) {
            figures.count(OfferCounters.Outcome.ATTEMPT_OF_SUSPECTED);
        }
        return attempts > 0;
    }

    private boolean lookAtSlowHosts() {
        if (!planner.anyWorthCopying()) {
            return false;
        }
        journal.settle(); // or it would not be known what runs
        long now = time.nanoTime();
        int attempts = 0;
        for (FairleadTaskSetManager manager : running()) {
            List<Long> worth = planner.worthCopying(
                    new StageAttempt(manager.stageId(), manager.taskSet().stageAttemptId()), now);
            synchronized (scheduler) {
                attempts += manager.copy(worth);
            }
        }
        for (int i = 0; i < attempts; i++) {
            figures.count(OfferCounters.Outcome.ATTEMPT_OF_SLOW_HOST);
        }
        return attempts > 0;
    }

    private List<FairleadTaskSetManager> running() {
        synchronized (scheduler) {
            return managers.stream().filter(manager -> !manager.isZombie()).toList();
        }
    }

    private boolean isStalled(long task, long nowNanos) {
        Optional<TaskProgress> progress = picture.progress(task);
        return progress.isPresent() && receiving.isStalled(task, progress.get().bytes(), nowNanos);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
