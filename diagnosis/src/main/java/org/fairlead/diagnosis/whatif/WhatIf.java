// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.diagnosis.simulation.PolicyAnswer;
import org.fairlead.diagnosis.simulation.PolicySimulation;
import org.fairlead.diagnosis.sources.DividedWait;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.SlowSource;
import org.fairlead.diagnosis.stragglers.HostDraws;
import org.fairlead.diagnosis.stragglers.Stragglers;
import org.fairlead.diagnosis.verdict.PlaceCauses;
import org.fairlead.diagnosis.verdict.TaskTimes;
import org.fairlead.report.Quantiles;
import org.fairlead.sim.engine.RunObserver;

/**
 * Answers what an application would have taken if something had been otherwise.
 *
 * <p><b>Goals.</b> An interval that has the truth in it, from the log alone. No answer where the log replayed as it was is off by more than a tenth.
 *
 * <p><b>Constraints.</b> What the log does not say is not made up: from it follows how wide the interval is. All but the change stays as it was, also what the replay leaves out.
 *
 * <p><b>Algorithm.</b> {@link Replay} of the tasks' times with the change, against the same without. <i>Links f times as fast:</i> a task is blocked for less by at least 1 − 1/f of the time for which the log measures that it was blocked on the network
 * (what is transferred behind computing does not block, so faster links may take away more than that), and by at most all for which it can have been blocked ({@link Blocked}); but no task gets more than f times as fast. Disks likewise. <i>Without a host:</i> its tasks take what others' took ({@link HostDraws}), on the slots that are left, {@value #DRAWS} times;
 * of these the middle 95 %. <i>Other executors:</i> slots come when those of the log did. <i>No background traffic:</i> nothing waits for the link that is slow by more than chance, a host's or a rack's ({@link PlaceCauses#withoutSlowLink}). Where there is none, tasks wait for sources that are slower than others no longer than for the others, at least for those whose
 * link is slow, at most for all ({@link DividedWait}). <i>A host as fast as the others:</i> what it gives, what comes to it and what its tasks do takes as long as elsewhere ({@link PlaceCauses#likeOthers}); by a log alone its tasks take what others' took, and what it gives stays slow.
 *
 * <p><b>Example.</b> Two tasks of 10 s on a slot each, blocked for 4 s; the log measures 2 of these 4. With links twice as fast they take 9 s at most, and 6 s at least; had they been blocked for 8 s, 5 s at least.
 *
 * <p><b>Source.</b> Bounds by blocked time: Ousterhout et al., NSDI 2015. The rest is ours.
 */
public final class WhatIf {
    private static final long SEED = 1;
    private static final int DRAWS = 40;
    private static final double OUTSIDE = 0.025;

    private final Schedule schedule;
    private final Stragglers stragglers;
    private final double[] durations;
    private final Replay.Outcome asItWas;
    private final double loggedMillis;
    private final Optional<ObservedReads> reads;
    private final Optional<PlaceCauses> places;
    private final Steps steps;

    private WhatIf(Schedule schedule, Question question, Steps steps) {
        this.schedule = schedule;
        reads = question.reads();
        boolean asksForPlaces = question.changes().stream().anyMatch(change -> change.quiet() || change.repairsHost());
        places =
                reads.filter(unused -> asksForPlaces).map(unused -> new PlaceCauses(schedule, reads, question.racks()));
        this.steps = steps;
        stragglers = new Stragglers(schedule);
        durations = schedule.durations();
        asItWas = Replay.of(schedule, Scenario.of(durations));
        loggedMillis = schedule.loggedMillis();
    }

    /**
     * @param application that has at least one task
     * @param watcher is called with how many replays are done
     * @throws IllegalArgumentException if there is no such host, and its message names those there are; or if its log alone cannot tell
     */
    public static WhatIfAnswer answer(ApplicationLog application, Question question, RunObserver watcher) {
        long replays = question.changes().stream()
                .mapToLong(change -> replays(change, question.reads().isPresent()))
                .sum();
        Schedule schedule = new Schedule(application);
        WhatIf whatIf = new WhatIf(schedule, question, new Steps(watcher, replays));
        question.changes().forEach(whatIf::check);
        SelfCheck check = SelfCheck.of(schedule, whatIf.asItWas.total(), whatIf.asItWas.stages());
        List<Prediction> predictions = new ArrayList<>();
        if (check.holds()) {
            question.changes().forEach(change -> predictions.add(whatIf.predict(change)));
        }
        Optional<PolicySimulation> simulation =
                question.simulated().map(request -> new PolicySimulation(schedule, request, watcher));
        Optional<PolicyAnswer> policies = simulation.map(PolicySimulation::answer);
        Optional<PartCheck.Times> simulated = simulation.map(PolicySimulation::stages);
        return new WhatIfAnswer(
                application.id(),
                application.name(),
                check,
                PartCheck.jobs(schedule, whatIf.times(), simulated),
                PartCheck.stages(schedule, whatIf.times(), simulated),
                predictions,
                policies);
    }

    private PartCheck.Times times() {
        double[] ended = asItWas.submitted().clone();
        for (int stage = 0; stage < ended.length; stage++) {
            ended[stage] += asItWas.stages()[stage];
        }
        return new PartCheck.Times(asItWas.submitted(), ended);
    }

    private static long replays(Change change, boolean observed) {
        return isDrawn(change, observed) ? 2L * DRAWS : 2;
    }

    /** Whether a host's tasks take what is drawn from the others'. */
    private static boolean isDrawn(Change change, boolean observed) {
        return change.lacksHost() || (change.repairsHost() && !observed);
    }

    private void check(Change change) {
        if (change.quiet() && reads.isEmpty()) {
            throw new IllegalArgumentException("a log does not tell what others sent; a file of decisions of this"
                    + " application would, as far as DataNodes or executors gave slowly");
        }
        if (change.lacksHost()) {
            check(change.withoutHost());
        }
        if (change.repairsHost()) {
            check(change.repairedHost());
        }
    }

    private void check(String host) {
        if (!stragglers.hosts().contains(host)) {
            throw new IllegalArgumentException(
                    "no task ran on a host '" + host + "'; tasks ran on " + String.join(", ", stragglers.hosts()));
        }
    }

    private Prediction predict(Change change) {
        double[] slow = shares(change, false);
        double[] fast = shares(change, true);
        if (!isDrawn(change, reads.isPresent())) {
            return prediction(change, new double[] {total(change, durations, slow), total(change, durations, fast)});
        }
        List<HostDraws> hosts = drawn(change);
        double[] totals = new double[2 * DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            double[] drawn = durations;
            for (HostDraws host : hosts) {
                drawn = host.drawn(drawn, new Draw(SEED + i));
            }
            totals[2 * i] = total(change, drawn, slow);
            totals[2 * i + 1] = total(change, drawn, fast);
        }
        return prediction(change, totals);
    }

    private List<HostDraws> drawn(Change change) {
        List<HostDraws> hosts = new ArrayList<>();
        if (change.lacksHost()) {
            hosts.add(stragglers.draws(change.withoutHost()));
        }
        if (change.repairsHost() && reads.isEmpty()) {
            hosts.add(stragglers.draws(change.repairedHost()));
        }
        return hosts;
    }

    /**
     * What is left of each task's time, as a share of it.
     *
     * @param atMost whether as much is taken away as can be
     */
    private double[] shares(Change change, boolean atMost) {
        double[] left = new double[durations.length];
        Optional<TaskTimes> link = change.quiet() ? places.flatMap(PlaceCauses::withoutSlowLink) : Optional.empty();
        boolean slowSources = change.quiet() && link.isEmpty();
        for (int i = 0; i < left.length; i++) {
            Task task = schedule.task(i);
            Blocked blocked = Blocked.of(task, Split.of(task), schedule.isFirstThere(i));
            double network =
                    saved(change.links(), blocked.networkMeasured(), blocked.networkAtMost(), durations[i], atMost);
            double disks = saved(change.disks(), blocked.disksMeasured(), blocked.disksAtMost(), durations[i], atMost);
            double others = slowSources ? others(i, atMost) : 0;
            left[i] = durations[i] > 0 ? Math.max(0, 1 - (network + disks + others) / durations[i]) : 1;
        }
        link.ifPresent(times -> shorten(left, times, atMost));
        if (change.repairsHost()) {
            places.ifPresent(each -> shorten(left, each.likeOthers(change.repairedHost()), atMost));
        }
        return left;
    }

    /** What something so many times as fast takes away of a task's time: at least that share of what is measured, at most what there can be, and no more than were all of the task so many times as fast. */
    private static double saved(double times, double measured, double most, double durationMillis, boolean atMost) {
        double share = 1 - 1 / times;
        return atMost && times > 1 ? Math.min(most, share * durationMillis) : share * measured;
    }

    /** What a task was seen to wait for whom; nothing without a file of decisions. */
    private List<DividedWait> waits(int number) {
        Task task = schedule.task(number);
        if (reads.isEmpty() || task.outcome() != Outcome.ENDED_WELL) {
            return List.of();
        }
        Split split = Split.of(task);
        return DividedWait.of(
                reads.get(),
                schedule.application().stages().get(schedule.stage(number)),
                task,
                split.fetchWait(),
                split.untold());
    }

    private void shorten(double[] left, TaskTimes times, boolean atMost) {
        double[] taken = atMost ? times.least() : times.most();
        for (int i = 0; i < left.length; i++) {
            left[i] *= durations[i] > 0 ? taken[i] / durations[i] : 1;
        }
    }

    /** What a task waited longer for sources that were slow: at least for those whose links were, at most for all. */
    private double others(int number, boolean atMost) {
        double excess = 0;
        for (DividedWait wait : waits(number)) {
            boolean counts = atMost
                    || wait.slow()
                            .map(source -> source.place() == SlowSource.Place.LINK)
                            .orElse(false);
            excess += counts ? wait.excessMillis() : 0;
        }
        return excess;
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
