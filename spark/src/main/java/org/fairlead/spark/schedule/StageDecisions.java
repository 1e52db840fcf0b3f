// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.List;
import java.util.Optional;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSetManager;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.plan.offer.StageOffers;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.CopiedOutput;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.read.SlowHosts;
import org.fairlead.spark.record.DeclineCause;
import org.fairlead.spark.record.LaunchJournal;
import org.fairlead.spark.record.Rule;
import org.fairlead.spark.record.StageRecorder;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.locality.LocalityWaits;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.fairlead.spark.schedule.speculation.AttemptGuard;

/**
 * Decides for one stage, under the scheduler's lock, whether an offer is answered from the plan ({@link StageOffers}) or by stock, by the mode in force, and
 * notes what was launched. Nothing here waits or looks at more than the offered host's plan.
 *
 * <p>Where the plan counts, Spark's locality waits are zero; where stock decides, they are its own again.
 */
final class StageDecisions implements PlannableStage, StageOffers.Context {
    private static final int TIMED_ONE_IN = 16;

    private final TaskSetManager manager;
    private final TaskSchedulerImpl scheduler;
    private final Scheduling scheduling;
    private final SparkStage stage;
    private final StageOffers offers;
    private final AttemptGuard attempts;
    private final StageRecorder recorder;
    private final LaunchJournal journal;
    private final OfferCounters figures;
    private final TimeSource time;
    private final StageLedger ledger;
    private final Reoffers reoffers;
    private final LocalityWaits waits;

    private volatile MapOutputMatrix mapOutput = MapOutputMatrix.UNKNOWN;
    private volatile boolean wanted;

    private boolean counts;
    private boolean observes;

    private long asked;
    private OfferResponse.Launch launching;
    private Mode mode = Mode.OFF;
    private boolean drawn;
    /** While observing: ours of the last offer. */
    private OfferResponse observed = OfferResponse.Plain.ENGINE;
    /** Why it is stock that was left the last offer. */
    private Rule leftToStock = Rule.NO_PLAN;

    StageDecisions(TaskSetManager manager, TaskSchedulerImpl scheduler, Scheduling scheduling) {
        this.manager = manager;
        this.scheduler = scheduler;
        this.scheduling = scheduling;
        PlanOptions options = scheduling.options();
        figures = scheduling.figures();
        time = scheduling.time();
        stage = new SparkStage(
                manager,
                scheduler,
                options.seed(),
                scheduling.copies().<CopiedOutput>map(all -> all).orElse(CopiedOutput.NONE));
        offers = new StageOffers(options.limits(), this, time.nanoTime());
        attempts = new AttemptGuard(
                manager,
                scheduler,
                scheduling.picture(),
                scheduling.planner(),
                figures,
                time,
                options.limits().mostDecline());
        recorder = scheduling.records().recorder(stage.id().stage(), stage.id().attempt());
        recorder.sentBy(stage.senders());
        journal = scheduling.journal();
        ledger = new StageLedger(
                scheduling.picture(), scheduling.planner(), scheduling.prefetch(), stage.id(), recorder);
        reoffers = new Reoffers(scheduler, scheduling.reviver(), scheduling.plannerThread()::wake);
        wanted = !scheduling.modes().areOff();
        waits = new LocalityWaits(manager);
    }

    /** Spark has set the waits of the stage's levels anew. */
    void localityRecomputed() {
        waits.recomputed();
    }

    void beginRound() {
        offers.beginRound(scheduler.rootPool().runningTasks() == 0, time.nanoTime());
        SparkModes modes = scheduling.modes();
        String pool = manager.parent() == null ? "" : manager.parent().name();
        mode = modes.of(pool);
        wanted = mode != Mode.OFF && !offers.isAside();
        boolean usable = offers.isUsable();
        drawn = mode.counts(modes.canaryShare(), stage.seed());
        if (counts != (drawn && usable)) {
            counts = !counts;
            waits.set(counts);
        }
        observes = wanted && !drawn && usable;
        recorder.round(pool, mode, modes.canaryShare(), drawn, counts);
    }

    /** Whether the stage's decisions count by its mode, whatever is known. */
    boolean isDrawn() {
        return drawn;
    }

    /** Whether nothing of the stage is launched on a host, since it is suspected; what is not to count is counted. */
    boolean isBarred(String host) {
        if (mode == Mode.OFF || !scheduling.suspected().bars(host, offers.roundNanos())) {
            return false;
        }
        figures.count(drawn ? OfferCounters.Outcome.SUSPECTED : OfferCounters.Outcome.OBSERVED_SUSPECTED);
        return drawn;
    }

    OfferResponse ask(String executorId, String host, LocalityLevel farthest) {
        launching = null;
        leftToStock = offers.isAside() ? Rule.OUTPACED : Rule.NO_PLAN;
        if (!counts && !observes) {
            return OfferResponse.Plain.ENGINE;
        }
        asked++;
        if (asked % TIMED_ONE_IN != 0) {
            return decide(executorId, host, farthest);
        }
        long start = time.nanoTime();
        OfferResponse response = decide(executorId, host, farthest);
        figures.underLock(time.nanoTime() - start);
        return response;
    }

    /** What the slot gets was chosen by where its input was copied, whatever was responded. */
    void byCopies() {
        launching = null;
        leftToStock = Rule.COPIED;
    }

    private OfferResponse decide(String executorId, String host, LocalityLevel farthest) {
        if (observes) {
            observe(offers.planned(executorId, host, farthest, task -> isLaunchable(task, executorId, host)));
            return OfferResponse.Plain.ENGINE;
        }
        OfferResponse response = offers.respond(
                executorId, host, farthest, task -> isLaunchable(task, executorId, host), notBegun() > 0, waits);
        if (response instanceof OfferResponse.Launch launch) {
            launching = launch;
        } else if (response == OfferResponse.Plain.ENGINE_NEAR) {
            leftToStock = Rule.NEAR;
        } else if (response == OfferResponse.Plain.PASSED_OVER) {
            leftToStock = Rule.PASSED_OVER;
        }
        if (farthest == LocalityLevel.ANY) {
            note(response, executorId, host);
        }
        return response;
    }

    private boolean isLaunchable(int task, String executorId, String host) {
        return stage.isPending(task) && !stage.exclusions().exclude(task, executorId, host);
    }

    /** Once an offer, at its last level, since a round asks for each. */
    private void note(OfferResponse response, String executorId, String host) {
        if (response instanceof OfferResponse.Decline decline) {
            figures.declined(decline.cause());
            note(DeclineCause.of(decline.cause()), decline.explanation(), executorId, host, decline.untilNanos());
        } else if (response instanceof OfferResponse.AwaitPlan await) {
            figures.count(OfferCounters.Outcome.AWAITED_PLAN);
            note(DeclineCause.AWAITED_PLAN, null, executorId, host, await.untilNanos());
        } else if (response == OfferResponse.Plain.ENGINE_NEAR) {
            figures.count(OfferCounters.Outcome.UNPLANNED);
        } else if (response == OfferResponse.Plain.PASSED_OVER) {
            figures.count(OfferCounters.Outcome.PASSED_OVER);
        }
    }

    private void note(
            DeclineCause cause, PlanExplanation explanation, String executorId, String host, long untilNanos) {
        int slots = scheduling.planner().executors().freeCores(executorId) / stage.coresPerTask();
        recorder.declined(executorId, host, cause, explanation, slots, offers.roundNanos(), untilNanos);
    }

    private void observe(OfferResponse planned) {
        observed = planned;
        if (planned instanceof OfferResponse.Launch) {
            figures.count(OfferCounters.Outcome.OBSERVED_LAUNCH);
        } else if (planned instanceof OfferResponse.Decline) {
            figures.count(OfferCounters.Outcome.OBSERVED_DECLINE);
        }
    }

    /** Whether a speculative attempt at a task that stock finds slow may run on a host. */
    boolean admitsAttempt(int task, String host) {
        return !drawn || attempts.admits(task, host, stage.known());
    }

    /** Whether a host is slow, also where contention is not looked at. */
    boolean isPacedSlow(String host) {
        return scheduling.planner().slowHosts().contains(host);
    }

    /** @return names of the host that the task is to read from; empty when nobody decided that */
    List<String> launched(TaskInfo info) {
        int task = info.index();
        long now = time.nanoTime();
        stage.changes().gone(task);
        scheduling.planner().executors().launched(info.executorId(), stage.coresPerTask());
        recorder.taken(info.executorId(), now);
        OfferResponse.Launch planned = launching != null && launching.task() == task ? launching : null;
        launching = null;
        offers.launched(info.executorId(), counts, planned != null, now);
        if (planned == null) {
            Rule rule = stocksRule(info.speculative());
            OfferResponse ours = observes ? observed : OfferResponse.Plain.ENGINE;
            journal.add(() -> ledger.stocks(info, rule, ours, known(), stage.preferredHosts(info.index()), now));
            return List.of();
        }
        figures.count(OfferCounters.Outcome.PLANNED);
        journal.add(() -> ledger.planned(info, planned, known(), now));
        return planned.sourceNames();
    }

    /** Hosts from which a task that is launched now is to keep its reads and writes; none where a NameNode is left to itself. The same object while they are the same. */
    SlowHosts avoidedHosts() {
        return drawn ? scheduling.avoidedHosts() : SlowHosts.NONE;
    }

    /** By now: a task may be launched before anybody has looked at what its stage reads. */
    private StageLedger.Known known() {
        return new StageLedger.Known(stage.known(), mapOutput);
    }

    void ended(long taskId) {
        long now = time.nanoTime();
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
        return offers.isWithoutInput() ? Rule.NO_INPUT : leftToStock;
    }

    void failed() {
        figures.failed();
    }

    SparkStage stage() {
        return stage;
    }

    boolean isAlive(String executorId) {
        return scheduler.isExecutorAlive(executorId);
    }

    @Override
    public boolean isUncontended() {
        return scheduling.planner().isUncontended();
    }

    @Override
    public boolean isUncontended(String host) {
        return scheduling.planner().isUncontended(host);
    }

    @Override
    public boolean isUncontendedBesideSlowHosts() {
        return scheduling.planner().isUncontendedBesideSlowHosts();
    }

    @Override
    public boolean isSlow(String host) {
        return scheduling.planner().isSlow(host);
    }

    @Override
    public int slots() {
        return scheduling.planner().executors().cores() / stage.coresPerTask();
    }

    @Override
    public boolean readsBlocks() {
        return stage.known().kind() == InputKind.BLOCKS
                && !stage.preferredHosts(0).isEmpty();
    }

    @Override
    public boolean plansAreMade(long nowNanos) {
        return scheduling.plannerThread().isHealthy(nowNanos);
    }

    @Override
    public boolean isClusterKnown() {
        return scheduling.picture().snapshot().isPresent();
    }

    @Override
    public void offerAgain(long atNanos, long nowNanos) {
        reoffers.promise(atNanos, nowNanos);
    }

    @Override
    public StageTasks tasks() {
        return stage;
    }

    @Override
    public boolean isOver() {
        return manager.isZombie();
    }

    @Override
    public boolean isWanted() {
        return wanted;
    }

    @Override
    public boolean hasPlan() {
        return offers.hasPlan();
    }

    /** A hint without the scheduler's lock. */
    @Override
    public int notBegun() {
        return Math.max(0, manager.numTasks() - manager.tasksSuccessful() - manager.runningTasks());
    }

    @Override
    public int notEnded() {
        return manager.numTasks() - manager.tasksSuccessful();
    }

    @Override
    public JobOrder.Pool pool() {
        return stage.pool();
    }

    @Override
    public boolean poolsShareFairly() {
        return stage.poolsShareFairly();
    }

    @Override
    public List<FilePart> filesOf(int task) {
        return stage.filesOf(task);
    }

    @Override
    public void sentBy(MapOutputMatrix known) {
        mapOutput = known;
    }

    @Override
    public void withoutInput() {
        offers.withoutInput();
        reoffers.now();
    }

    @Override
    public void publish(Optional<StagePlan> newer) {
        offers.publish(newer.map(StagePlan::plan).orElse(null));
        if (newer.isPresent() && newer.get().launchesNow()) {
            reoffers.now();
        }
    }
}
