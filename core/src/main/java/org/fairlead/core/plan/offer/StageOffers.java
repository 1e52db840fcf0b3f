// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan.offer;

import java.util.function.IntPredicate;
import org.fairlead.core.plan.LocalityLevel;
import org.fairlead.core.plan.OfferResponse;
import org.fairlead.core.plan.Plan;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.core.plan.PlannedStage;

/**
 * Responds to the offers of one stage from its plan.
 *
 * <p><b>Goals.</b> The plan counts wherever it says something; the engine's waits and choices are untouched wherever it does not.
 *
 * <p><b>Constraints.</b> A stage awaits its first plan for {@link PlanLimits#firstWait()} at most, and not while the cluster is uncontended. Where there are more than {@value #FIRST_PLAN_SLOTS} slots, more than that plan comes
 * to, those on uncontended hosts get tasks beside their input meanwhile: no plan would have them end sooner. So do, of any cluster, those on hosts that are well where nothing but slow hosts is to be kept away from. A stage gets nothing for {@link PlanLimits#mostDecline()} at most, since the
 * first slot that was left free after its last launch. With nothing running, only one round is declined. A plan older than {@link PlanLimits#fresh()}, a planner that does not work, plans that come too
 * late ({@link PlanPace}): the engine decides, with its own locality waits. No response costs more than a look at the tasks that are planned for the host.
 *
 * <p><b>Algorithm.</b> At the begin of a round: can the plan count? For an offer: the first planned task that is still pending and allowed there; a decline as long as it lasts; and where nothing is planned, the engine's choice among
 * the tasks with input on the host, or farther away once slots have been left free for as long as the engine would have waited: at once, where no host can run any nearer. So it is in an uncontended cluster for a decline, since a slot that is free is as good as one that was foreseen, and for
 * a task that is planned far from its blocks: other stages may have some beside the slot. One that reads map output is launched as planned: most of that lies on other hosts, wherever it runs, and the engine would wait for the few that have a fifth of it. A slot of an uncontended host that is free sooner than the plan foresaw, when all tasks are planned for slots that were not free, takes one of those with input there, or farther away where the engine would not wait: otherwise stages whose turn comes later would have it. Where all that is to be kept away from is slow hosts, so it is on all others: predictions are not exact, and what a plan gains there is less than that costs. Only tasks whose input lies on slow hosts alone
 * go far then.
 *
 * <p><b>Example.</b> Host h1 is planned tasks 4 and 7, h2 a decline for 2 s. A round offers h2: nothing. It offers h1 twice: 4, 7. A third slot of h1 before the next plan: the next task with input on h1, if there is one. All other tasks are planned for slots that are still taken, and h5's is free first: it takes a task with input on h5.
 *
 * <p><b>Source.</b> Ours. Not safe for threads, but for {@link #publish} and {@link #withoutInput}.
 */
public final class StageOffers {
    private static final int FIRST_PLAN_SLOTS = PlannedStage.LEAST_FIRST_WINDOW;

    private final PlanLimits limits;
    private final Context context;
    private final PlanPace pace = new PlanPace();
    private final DeclineLimit declines = new DeclineLimit();
    private final EngineWait engineWait = new EngineWait();
    private final long awaitUntilNanos;

    private volatile Plan plan;
    private volatile boolean withoutInput;

    private boolean aside;
    /** In this round: whether the first plan, which is not there, would not come to all slots. */
    private boolean beyondFirstPlan;

    private long roundNanos;

    /** How long an engine waits for slots near to the input. */
    public interface EngineWaits {
        /** Until it launches at a level, as long as tasks are pending at nearer ones. */
        long nanosBefore(LocalityLevel level);
    }

    /** What else a response stands on. */
    public interface Context {
        /** Whether there is nothing to be kept away from. */
        boolean isUncontended();

        /** Whether there is nothing to be kept away from on a host. */
        boolean isUncontended(String host);

        /** Whether nothing but slow hosts is to be kept away from. */
        boolean isUncontendedBesideSlowHosts();

        /** Whether a host is slow. */
        boolean isSlow(String host);

        /** Slots of the cluster, free or not. */
        int slots();

        /** Whether the stage's tasks read blocks, so that there are slots beside their input; where that is not known yet, whether they have hosts of their own. */
        boolean readsBlocks();

        /** Whether a plan that is asked for now is likely to be made. */
        boolean plansAreMade(long nowNanos);

        /** Whether enough is known of the cluster for a first plan. */
        boolean isClusterKnown();

        /** Slots are left free: they are to be offered again at a moment at the latest, and as soon as there is something for them. */
        void offerAgain(long atNanos, long nowNanos);
    }

    /** @param nowNanos when the stage was submitted */
    public StageOffers(PlanLimits limits, Context context, long nowNanos) {
        this.limits = limits;
        this.context = context;
        awaitUntilNanos = nowNanos + limits.firstWait();
        roundNanos = nowNanos;
    }

    /**
     * A round of offers begins.
     *
     * @param nothingRuns of the whole application
     */
    public void beginRound(boolean nothingRuns, long nowNanos) {
        roundNanos = nowNanos;
        aside = pace.isAside(nowNanos);
        beyondFirstPlan = plan == null && context.slots() > FIRST_PLAN_SLOTS && context.readsBlocks();
        declines.beginRound(nothingRuns, nowNanos);
        engineWait.beginRound(nowNanos);
    }

    /** When the round began. */
    public long roundNanos() {
        return roundNanos;
    }

    /** Whether plans came too late for too many tasks, and the engine decides alone for a while. */
    public boolean isAside() {
        return aside;
    }

    /** Whether the plan can count in this round, or is awaited. */
    public boolean isUsable() {
        if (withoutInput || aside || !context.plansAreMade(roundNanos)) {
            return false;
        }
        Plan known = plan;
        if (known == null) {
            return roundNanos - awaitUntilNanos < 0 && context.isClusterKnown() && !context.isUncontended();
        }
        return roundNanos - known.madeAtNanos() < limits.fresh();
    }

    /** What the plan says of a slot, whether or not it counts: a task, a decline, a wait, or nothing. */
    public OfferResponse planned(String executor, String host, LocalityLevel farthest, IntPredicate launchable) {
        Plan known = plan;
        return known == null
                ? new OfferResponse.AwaitPlan(awaitUntilNanos)
                : known.respond(executor, host, farthest, launchable, roundNanos);
    }

    /**
     * What a slot gets where the plan counts.
     *
     * @param farthest level that the engine's round has come to
     * @param launchable whether a task is still pending and allowed there
     * @param anyPending whether the stage has tasks that were not launched
     * @param waits for which the engine would wait for slots nearer to the input
     */
    public OfferResponse respond(
            String executor,
            String host,
            LocalityLevel farthest,
            IntPredicate launchable,
            boolean anyPending,
            EngineWaits waits) {
        engineWait.offered(executor, farthest);
        OfferResponse planned = planned(executor, host, farthest, launchable);
        if (planned instanceof OfferResponse.Launch launch) {
            return isFarWhileUncontended(launch, waits) ? unplanned(executor, farthest, waits) : launch;
        }
        if (planned instanceof OfferResponse.Decline decline) {
            return decline(decline, executor, host, farthest, anyPending, waits);
        }
        if (planned instanceof OfferResponse.AwaitPlan await) {
            if (isLeftToTheEngine(host)) {
                return unplanned(executor, farthest, waits);
            }
            context.offerAgain(await.untilNanos(), roundNanos);
            return beyondFirstPlan && context.isUncontended(host) ? OfferResponse.Plain.ENGINE_NEAR : await;
        }
        return planned == OfferResponse.Plain.UNPLANNED ? unplanned(executor, farthest, waits) : planned;
    }

    private boolean isFarWhileUncontended(OfferResponse.Launch launch, EngineWaits waits) {
        return isFar(launch.level())
                && context.readsBlocks()
                && !launch.besideSlowHosts()
                && !hasWaited(waits.nanosBefore(launch.level()))
                && context.isUncontendedBesideSlowHosts();
    }

    private static boolean isFar(LocalityLevel level) {
        return level.compareTo(LocalityLevel.NO_PREFERENCE) > 0;
    }

    /** A slot that is free is as good there as one that is foreseen. */
    private boolean isLeftToTheEngine(String host) {
        return context.isUncontendedBesideSlowHosts() && !context.isSlow(host);
    }

    private OfferResponse decline(
            OfferResponse.Decline decline,
            String executor,
            String host,
            LocalityLevel farthest,
            boolean anyPending,
            EngineWaits waits) {
        if (!anyPending) {
            return OfferResponse.Plain.ENGINE; // finds nothing either, and nothing was declined
        }
        if (isLeftToTheEngine(host)) {
            return unplanned(executor, farthest, waits);
        }
        boolean early = decline.early() && context.isUncontended(host);
        boolean waitsForNobody = isFar(farthest) && waits.nanosBefore(farthest) <= 0;
        if (declines.isOver(limits.mostDecline()) || (early && waitsForNobody)) {
            return OfferResponse.Plain.PASSED_OVER;
        }
        engineWait.leave(executor);
        context.offerAgain(declines.leave(decline.untilNanos()), roundNanos);
        return early ? OfferResponse.Plain.ENGINE_NEAR : decline;
    }

    private OfferResponse unplanned(String executor, LocalityLevel farthest, EngineWaits waits) {
        if (!isFar(farthest)) {
            return OfferResponse.Plain.ENGINE_NEAR;
        }
        long nanos = waits.nanosBefore(farthest);
        if (hasWaited(nanos)) {
            return OfferResponse.Plain.PASSED_OVER;
        }
        engineWait.leave(executor);
        context.offerAgain(declines.leave(engineWait.sinceNanos() + nanos), roundNanos);
        return OfferResponse.Plain.ENGINE_NEAR;
    }

    private boolean hasWaited(long nanos) {
        return declines.isIdleLong() || engineWait.isOver(nanos);
    }

    /**
     * A task was launched.
     *
     * @param counted whether the plan counted
     * @param asPlanned whether it was the one that a response said
     */
    public void launched(String executor, boolean counted, boolean asPlanned, long nowNanos) {
        declines.launched();
        engineWait.launched(executor);
        if (counted && plan != null) {
            pace.launched(asPlanned, nowNanos);
        }
    }

    public boolean hasPlan() {
        return plan != null;
    }

    /** A newer plan, or null when none can be made. */
    public void publish(Plan newer) {
        plan = newer;
        if (newer != null) {
            withoutInput = false;
        }
    }

    /** The stage's tasks read nothing that a slot could be near to: the engine decides and nothing is awaited, unless a plan is published all the same. */
    public void withoutInput() {
        withoutInput = true;
    }

    public boolean isWithoutInput() {
        return withoutInput;
    }
}
