// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.protocol.plugin.Breaker;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.spark.cluster.ClusterPicture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the plans of all stages, one after the other, on one thread beside the scheduler, and publishes them. Uses at most a quarter
 * of a processor, a sixteenth while observing, and a 64th while there is nothing to be kept away from. A policy that throws costs the stage its plan, and after a few in a row all stages, until a trial succeeds; one that hangs costs
 * all plans: they age, and stock decides.
 */
final class Planner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Planner.class);
    private static final long EVERY_NANOS = 10_000_000;
    private static final long LONGEST_PASS_NANOS = 25_000_000;
    /** Of a stage's first plan, which its places wait for. */
    private static final long FIRST_PASS_NANOS = 8_000_000;

    private static final int REST_BY_WORK = 3;
    /** While nothing of it counts. */
    private static final int REST_WHILE_OBSERVING = 15;
    /** While nobody waits for plans: short stages get none, long ones soon have one, by which slow sources are known. */
    private static final int REST_WHILE_CALM = 63;

    private static final int FAILURES_IN_A_ROW = 8;
    private static final long OPEN_NANOS = 2_000_000_000L;
    private static final long HANGS_NANOS = 500_000_000L;
    /** While there is nothing to plan, or nobody waits for it: short stages get no plan then. */
    private static final long UNHURRIED_EVERY_NANOS = 250_000_000;

    private static final long IDLE = 0;

    private final Scheduling scheduling;
    private final PlanMaker maker;
    private final CalmWatch calm;
    private final CopyOnWriteArrayList<PlannedStage> stages = new CopyOnWriteArrayList<>();
    private final Breaker breaker = new Breaker(FAILURES_IN_A_ROW, OPEN_NANOS);
    private final RareLog rareLog = new RareLog(LOG);
    private final Thread thread = new Thread(this::run, "fairlead-planner");
    private volatile boolean closed;
    /** When the plan that is being made was begun. */
    private volatile long busySinceNanos = IDLE;

    Planner(Scheduling scheduling, TaskAssigner policy) {
        this.scheduling = scheduling;
        maker = new PlanMaker(scheduling, policy);
        calm = new CalmWatch(scheduling);
        thread.setDaemon(true);
        thread.start();
    }

    void add(StageDecisions stage) {
        stages.add(new PlannedStage(stage));
        wake();
    }

    /** Somebody waits for a plan; on a calm cluster nobody does, and the scheduler has better use for the processor. */
    void wake() {
        if (!isCalm()) {
            LockSupport.unpark(thread);
        }
    }

    /** Whether a plan that is asked for now is likely to be made. */
    boolean isWell(long nowNanos) {
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

    /** Whether a new stage need not wait for its plan: there is nothing to be kept away from. */
    boolean isCalm() {
        return calm.isCalm();
    }

    private void run() {
        while (!closed) {
            long start = System.nanoTime();
            long residual = 0;
            for (PlannedStage stage : stages) {
                if (stage.isOver()) {
                    stages.remove(stage);
                    maker.leave(stage.decisions().key());
                } else {
                    plan(stage);
                    residual += stage.decisions().manager().notBegun();
                }
            }
            scheduling.picture().residualTasks(residual);
            calm.renew(start);
            rest(System.nanoTime() + restByWork() * (System.nanoTime() - start));
            LockSupport.parkNanos(this, pauseNanos());
            scheduling.journal().settle();
        }
    }

    private int restByWork() {
        if (isCalm()) {
            return REST_WHILE_CALM;
        }
        return scheduling.modes().enforceNothing() ? REST_WHILE_OBSERVING : REST_BY_WORK;
    }

    private long pauseNanos() {
        return stages.isEmpty() || isCalm() ? UNHURRIED_EVERY_NANOS : EVERY_NANOS;
    }

    /** Deaf to those who wait, so that they do not cost the driver a processor; but the journal does not grow long, and the end of a calm is the end of its rest. */
    private void rest(long untilNanos) {
        boolean begunCalm = isCalm();
        for (long left = untilNanos - System.nanoTime(); left > 0 && !closed; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(this, Math.min(left, isCalm() ? CalmWatch.EVERY_NANOS : EVERY_NANOS));
            scheduling.journal().settle();
            calm.renew(System.nanoTime());
            if (begunCalm && !isCalm()) {
                return;
            }
        }
    }

    private void plan(PlannedStage stage) {
        long start = System.nanoTime();
        Optional<ClusterPicture.Snapshot> known = scheduling.picture().snapshot();
        if (!stage.decisions().isWanted() || known.isEmpty()) {
            stage.decisions().publish(null, false);
            maker.leave(stage.decisions().key());
            return;
        }
        long executors = scheduling.executors().version();
        long half = scheduling.options().fresh().toNanos() / 2;
        if (!stage.isDue(known.get(), executors, start, half) || !breaker.admits(start)) {
            return;
        }
        busySinceNanos = start | 1;
        try {
            scheduling.options().fault().strike();
            stage.renew(
                    known.get(),
                    executors,
                    scheduling.executors().cores() / stage.decisions().coresPerTask(),
                    scheduling.learned());
            scheduling.journal().settle();
            if (stage.hasInput()) {
                long pass = stage.decisions().hasPlan() ? LONGEST_PASS_NANOS : FIRST_PASS_NANOS;
                maker.make(stage, known.get(), start, System.nanoTime() + pass);
            } else {
                stage.decisions().withoutInput();
            }
            breaker.succeeded();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            stage.forget();
            failed(stage, e);
        } finally {
            busySinceNanos = IDLE;
        }
    }

    private void failed(PlannedStage stage, Throwable cause) {
        stage.decisions().publish(null, false);
        scheduling.figures().failed();
        rareLog.warn(cause.getClass().getName(), "A plan could not be made; stock decides", cause);
        if (breaker.failed(System.nanoTime())) {
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
