// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Offer;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.task.TaskSet;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.spark.cluster.ClusterPicture;

/**
 * Makes a plan: asks the policy about simulated offers, as if each task it chooses were launched, until the places' turns, the pending tasks or
 * the time are used up. Hosts that it did not come to are left to stock until the next plan, which begins with others.
 */
final class PlanMaker {
    private final Scheduling scheduling;
    private final TaskAssigner policy;
    private final SourceTurns turns = new SourceTurns();
    private long plans;

    PlanMaker(Scheduling scheduling, TaskAssigner policy) {
        this.scheduling = scheduling;
        this.policy = policy;
    }

    /** Makes and publishes a stage's plan; none before there are executors. */
    void make(PlannedStage stage, ClusterPicture.Snapshot snapshot, long nowNanos, long deadlineNanos) {
        if (scheduling.executors().all().isEmpty()) {
            return;
        }
        plans++;
        StageDecisions decisions = stage.decisions();
        SlowSources sources = SlowSources.of(scheduling, turns, stage, snapshot, nowNanos);
        SimulatedPlaces places = new SimulatedPlaces(
                scheduling, snapshot, stage, sources, Draw.mixed(decisions.seed(), plans), nowNanos);
        Making making = new Making(stage, places, nowNanos);
        making.run(deadlineNanos);
        decisions.publish(making.plan.build(nowNanos), making.launchesNow);
        scheduling.figures().planned(System.nanoTime() - nowNanos);
    }

    /** No more plans are made of a stage. */
    void leave(StageKey stage) {
        turns.leave(stage);
    }

    /** One plan in the making. */
    private final class Making {
        private final Plan.Builder plan = new Plan.Builder();
        private final PlannedStage stage;
        private final SimulatedPlaces places;
        private final long nowNanos;
        private final double usualSeconds;
        private final Explainer explainer;
        private int[] taken = new int[64];
        private int count;
        private boolean launchesNow;

        Making(PlannedStage stage, SimulatedPlaces places, long nowNanos) {
            this.stage = stage;
            this.places = places;
            this.nowNanos = nowNanos;
            explainer = new Explainer(places, nowNanos);
            usualSeconds = scheduling
                    .learned()
                    .of(stage.decisions().key())
                    .map(Learned.Means::seconds)
                    .orElse(Double.NaN);
        }

        void run(long deadlineNanos) {
            TaskSet pending = stage.pending();
            try {
                int host = places.next();
                while (host >= 0 && pending.size() > 0 && System.nanoTime() - deadlineNanos < 0) {
                    Offer offer = new Offer(host, places.freePlaces(host, pending.kind()), false, InputKind.BLOCKS);
                    Choice choice = policy.choose(offer, pending, places, nowNanos);
                    GroundsReport grounds = explainer.grounds(choice, offer, pending);
                    if (choice instanceof Choice.Launch launch) {
                        launch(host, launch, grounds);
                    } else if (choice instanceof Choice.Refusal refusal) {
                        refuse(host, refusal, grounds);
                    }
                    host = places.next();
                }
                if (pending.size() == 0 && stage.isWhole()) {
                    plan.refuseRest(new Answer.Refuse(Choice.Cause.SOONER_ELSEWHERE, freshUntilNanos(), null));
                }
            } finally {
                while (count > 0) {
                    count--;
                    stage.putBack(taken[count]);
                }
            }
        }

        private void launch(int host, Choice.Launch launch, GroundsReport grounds) {
            int task = launch.task();
            boolean shuffle = stage.pending().kind() == InputKind.SHUFFLE;
            int source = launch.source() >= 0 && !shuffle ? launch.source() : stage.usualSource(task, host);
            double bytes = stage.bytes(task);
            double seconds = Double.isFinite(launch.expectedSeconds()) ? launch.expectedSeconds() : usualSeconds;
            Answer.Launch answer = new Answer.Launch(
                    task,
                    stage.levelOf(task, host),
                    host,
                    source,
                    source < 0 ? List.of() : List.of(places.nodeName(source)),
                    bytes,
                    launch.expectedSeconds(),
                    grounds);
            for (String name : places.names(host)) {
                plan.launch(name, answer);
            }
            launchesNow |= !places.isForeseen();
            stage.take(task);
            if (count == taken.length) {
                taken = Arrays.copyOf(taken, 2 * count);
            }
            taken[count] = task;
            count++;
            places.launched(host, source, bytes, seconds);
        }

        private long freshUntilNanos() {
            return nowNanos + scheduling.options().fresh().toNanos();
        }

        private void refuse(int host, Choice.Refusal refusal, GroundsReport grounds) {
            long until = refusal.untilNanos() == Choice.Refusal.NEXT_OFFER ? freshUntilNanos() : refusal.untilNanos();
            places.refused(host);
            for (String name : places.names(host)) {
                plan.refuse(name, new Answer.Refuse(refusal.cause(), until, grounds));
            }
        }
    }
}
