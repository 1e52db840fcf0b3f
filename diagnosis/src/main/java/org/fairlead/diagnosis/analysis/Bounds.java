// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.AlikeTimes;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;

/** What could be saved at most: the application replayed without what a cause takes of each task, against the same replayed as it was. */
final class Bounds {
    /** What a cause takes of a task, in milliseconds. */
    private interface Taken {
        double millis(Split split, Blocked blocked);
    }

    private final Steps steps;
    private final Schedule schedule;
    private final double jobMillis;
    private final double[] durations;
    private final Replay.Outcome baseline;
    private final List<Bound> bounds = new ArrayList<>();
    private final List<Map<Cause, Double>> stages = new ArrayList<>();

    Bounds(Schedule schedule, double jobMillis, Steps steps) {
        this.steps = steps;
        this.schedule = schedule;
        this.jobMillis = jobMillis;
        durations = schedule.durations();
        baseline = Replay.of(schedule, Scenario.of(durations));
        for (int i = 0; i < schedule.application().stages().size(); i++) {
            stages.add(new EnumMap<>(Cause.class));
        }
        between(
                Cause.NETWORK,
                Scenario.of(without((split, blocked) -> blocked.networkMeasured())),
                Scenario.of(without((split, blocked) -> blocked.networkAtMost())));
        between(
                Cause.DISKS,
                Scenario.of(without((split, blocked) -> blocked.disksMeasured())),
                Scenario.of(without((split, blocked) -> blocked.disksAtMost())));
        atMost(Cause.GARBAGE_COLLECTION, Scenario.of(without((split, blocked) -> split.millis()
                .garbageCollection())));
        atMost(
                Cause.LAUNCHING,
                Scenario.of(without((split, blocked) -> split.millis().launching()))
                        .withoutGaps());
        atMost(Cause.SLOTS, Scenario.of(durations).withSlotsForAll());
        atMost(Cause.SKEW, Scenario.of(AlikeTimes.of(schedule, stage -> true)));
    }

    private void between(Cause cause, Scenario measured, Scenario atMost) {
        double least = share(Replay.of(schedule, measured));
        Replay.Outcome most = Replay.of(schedule, atMost);
        // Less work may end later in a list schedule; what is measured bounds what it can be at most from below.
        bounds.add(new Bound(cause, least, Math.max(least, share(most))));
        enter(cause, most);
        steps.done();
    }

    private void atMost(Cause cause, Scenario scenario) {
        Replay.Outcome most = Replay.of(schedule, scenario);
        bounds.add(new Bound(cause, Double.NaN, share(most)));
        enter(cause, most);
        steps.done();
    }

    private double share(Replay.Outcome outcome) {
        return jobMillis > 0 ? clamped((baseline.total() - outcome.total()) / jobMillis) : 0;
    }

    private void enter(Cause cause, Replay.Outcome outcome) {
        for (int stage = 0; stage < stages.size(); stage++) {
            double before = baseline.stages()[stage];
            double saved = before > 0 ? (before - outcome.stages()[stage]) / before : 0;
            stages.get(stage).put(cause, clamped(saved));
        }
    }

    private static double clamped(double share) {
        return Math.max(0, Math.min(1, share));
    }

    private double[] without(Taken taken) {
        double[] left = new double[durations.length];
        for (int i = 0; i < left.length; i++) {
            Task task = schedule.task(i);
            Split split = task.outcome() == Outcome.OVERTAKEN ? Split.ofAttempt(task) : Split.of(task);
            Blocked blocked = Blocked.of(task, split, schedule.mayWaitForBroadcast(i));
            left[i] = Math.max(0, durations[i] - taken.millis(split, blocked));
        }
        return left;
    }

    double replayedMillis() {
        return baseline.total();
    }

    /** One for each cause, of the application. */
    List<Bound> bounds() {
        return List.copyOf(bounds);
    }

    /** Of a stage, by its place, as shares of its own time. */
    Map<Cause, Double> atMost(int stage) {
        return Map.copyOf(stages.get(stage));
    }
}
