// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.plan.PlanningIntervals;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.protocol.plugin.Breaker;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.record.LaunchJournal;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the plans of all stages, one after the other, on one thread beside the scheduler, and publishes them, by {@link PlanningIntervals}; uses at most
 * a sixteenth of a processor while observing. A policy that throws costs the stage its plan, and after a few in a row all stages, until a trial succeeds; one that
 * hangs costs all plans: they age, and stock decides.
 */
final class PlannerThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PlannerThread.class);
    /** While nothing of it counts. */
    private static final int REST_WHILE_OBSERVING = 15;

    private static final int FAILURES_IN_A_ROW = 8;
    private static final long OPEN_NANOS = 2_000_000_000L;
    private static final long HANGS_NANOS = 500_000_000L;
    private static final long IDLE = 0;

    private final ApplicationPlanner planner;
    private final Optional<PrefetchPlanner> prefetch;
    private final PlanOptions options;
    private final ClusterPicture picture;
    private final Supplier<SparkModes> modes;
    private final LaunchJournal journal;
    private final OfferCounters figures;
    private final TimeSource time;
    private final CopyOnWriteArrayList<Entry> stages = new CopyOnWriteArrayList<>();
    private final Breaker breaker = new Breaker(FAILURES_IN_A_ROW, OPEN_NANOS);
    private final Breaker lookingAhead = new Breaker(FAILURES_IN_A_ROW, OPEN_NANOS);
    private final RareLog rareLog = new RareLog(LOG);
    private final Thread thread = LastingThread.of("fairlead-planner", this::run);
    private long contentionNanos;
    /** Of the pass: for stages that no executor is known for yet. Nobody could be given anything meanwhile, and the first plan is not to wait for a rest from it. */
    private long preparedNanos;

    /** Of all stages, tasks that have not begun, as of the pass. */
    private int pending;

    private volatile boolean closed;
    /** When the plan that is being made was begun. */
    private volatile long busySinceNanos = IDLE;

    /** A stage as Spark and as the planner have it. */
    record Entry(PlannableStage stage, PlannedStage planned) {}

    /**
     * @param prefetch looks ahead after each pass
     * @param journal settled before plans are made
     */
    PlannerThread(
            ApplicationPlanner planner,
            Optional<PrefetchPlanner> prefetch,
            PlanOptions options,
            ClusterPicture picture,
            Supplier<SparkModes> modes,
            LaunchJournal journal,
            OfferCounters figures,
            TimeSource time) {
        this.planner = planner;
        this.prefetch = prefetch;
        this.options = options;
        this.picture = picture;
        this.modes = modes;
        this.journal = journal;
        this.figures = figures;
        this.time = time;
        contentionNanos = time.nanoTime() - PlanningIntervals.CONTENTION_EVERY_NANOS;
    }

    void start() {
        thread.start();
    }

    void add(PlannableStage stage) {
        stages.add(new Entry(stage, planner.stage(stage.tasks())));
        LockSupport.unpark(thread); // also while nobody waits: it is planned before most of it is launched
    }

    /** Somebody waits for a plan; in an uncontended cluster nobody does, and the scheduler has better use for the processor. */
    void wake() {
        if (!planner.isUncontended()) {
            LockSupport.unpark(thread);
        }
    }

    /** Whether a plan that is asked for now is likely to be made. */
    boolean isHealthy(long nowNanos) {
        if (breaker.isOpen()) {
            return false;
        }
        long since = busySinceNanos;
        if (since == IDLE || nowNanos - since < HANGS_NANOS) {
            return true;
        }
        rareLog.warn("hangs", "A plan has been in the making for longer than half a second; stock decides", null);
        return false;
    }

    private void run() {
        while (!closed) {
            long start = time.nanoTime();
            long residual = 0;
            preparedNanos = 0;
            pending = stages.stream().mapToInt(entry -> entry.stage.notBegun()).sum();
            for (Entry entry : stages) {
                if (entry.stage.isOver()) {
                    stages.remove(entry);
                    planner.leave(entry.planned);
                    prefetch.ifPresent(
                            ahead -> ahead.completed(entry.stage.tasks().id()));
                } else {
                    plan(entry);
                    residual += entry.stage.notBegun();
                }
            }
            picture.residualTasks(residual);
            prefetch.ifPresent(this::lookAhead);
            renewContention(start);
            rest(time.nanoTime() + restByWork() * (time.nanoTime() - start - preparedNanos));
            LockSupport.parkNanos(this, pauseNanos());
            journal.settle();
        }
    }

    private void renewContention(long nowNanos) {
        if (nowNanos - contentionNanos < PlanningIntervals.CONTENTION_EVERY_NANOS) {
            return;
        }
        contentionNanos = nowNanos;
        try {
            if (options.always()) {
                planner.renewPaces(nowNanos);
                return;
            }
            planner.renewContention(picture.snapshot(), nowNanos);
        } catch (RuntimeException | LinkageError e) {
            planner.contentionUnknown();
            figures.failed();
            rareLog.warn(e.getClass().getName(), "Whether the cluster is uncontended cannot be told", e);
        }
    }

    private int restByWork() {
        boolean uncontended = planner.isUncontended();
        return !uncontended && modes.get().enforceNothing()
                ? REST_WHILE_OBSERVING
                : PlanningIntervals.restByWork(uncontended);
    }

    private long pauseNanos() {
        return PlanningIntervals.pauseNanos(!stages.isEmpty() && !planner.isUncontended());
    }

    /** Deaf to those who wait, so that they do not cost the driver a processor; but the journal does not grow long, and it ends when there is something to be kept away from. */
    private void rest(long untilNanos) {
        boolean begunUncontended = planner.isUncontended();
        for (long left = untilNanos - time.nanoTime(); left > 0 && !closed; left = untilNanos - time.nanoTime()) {
            long nap =
                    planner.isUncontended() ? PlanningIntervals.CONTENTION_EVERY_NANOS : PlanningIntervals.EVERY_NANOS;
            LockSupport.parkNanos(this, Math.min(left, nap));
            journal.settle();
            renewContention(time.nanoTime());
            if (begunUncontended && !planner.isUncontended()) {
                return;
            }
        }
    }

    private void plan(Entry entry) {
        long start = time.nanoTime();
        Optional<ClusterSnapshot> known = picture.snapshot();
        if (!entry.stage.isWanted() || known.isEmpty()) {
            entry.stage.publish(Optional.empty());
            planner.leave(entry.planned);
            return;
        }
        if (!planner.isDue(entry.planned, known.get(), start) || !breaker.admits(start)) {
            return;
        }
        busySinceNanos = start | 1;
        try {
            options.fault().strike();
            boolean hasInput = planner.renew(entry.planned, known.get(), start);
            entry.stage.sentBy(entry.planned.mapOutput());
            journal.settle();
            if (hasInput) {
                make(entry, known.get(), start);
            } else {
                entry.stage.withoutInput();
            }
            breaker.succeeded();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            planner.forget(entry.planned);
            failed(entry.stage, e);
        } finally {
            busySinceNanos = IDLE;
        }
    }

    private void make(Entry entry, ClusterSnapshot known, long startNanos) {
        long deadlineNanos = time.nanoTime() + PlanningIntervals.passNanos(entry.stage.hasPlan());
        int besides = Math.max(0, pending - entry.stage.notBegun());
        Optional<StagePlan> made =
                planner.plan(entry.planned, known, besides, startNanos, () -> time.nanoTime() - deadlineNanos < 0);
        if (made.isPresent()) {
            entry.stage.publish(made);
            figures.planned(time.nanoTime() - startNanos);
        } else {
            preparedNanos += time.nanoTime() - startNanos;
        }
    }

    /** In an uncontended cluster nothing is fetched ahead, and where controllers are followed and none answers nothing new. */
    private void lookAhead(PrefetchPlanner ahead) {
        long start = time.nanoTime();
        Optional<ClusterSnapshot> known = picture.snapshot();
        boolean idle = planner.isUncontended() && !options.always();
        if (idle || known.isEmpty() || modes.get().prefetch() == Mode.OFF) {
            ahead.stop(stages, known);
            return;
        }
        if (!lookingAhead.admits(start)) {
            return;
        }
        busySinceNanos = start | 1;
        try {
            journal.settle(); // a slot whose task is not known seems to be free in a moment
            boolean begins = options.always() || !picture.lacksController();
            ahead.lookAhead(stages, !modes.get().enforceNothing(), begins, known.get(), start);
            lookingAhead.succeeded();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            figures.failed();
            rareLog.warn("ahead", "What is to be fetched ahead cannot be told; tasks read as stock", e);
            lookingAhead.failed(time.nanoTime());
        } finally {
            busySinceNanos = IDLE;
        }
    }

    private void failed(PlannableStage stage, Throwable cause) {
        stage.publish(Optional.empty());
        figures.failed();
        rareLog.warn(cause.getClass().getName(), "A plan could not be made; stock decides", cause);
        if (breaker.failed(time.nanoTime())) {
            LOG.warn(
                    "{} plans in a row failed. Stock decides; ours are tried again every {} s",
                    FAILURES_IN_A_ROW,
                    TimeUnit.NANOSECONDS.toSeconds(OPEN_NANOS));
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
