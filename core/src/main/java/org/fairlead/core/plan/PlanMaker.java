// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.profile.LaunchedTasks;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.SourceTurns;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.profile.StageProfiles;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.core.task.prediction.BlockCompletion;
import org.fairlead.core.task.prediction.Completion;
import org.fairlead.core.task.prediction.ReceiveRates;

/**
 * Makes a plan: asks the policy about simulated offers, as if each task it chooses were launched, until the slots' turns, the pending tasks or
 * the time are used up. Hosts that it did not come to are left to stock until the next plan, which begins with others.
 */
final class PlanMaker {
    private final TaskAssigner policy;
    private final long freshNanos;
    private final ExecutorSlots executors;
    private final LaunchedTasks launched;
    private final StageProfiles profiles;
    private final SourceRates sources;
    private final Optional<LongSupplier> explaining;
    private final SourceTurns turns = new SourceTurns();
    private long plans;

    /**
     * @param freshNanos age up to which a plan counts
     * @param explaining the clock by which the time for explanations is measured; empty for none
     */
    PlanMaker(
            TaskAssigner policy,
            long freshNanos,
            ExecutorSlots executors,
            LaunchedTasks launched,
            StageProfiles profiles,
            SourceRates sources,
            Optional<LongSupplier> explaining) {
        this.policy = policy;
        this.freshNanos = freshNanos;
        this.executors = executors;
        this.launched = launched;
        this.profiles = profiles;
        this.sources = sources;
        this.explaining = explaining;
    }

    /**
     * Makes a stage's plan.
     *
     * @param pendingBesides tasks of other stages that wait to be launched
     * @param goesOn asked before each choice
     */
    StagePlan make(
            PlannedStage stage, ClusterSnapshot snapshot, int pendingBesides, long nowNanos, BooleanSupplier goesOn) {
        plans++;
        StageTasks tasks = stage.tasks();
        SlowSources slow = SlowSources.claimed(sources, turns, stage, snapshot, nowNanos);
        SimulatedSlots slots = new SimulatedSlots(
                executors,
                launched,
                profiles,
                snapshot,
                stage,
                slow,
                pendingBesides,
                Draw.mixed(tasks.seed(), plans),
                nowNanos);
        Making making = new Making(stage, slots, nowNanos);
        making.run(goesOn);
        stage.planned();
        return new StagePlan(making.plan.build(nowNanos), making.launchesNow, making.choices);
    }

    /** What is known of slow sources for a stage; nothing becomes of the turns in which stages read from them. */
    SlowSources slowSources(PlannedStage stage, ClusterSnapshot snapshot, long nowNanos) {
        return SlowSources.known(sources, turns, stage, snapshot, nowNanos);
    }

    /** No more plans are made of a stage. */
    void leave(StageAttempt stage) {
        turns.leave(stage);
    }

    /** One plan in the making. */
    private final class Making {
        private final Plan.Builder plan = new Plan.Builder();
        private final PlannedStage stage;
        private final SimulatedSlots slots;
        private final long nowNanos;
        private final double usualSeconds;
        private final PlanExplainer explainer;
        private int[] taken = new int[64];
        private int count;
        private int choices;
        private boolean launchesNow;

        Making(PlannedStage stage, SimulatedSlots slots, long nowNanos) {
            this.stage = stage;
            this.slots = slots;
            this.nowNanos = nowNanos;
            explainer = new PlanExplainer(explaining, slots, nowNanos);
            usualSeconds = profiles.seconds(stage.tasks().id()).orElse(Double.NaN);
        }

        void run(BooleanSupplier goesOn) {
            TaskSet pending = stage.pending();
            try {
                int host = slots.next();
                while (host >= 0 && pending.size() > 0 && goesOn.getAsBoolean()) {
                    choices++;
                    Offer offer = new Offer(
                            host, slots.freeSlots(host, pending.kind()), false, InputKind.BLOCKS, slots.isForeseen());
                    Choice choice = policy.choose(offer, pending, slots, nowNanos);
                    PlanExplanation explanation = explainer.explain(choice, offer, pending);
                    if (choice instanceof Choice.Launch launch) {
                        launch(host, launch, explanation);
                    } else if (choice instanceof Choice.Decline decline) {
                        decline(host, decline, explanation);
                    }
                    host = slots.next();
                }
                if (pending.size() == 0 && stage.isWhole()) {
                    plan.declineRest(new OfferResponse.Decline(
                            Choice.Cause.SOONER_ELSEWHERE, nowNanos + freshNanos, null, !launchesNow));
                }
            } finally {
                while (count > 0) {
                    count--;
                    stage.putBack(taken[count]);
                }
            }
        }

        private void launch(int host, Choice.Launch launch, PlanExplanation explanation) {
            int task = launch.task();
            boolean shuffle = stage.pending().kind() == InputKind.SHUFFLE;
            boolean chosen = launch.source() >= 0 && !shuffle;
            int source = chosen ? launch.source() : stage.usualSource(task, host);
            double bytes = stage.bytes(task);
            double seconds = Double.isFinite(launch.expectedSeconds()) ? launch.expectedSeconds() : usualSeconds;
            OfferResponse.Launch response = new OfferResponse.Launch(
                    task,
                    stage.levelOf(task, host),
                    host,
                    source,
                    chosen ? List.of(slots.nodeName(source)) : List.of(),
                    bytes,
                    slots.turnSeconds(),
                    launch.expectedSeconds(),
                    explanation,
                    source == launch.source() ? launch.path() : PathChoice.NETWORK,
                    stage.holder(task, host),
                    stage.isNearOnly(task, slots::isSlow));
            for (String name : slots.names(host)) {
                plan.launch(name, response);
            }
            TaskSet.Group group = stage.pending().groupOf(task);
            for (int holder : group.held().hosts()) {
                if (holder != host && slots.slots(holder, stage.pending().kind()) > 0) {
                    noteHolder(holder, launch, group);
                }
            }
            launchesNow |= !slots.isForeseen();
            stage.take(task);
            if (count == taken.length) {
                taken = Arrays.copyOf(taken, 2 * count);
            }
            taken[count] = task;
            count++;
            slots.launched(task, group.hosts(), host, source, bytes, seconds);
        }

        /** Some of a task's input is held on a host other than the planned one: it is the holder's if its slot is free first, and it is predicted to take no longer there. */
        private void noteHolder(int holder, Choice.Launch planned, TaskSet.Group group) {
            String executor = stage.holder(planned.task(), holder);
            Completion completion = new Completion(stage.pending(), slots, nowNanos);
            boolean predicts = Double.isFinite(planned.expectedSeconds());
            boolean known = group.isHeldOn(holder) || (predicts && !completion.isUnknown(holder));
            BlockCompletion blocks = completion.blocks();
            ReceiveRates reach = blocks.reachOfFew(holder);
            double seconds = blocks.soonest(group, reach);
            if (executor.isEmpty() || !known || seconds > planned.expectedSeconds()) {
                return;
            }
            int source = blocks.bestSource(group, reach);
            plan.holds(new OfferResponse.Launch(
                    planned.task(),
                    stage.levelOf(planned.task(), holder),
                    holder,
                    source,
                    source < 0 ? List.of() : List.of(slots.nodeName(source)),
                    stage.bytes(planned.task()),
                    slots.turnSeconds(),
                    predicts ? seconds : Double.NaN,
                    null,
                    source < 0 || source == holder ? PathChoice.NETWORK : reach.path(source),
                    executor,
                    stage.isNearOnly(planned.task(), slots::isSlow)));
        }

        private void decline(int host, Choice.Decline decline, PlanExplanation explanation) {
            long until =
                    decline.untilNanos() == Choice.Decline.NEXT_OFFER ? nowNanos + freshNanos : decline.untilNanos();
            slots.declined(host);
            for (String name : slots.names(host)) {
                plan.decline(name, new OfferResponse.Decline(decline.cause(), until, explanation));
            }
        }
    }
}
