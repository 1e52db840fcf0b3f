// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.List;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.DAGScheduler;
import org.apache.spark.scheduler.Stage;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.Senders;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.spark.input.BroadcastBlocks;
import org.fairlead.spark.input.StageInput;
import org.fairlead.spark.record.Cause;
import org.fairlead.spark.record.Journal;
import org.fairlead.spark.record.Rule;
import org.fairlead.spark.record.StageRecorder;
import scala.Option;

/**
 * Decides for one stage, under the scheduler's lock, whether an offer is answered from the plan or by stock, and tells planner and picture
 * what was launched. Nothing here waits or looks at more than the offered host's plan.
 *
 * <p><b>Goals.</b> The plan counts wherever it says something; stock's waits and choices are untouched wherever ours does not count.
 *
 * <p><b>Constraints.</b> A stage waits for its first plan for {@link PlanOptions#firstWait()} at most, and not while the cluster is calm ({@link CalmWatch}). It is refused everything for
 * {@link PlanOptions#mostRefusal()} at most, since the first place that was left free after its last launch. With nothing running, only one round is refused. A plan older than
 * {@link PlanOptions#fresh()}, a planner that hangs, throws, or knows nothing of the cluster, plans that come too late ({@link Pace}): stock decides, with stock's locality waits.
 *
 * <p><b>Algorithm.</b> At the begin of a round: is the plan to count? If that changed, Spark's locality waits become zero, or
 * its own again. For an offer: the first planned task that is still pending and allowed there; a refusal as long as it lasts; and where
 * nothing is planned, stock's choice among the tasks with input on the host, or anywhere once places have been left free for as long as
 * stock would have waited. So it is while the cluster is calm for a refusal, since a place that is free is as good as one that was foreseen, and for a task
 * that is planned far from its input: other stages may have some beside the place.
 *
 * <p><b>Example.</b> Host h1 is planned tasks 4 and 7, h2 a refusal for 2 s. A round offers h2: nothing. It offers h1 twice: 4, 7. A third place
 * of h1 before the next plan: the next task with input on h1, if there is one.
 */
final class StageDecisions {
    private static final int TIMED_ONE_IN = 16;

    private final FairleadTaskSetManager manager;
    private final TaskSchedulerImpl scheduler;
    private final Scheduling scheduling;
    private final PlanOptions options;
    private final StageKey key;
    private final long seed;
    private final Optional<RDD<?>> lastRdd;
    private final int coresPerTask;
    private final PendingChanges changes;
    private final Exclusions exclusions = new Exclusions();
    private final CopyGuard copies;
    private final StageRecorder recorder;
    private final Journal journal;
    private final StageLedger ledger;
    private final Reoffers reoffers;
    private final Pace pace = new Pace();
    private final Patience patience = new Patience();
    private final LocalityWaits waits;
    private final long awaitUntilNanos;

    private volatile Plan plan;
    private volatile StageInput input = StageInput.unknown();
    private volatile Senders senders = Senders.UNKNOWN;
    private volatile boolean wanted;
    private volatile boolean withoutInput;

    private boolean counts;
    private boolean observes;
    private boolean aside;
    private long roundNanos;

    private long asked;
    private Answer.Launch launching;
    private Mode mode = Mode.OFF;
    private boolean drawn;
    /** While observing: ours of the last offer. */
    private Answer observed = Answer.Plain.STOCK;
    /** Why it is stock that was left the last offer. */
    private Rule leftToStock = Rule.NO_PLAN;

    StageDecisions(FairleadTaskSetManager manager, TaskSchedulerImpl scheduler, Scheduling scheduling) {
        this.manager = manager;
        this.scheduler = scheduler;
        this.scheduling = scheduling;
        options = scheduling.options();
        key = new StageKey(manager.stageId(), manager.taskSet().stageAttemptId());
        seed = Draw.mixed(Draw.mixed(options.seed(), key.stage()), key.attempt());
        lastRdd = lastRdd(scheduler.dagScheduler(), key.stage());
        coresPerTask = scheduler.sc().conf().getInt("spark.task.cpus", 1);
        changes = new PendingChanges(manager.numTasks());
        copies = new CopyGuard(manager, scheduler, scheduling, key);
        recorder = scheduling.records().recorder(key.stage(), key.attempt());
        journal = scheduling.journal();
        ledger = new StageLedger(scheduling, key, recorder);
        reoffers = new Reoffers(scheduler, scheduling);
        long now = System.nanoTime();
        awaitUntilNanos = now + options.firstWait().toNanos();
        roundNanos = now;
        wanted = !scheduling.modes().areOff();
        waits = new LocalityWaits(manager);
    }

    private static Optional<RDD<?>> lastRdd(DAGScheduler stages, int stageId) {
        if (stages == null) {
            return Optional.empty();
        }
        Option<Stage> stage = stages.stageIdToStage().get(stageId);
        return stage.isDefined() ? Optional.of(stage.get().rdd()) : Optional.empty();
    }

    /** Spark has set the waits of the stage's levels anew. */
    void localityRecomputed() {
        waits.recomputed();
    }

    void beginRound() {
        long now = System.nanoTime();
        roundNanos = now;
        Modes modes = scheduling.modes();
        String pool = manager.parent() == null ? "" : manager.parent().name();
        mode = modes.of(pool);
        aside = pace.isAside(now);
        wanted = mode != Mode.OFF && !aside;
        boolean usable = usable(now);
        drawn = mode.counts(modes.canaryShare(), seed);
        if (counts != (drawn && usable)) {
            counts = !counts;
            waits.set(counts);
        }
        observes = wanted && !drawn && usable;
        recorder.round(pool, mode, modes.canaryShare(), drawn, counts);
        patience.beginRound(scheduler.rootPool().runningTasks() == 0, now);
    }

    private boolean usable(long now) {
        if (withoutInput || aside || !scheduling.planner().isWell(now)) {
            return false;
        }
        Plan known = plan;
        if (known == null) {
            return now - awaitUntilNanos < 0
                    && scheduling.picture().snapshot().isPresent()
                    && !scheduling.planner().isCalm();
        }
        return now - known.madeAtNanos() < options.fresh().toNanos();
    }

    /** Whether the stage's decisions count by its mode, whatever is known. */
    boolean isDrawn() {
        return drawn;
    }

    /** Whether nothing of the stage is launched on a host, since it is suspected; what is not to count is counted. */
    boolean isBarred(String host) {
        if (mode == Mode.OFF || !scheduling.suspected().bars(host, roundNanos)) {
            return false;
        }
        scheduling.figures().count(drawn ? Figures.Outcome.SUSPECTED : Figures.Outcome.OBSERVED_SUSPECTED);
        return drawn;
    }

    Answer ask(String executorId, String host, Level farthest) {
        launching = null;
        leftToStock = aside ? Rule.OUTPACED : Rule.NO_PLAN;
        if (!counts && !observes) {
            return Answer.Plain.STOCK;
        }
        asked++;
        if (asked % TIMED_ONE_IN != 0) {
            return decide(executorId, host, farthest);
        }
        long start = System.nanoTime();
        Answer answer = decide(executorId, host, farthest);
        scheduling.figures().underLock(System.nanoTime() - start);
        return answer;
    }

    private Answer decide(String executorId, String host, Level farthest) {
        Plan known = plan;
        Answer planned = known == null
                ? Answer.Plain.NOT_YET
                : known.answer(
                        host,
                        farthest,
                        task -> manager.isPending(task) && !manager.isExcluded(task, executorId, host),
                        roundNanos);
        if (observes) {
            observe(planned);
            return Answer.Plain.STOCK;
        }
        if (planned instanceof Answer.Launch launch) {
            if (isFarInACalm(launch)) {
                return unplanned(farthest);
            }
            launching = launch;
            return launch;
        }
        if (planned instanceof Answer.Refuse refusal) {
            return refuse(refusal, executorId, host, farthest);
        }
        if (planned == Answer.Plain.UNPLANNED) {
            return unplanned(farthest);
        }
        if (known == null) {
            reoffers.promise(awaitUntilNanos, roundNanos);
            count(Figures.Outcome.AWAITED_PLAN, farthest);
            note(Cause.AWAITED_PLAN, null, executorId, host, awaitUntilNanos, farthest);
        }
        return planned;
    }

    private boolean isFarInACalm(Answer.Launch launch) {
        return launch.level().compareTo(Level.NO_PREF) > 0
                && !patience.isOver(waits.stockNanos())
                && scheduling.planner().isCalm();
    }

    private Answer refuse(Answer.Refuse refusal, String executorId, String host, Level farthest) {
        if (manager.notBegun() == 0) {
            return Answer.Plain.STOCK; // finds nothing either, and nothing was refused
        }
        if (scheduling.planner().isCalm()) {
            return unplanned(farthest);
        }
        if (patience.isOver(options.mostRefusal().toNanos())) {
            return passOver(farthest);
        }
        reoffers.promise(patience.leave(refusal.untilNanos()), roundNanos);
        if (farthest == Level.ANY) {
            scheduling.figures().refused(refusal.cause());
        }
        note(Cause.of(refusal.cause()), refusal.grounds(), executorId, host, refusal.untilNanos(), farthest);
        return refusal;
    }

    private Answer passOver(Level farthest) {
        leftToStock = Rule.PASSED_OVER;
        count(Figures.Outcome.PASSED_OVER, farthest);
        return Answer.Plain.STOCK;
    }

    private Answer unplanned(Level farthest) {
        if (patience.isOver(waits.stockNanos())) {
            return passOver(farthest);
        }
        reoffers.promise(patience.leave(patience.sinceNanos() + waits.stockNanos()), roundNanos);
        leftToStock = Rule.NEAR;
        count(Figures.Outcome.UNPLANNED, farthest);
        return Answer.Plain.STOCK_NEAR;
    }

    private void observe(Answer planned) {
        observed = planned;
        if (planned instanceof Answer.Launch) {
            scheduling.figures().count(Figures.Outcome.OBSERVED_LAUNCH);
        } else if (planned instanceof Answer.Refuse) {
            scheduling.figures().count(Figures.Outcome.OBSERVED_REFUSAL);
        }
    }

    /** Once for the offer's last level, since a round asks for each. */
    private void count(Figures.Outcome outcome, Level farthest) {
        if (farthest == Level.ANY) {
            scheduling.figures().count(outcome);
        }
    }

    /** Whether a copy of a task that stock finds slow may run on a host. */
    boolean admitsCopy(int task, String host) {
        return !drawn || copies.admits(task, host, input);
    }

    private void note(
            Cause cause, GroundsReport grounds, String executorId, String host, long untilNanos, Level farthest) {
        if (farthest == Level.ANY) {
            int places = scheduling.executors().freeCores(executorId) / coresPerTask;
            recorder.refused(executorId, host, cause, grounds, places, roundNanos, untilNanos);
        }
    }

    /** @return names of the host that the task is to read from; empty when nobody decided that */
    List<String> launched(TaskInfo info) {
        int task = info.index();
        long now = System.nanoTime();
        patience.launched();
        changes.gone(task);
        scheduling.executors().launched(info.executorId(), coresPerTask);
        recorder.taken(info.executorId(), now);
        Answer.Launch planned = launching != null && launching.task() == task ? launching : null;
        launching = null;
        if (counts) {
            pace.launched(planned != null, now);
        }
        if (planned == null) {
            Rule rule = stocksRule(info.speculative());
            Answer ours = observes ? observed : Answer.Plain.STOCK;
            journal.add(() -> ledger.stocks(info, rule, ours, known(), now));
            return List.of();
        }
        scheduling.figures().count(Figures.Outcome.PLANNED);
        journal.add(() -> ledger.planned(info, planned, known(), now));
        return planned.sourceNames();
    }

    /** By now: a task may be launched before anybody has looked at what its stage reads. */
    private StageLedger.Known known() {
        return new StageLedger.Known(input, senders);
    }

    void ended(long taskId) {
        long now = System.nanoTime();
        journal.add(() -> ledger.ended(taskId, now));
    }

    /** Why it is stock that chose a task. */
    private Rule stocksRule(boolean speculative) {
        if (speculative) {
            return Rule.SPECULATIVE;
        }
        if (!drawn) {
            return switch (mode) {
                case OFF -> Rule.OFF;
                case CANARY -> Rule.NOT_DRAWN;
                case OBSERVE, ENFORCE -> Rule.OBSERVED;
            };
        }
        return withoutInput ? Rule.NO_INPUT : leftToStock;
    }

    void failed() {
        scheduling.figures().failed();
    }

    FairleadTaskSetManager manager() {
        return manager;
    }

    PendingChanges changes() {
        return changes;
    }

    boolean isAlive(String executorId) {
        return scheduler.isExecutorAlive(executorId);
    }

    Exclusions exclusions() {
        return exclusions;
    }

    StageKey key() {
        return key;
    }

    long seed() {
        return seed;
    }

    int coresPerTask() {
        return coresPerTask;
    }

    /** Looks at what the stage's tasks read; takes a while, not under the lock. */
    StageInput readInput() {
        StageInput read = lastRdd.map(rdd -> StageInput.of(rdd, scheduler.mapOutputTracker()))
                .orElseGet(StageInput::unknown);
        input = read;
        scheduling.sources().reads(key, read.scans());
        return read;
    }

    /** The broadcast variables that its tasks read, and where they are by now; takes a while, not under the lock. */
    BroadcastBlocks broadcasts() {
        return BroadcastBlocks.of(input, scheduler.sc().env().blockManager());
    }

    /** The hosts that hold what its tasks receive. */
    void sentBy(Senders known) {
        senders = known;
    }

    /** Whether plans are of any use at present. */
    boolean isWanted() {
        return wanted;
    }

    boolean hasPlan() {
        return plan != null;
    }

    /** Its tasks read nothing that a place could be near to: stock decides, and nothing is awaited. */
    void withoutInput() {
        withoutInput = true;
        reoffers.now();
    }

    /**
     * A newer plan, or null when none can be made.
     *
     * @param launchesNow whether it has tasks for places that are free
     */
    void publish(Plan newer, boolean launchesNow) {
        plan = newer;
        if (launchesNow) {
            reoffers.now();
        }
    }
}
