// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;
import org.fairlead.report.Quantiles;

/**
 * What an application would save without a host, and with it repaired: replays in which each of its tasks takes what a task of another host took,
 * drawn from the same stage, for as many bytes. The interval is that of a bootstrap, which draws anew also from whom is drawn (B. Efron, 1979): it
 * speaks of chance among the tasks, not of what a replay leaves out.
 */
final class HostReplay {
    private static final long SEED = 1;
    private static final int MOST_DRAWS = 200;
    private static final int FEWEST_DRAWS = 20;
    /** Tasks that are replayed at most for all hosts together: a few seconds. */
    private static final double BUDGET = 4e7;

    private static final double OUTSIDE = 0.025;

    private final Schedule schedule;
    private final List<StageSample> samples;
    private final double baselineMillis;
    private final double jobMillis;
    private final int draws;
    private final double[] durations;
    private final Steps steps;

    HostReplay(
            Schedule schedule,
            List<StageSample> samples,
            double baselineMillis,
            double jobMillis,
            int hostsToReplay,
            Steps steps) {
        this.steps = steps;
        this.schedule = schedule;
        this.samples = samples;
        durations = schedule.durations();
        this.baselineMillis = baselineMillis;
        this.jobMillis = jobMillis;
        double each = 2.0 * Math.max(1, schedule.size()) * Math.max(1, hostsToReplay);
        draws = (int) Math.max(FEWEST_DRAWS, Math.min(MOST_DRAWS, BUDGET / each));
        steps.expect((long) draws * hostsToReplay);
    }

    /** Of the replay without the host, then of that with it repaired. */
    Saving[] savings(int number, String name) {
        double[] without = new double[draws];
        double[] repaired = new double[draws];
        HostDraws host = HostDraws.onItsSlots(schedule, samples, number);
        for (int i = 0; i < draws; i++) {
            Scenario scenario = Scenario.of(host.drawn(durations, new Draw(Draw.mixed(SEED + i, number))));
            repaired[i] = share(scenario);
            without[i] = share(scenario.without(name));
            steps.done();
        }
        return new Saving[] {saving(without), saving(repaired)};
    }

    private double share(Scenario scenario) {
        return (baselineMillis - Replay.of(schedule, scenario).total()) / jobMillis;
    }

    private static Saving saving(double[] shares) {
        double[] sorted = shares.clone();
        Arrays.sort(sorted);
        if (!Double.isFinite(sorted[0]) || !Double.isFinite(sorted[sorted.length - 1])) {
            return Saving.UNKNOWN;
        }
        return new Saving(Quantiles.of(sorted, 0.5), Quantiles.of(sorted, OUTSIDE), Quantiles.of(sorted, 1 - OUTSIDE));
    }
}
