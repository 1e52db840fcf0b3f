// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.TellingLine;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.diagnosis.simulation.PolicyAnswer;
import org.fairlead.diagnosis.simulation.PolicySimulation;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.stragglers.HostDraws;
import org.fairlead.diagnosis.stragglers.Stragglers;
import org.fairlead.diagnosis.verdict.PlaceCauses;
import org.fairlead.report.Quantiles;
import org.fairlead.sim.engine.RunObserver;

/**
 * Answers what an application would have taken if something had been otherwise.
 *
 * <p><b>Goals.</b> An interval that has the truth in it, from the log alone. No answer where the log replayed as it was is off by more than a tenth, or where the interval is wider than a tenth each way: then what makes it so is said ({@link Doubt}).
 *
 * <p><b>Constraints.</b> What the log does not say is not made up: from it follows how wide the interval is. All but the change stays as it was, also what the replay leaves out.
 *
 * <p><b>Algorithm.</b> {@link Replay} of the tasks' times with the change, against the same without. <i>Links f times as fast:</i> a task is blocked for less by at most all of the time for which it can have been blocked on the network
 * (what is transferred behind computing does not block, so faster links may take away more than 1 − 1/f of that), and by at least nothing: whoever waits for map output may wait for the sender's processor or disk ({@link org.fairlead.diagnosis.attribution.Blocked}); but no task gets more than f times as fast. Where nearly all that a task has read was seen, it can have been blocked on storage elsewhere for what it was seen to wait for DataNodes on other hosts, and no longer. Disks likewise, without what was seen, and at least 1 − 1/f of what is measured, since these are the task's own. <i>Without a host:</i> its tasks take what others' took that were not the first on their slots ({@link HostDraws}), on the slots that are left, {@value #DRAWS} times;
 * of these the middle 95 %. <i>Other executors:</i> slots come when those of the log did. <i>No background traffic:</i> nothing waits for the link that is slow by more than chance, a host's or a rack's ({@link PlaceCauses#withoutSlowLink}). Where there is none, tasks wait for sources that are slower than others no longer than for the others, at least for those whose
 * link is slow, at most for all ({@link org.fairlead.diagnosis.sources.DividedWait}). <i>A host as fast as the others:</i> what it gives, what comes to it and what its tasks do takes as long as elsewhere ({@link PlaceCauses#likeOthers}); by a log alone its tasks take what others' took, and what it gives stays slow.
 *
 * <p><b>Example.</b> Two tasks of 10 s on a slot each, blocked for 4 s. With links twice as fast they take 10 s at most, and 6 s at least; had they been blocked for 8 s, 5 s at least. Between 6 and 10 s is no answer; blocked for 1 s, between 9 and 10 s is one.
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
                application.damage(),
                TellingLine.observing(application),
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
            checkCanBeRepaired(change.repairedHost());
        }
    }

    private void check(String host) {
        if (!stragglers.hosts().contains(host)) {
            throw new IllegalArgumentException(noTaskRanOn(host));
        }
    }

    /** Who was seen to give may be on a host of its own, as a DataNode is where storage stands apart. */
    private void checkCanBeRepaired(String host) {
        Set<String> givers = givers();
        if (!stragglers.hosts().contains(host) && !givers.contains(host)) {
            throw new IllegalArgumentException(
                    noTaskRanOn(host) + (givers.isEmpty() ? "" : "; tasks read from " + String.join(", ", givers)));
        }
    }

    private String noTaskRanOn(String host) {
        return "no task ran on a host '" + host + "'; tasks ran on " + String.join(", ", stragglers.hosts());
    }

    /** Hosts of DataNodes and executors from which tasks were seen to read. */
    private Set<String> givers() {
        return reads.stream()
                .flatMap(seen -> seen.sources().reads().observations().stream())
                .map(read -> read.source().host())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Prediction predict(Change change) {
        ChangedTimes times = ChangedTimes.of(change, schedule, reads, places);
        if (!isDrawn(change, reads.isPresent())) {
            double one = total(change, durations, times.most());
            double other = total(change, durations, times.least());
            return new Prediction(change, Math.min(one, other), Math.max(one, other), times.doubt());
        }
        List<HostDraws> hosts = drawn(change);
        double[] totals = new double[2 * DRAWS];
        double between = 0;
        for (int i = 0; i < DRAWS; i++) {
            double[] drawn = durations;
            for (HostDraws host : hosts) {
                drawn = host.drawn(drawn, new Draw(SEED + i));
            }
            totals[2 * i] = total(change, drawn, times.most());
            totals[2 * i + 1] = total(change, drawn, times.least());
            between += Math.abs(totals[2 * i] - totals[2 * i + 1]) / DRAWS;
        }
        double[] inOrder = sorted(totals);
        double least = Quantiles.of(inOrder, OUTSIDE);
        double most = Quantiles.of(inOrder, 1 - OUTSIDE);
        boolean isChance = 2 * between < most - least;
        return new Prediction(change, least, most, isChance ? Optional.of(chance(change)) : times.doubt());
    }

    /** A host that is there is seen by the plug-in; tasks of one that is not there have to be drawn. */
    private Doubt chance(Change change) {
        return new Doubt(Unknown.CHANCE, 0, change.repairsHost() && !change.lacksHost() && reads.isEmpty());
    }

    private List<HostDraws> drawn(Change change) {
        List<HostDraws> hosts = new ArrayList<>();
        if (change.lacksHost()) {
            hosts.add(stragglers.drawsWithout(change.withoutHost()));
        }
        if (change.repairsHost() && reads.isEmpty()) {
            hosts.add(stragglers.draws(change.repairedHost()));
        }
        return hosts;
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

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
