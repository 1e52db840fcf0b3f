// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.diagnosis.stragglers.HostDraws;
import org.fairlead.diagnosis.stragglers.Stragglers;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.report.Quantiles;

/**
 * Answers what an application would have taken if something had been otherwise.
 *
 * <p><b>Goals.</b> An interval that has the truth in it, from the log alone. No answer where the log replayed as it was is off by more than a tenth.
 *
 * <p><b>Constraints.</b> What the log does not say is not made up: from it follows how wide the interval is. All but the change stays as it was, also what the replay leaves out.
 *
 * <p><b>Algorithm.</b> {@link Replay} of the tasks' times with the change, against the same without. <i>Links f times as fast:</i> a task is blocked for less by at least 1 − 1/f of the time for which the log measures that it was blocked on the network
 * (what is transferred behind computing does not block, so faster links may take away more than that), and by at most all for which it can have been blocked ({@link Blocked}). Disks likewise. <i>Without a host:</i> its tasks take what others' took ({@link HostDraws}), on the slots that are left, {@value #DRAWS} times;
 * of these the middle 95 %. <i>Other executors:</i> slots come when those of the log did.
 *
 * <p><b>Example.</b> Two tasks of 10 s on a slot each, blocked for 4 s; the log measures 2 of these 4. With links twice as fast they take 9 s at most, and 6 s at least.
 *
 * <p><b>Source.</b> Bounds by blocked time: Ousterhout et al., NSDI 2015. The rest is ours.
 */
public final class WhatIf {
    private static final long SEED = 1;
    private static final int DRAWS = 40;
    private static final double OUTSIDE = 0.025;
    private static final double SHORTEST_STAGE_MILLIS = 100;

    private final Schedule schedule;
    private final Stragglers stragglers;
    private final double[] durations;
    private final Replay.Outcome asItWas;
    private final double loggedMillis;
    private final Steps steps;

    private WhatIf(Schedule schedule, Steps steps) {
        this.schedule = schedule;
        this.steps = steps;
        stragglers = new Stragglers(schedule);
        durations = schedule.durations();
        asItWas = Replay.of(schedule, Scenario.of(durations));
        loggedMillis = schedule.loggedMillis();
    }

    /**
     * @param application that has at least one task
     * @param changes each answered by itself
     * @param watcher is called with how many replays are done
     * @throws IllegalArgumentException if there is no such host; its message names those there are
     */
    public static WhatIfAnswer answer(ApplicationLog application, List<Change> changes, RunObserver watcher) {
        long replays = changes.stream().mapToLong(WhatIf::replays).sum();
        WhatIf whatIf = new WhatIf(new Schedule(application), new Steps(watcher, replays));
        changes.forEach(whatIf::check);
        WhatIfAnswer.SelfCheck check =
                new WhatIfAnswer.SelfCheck(whatIf.loggedMillis, whatIf.asItWas.total(), whatIf.stagesOff());
        List<Prediction> predictions = new ArrayList<>();
        if (check.holds()) {
            changes.forEach(change -> predictions.add(whatIf.predict(change)));
        }
        return new WhatIfAnswer(application.id(), application.name(), check, predictions);
    }

    private static long replays(Change change) {
        return change.lacksHost() ? 2L * DRAWS : 2;
    }

    private void check(Change change) {
        if (change.lacksHost() && !stragglers.hosts().contains(change.withoutHost())) {
            throw new IllegalArgumentException("no task ran on a host '" + change.withoutHost() + "'; tasks ran on "
                    + String.join(", ", stragglers.hosts()));
        }
    }

    private double stagesOff() {
        double[] off = new double[asItWas.stages().length];
        int count = 0;
        for (int stage = 0; stage < asItWas.stages().length; stage++) {
            double logged = schedule.loggedMillis(stage);
            if (logged >= SHORTEST_STAGE_MILLIS) {
                off[count++] = Math.abs(asItWas.stages()[stage] / logged - 1);
            }
        }
        return count == 0 ? 0 : Quantiles.of(sorted(Arrays.copyOf(off, count)), 0.5);
    }

    private Prediction predict(Change change) {
        double[] slow = shares(change, false);
        double[] fast = shares(change, true);
        if (!change.lacksHost()) {
            return prediction(change, new double[] {total(change, durations, slow), total(change, durations, fast)});
        }
        HostDraws host = stragglers.draws(change.withoutHost());
        double[] totals = new double[2 * DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            double[] drawn = host.drawn(durations, new Draw(SEED + i));
            totals[2 * i] = total(change, drawn, slow);
            totals[2 * i + 1] = total(change, drawn, fast);
        }
        return prediction(change, totals);
    }

    /** What is left of each task's time, as a share of it. */
    private double[] shares(Change change, boolean atMost) {
        double[] left = new double[durations.length];
        for (int i = 0; i < left.length; i++) {
            Task task = schedule.task(i);
            Blocked blocked = Blocked.of(task, Split.of(task), schedule.isFirstThere(i));
            double network = atMost && change.links() > 1
                    ? blocked.networkAtMost()
                    : (1 - 1 / change.links()) * blocked.networkMeasured();
            double disks = atMost && change.disks() > 1
                    ? blocked.disksAtMost()
                    : (1 - 1 / change.disks()) * blocked.disksMeasured();
            left[i] = durations[i] > 0 ? Math.max(0, 1 - (network + disks) / durations[i]) : 1;
        }
        return left;
    }

    private double total(Change change, double[] times, double[] shares) {
        double[] changed = new double[times.length];
        for (int i = 0; i < changed.length; i++) {
            changed[i] = times[i] * shares[i];
        }
        Scenario scenario = Scenario.of(changed);
        if (change.lacksHost()) {
            scenario = scenario.without(change.withoutHost());
        }
        if (change.executors() != Scenario.AS_LOGGED) {
            scenario = scenario.withExecutors(change.executors());
        }
        double total = Replay.of(schedule, scenario).total();
        steps.done();
        // By how much the replay is off without the change, it is off with it.
        return total * loggedMillis / asItWas.total();
    }

    private static Prediction prediction(Change change, double[] totals) {
        double[] inOrder = sorted(totals);
        return totals.length == 2
                ? new Prediction(change, inOrder[0], inOrder[1])
                : new Prediction(change, Quantiles.of(inOrder, OUTSIDE), Quantiles.of(inOrder, 1 - OUTSIDE));
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
