// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.AlikeTimes;
import org.fairlead.diagnosis.replay.Replay;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.diagnosis.verdict.NamedCause.Kind;
import org.fairlead.diagnosis.zones.Zones;

/**
 * Names the causes that an application was slow for.
 *
 * <p><b>Goals.</b> One cause, with its place. None where none is sure, or none matters.
 *
 * <p><b>Constraints.</b> A cause matters without which the application would take at least a tenth less: what runs of the same differ by without any. A place matters if that may be so. Places are named only where chance does not explain them ({@link PlaceCauses}).
 *
 * <p><b>Algorithm.</b> Each cause is weighed by a replay without it, against the same replay with it. Garbage collection: without its pauses, where they take more than a tenth of task time, as Spark's own pages warn. Skew: stages of which one task has at least twice as much
 * data as the median task, all tasks alike. Places: {@link PlaceCauses}. Too few tasks: {@link IdleSlots}. A host whose tasks are slow otherwise is named without saying what of it.
 *
 * <p><b>Example.</b> Of 60 s, collecting garbage cost 4 s and the disk of h3 21 s: the disk of h3, 35 %.
 *
 * <p><b>Source.</b> Weighing by replays: {@link Replay}.
 */
public final class VerdictFinder {
    private static final double LEAST_SAVING = 0.1;
    private static final double MUCH_GARBAGE = 0.1;

    private final Schedule schedule;
    private final double jobMillis;
    private final double[] durations;
    private final double baseline;
    private final List<NamedCause> causes = new ArrayList<>();

    private VerdictFinder(Schedule schedule, double jobMillis) {
        this.schedule = schedule;
        this.jobMillis = jobMillis;
        durations = schedule.durations();
        baseline = Replay.of(schedule, Scenario.of(durations)).total();
    }

    /**
     * What else is known of an application.
     *
     * @param stragglers hosts that are slow by more than chance
     * @param skewed stages, as people write them, of which a task has much more data than the others
     * @param untold the share of the time in which jobs ran that network or disks may have cost at most
     */
    public record Known(List<Straggler> stragglers, Set<String> skewed, double untold) {
        public Known {
            stragglers = List.copyOf(stragglers);
            skewed = Set.copyOf(skewed);
        }
    }

    /** @param zones in which rack each host is; empty where nobody says */
    public static Verdict find(
            Schedule schedule, double jobMillis, Known known, Optional<ObservedReads> reads, Optional<Zones> zones) {
        VerdictFinder finder = new VerdictFinder(schedule, jobMillis);
        finder.garbage();
        finder.skew(known.skewed());
        finder.add(Kind.TOO_FEW_TASKS, "", new IdleSlots(schedule).savedMillis() / jobMillis);
        List<PlaceCauses.Found> places = new PlaceCauses(schedule, reads, zones).find();
        places.forEach(finder::add);
        finder.otherHosts(known.stragglers(), places, zones);
        finder.causes.sort(
                Comparator.comparingDouble(NamedCause::saves).reversed().thenComparing(NamedCause::words));
        return new Verdict(finder.causes, known.untold());
    }

    private void add(Kind kind, String place, double saves) {
        if (saves >= LEAST_SAVING) {
            causes.add(new NamedCause(kind, place, Math.min(1, saves)));
        }
    }

    /** The share of the jobs' time that a replay with other task times saves. */
    private double saved(double[] others) {
        return (baseline - Replay.of(schedule, Scenario.of(others)).total()) / jobMillis;
    }

    /** A place that may matter, with the middle of what is saved without it at least and at most. */
    private void add(PlaceCauses.Found found) {
        double atMost = saved(found.left().least());
        double atLeast = saved(found.left().most());
        if (atMost >= LEAST_SAVING) {
            causes.add(new NamedCause(
                    found.kind(),
                    found.place(),
                    Math.min(1, (atMost + atLeast) / 2),
                    Math.min(1, Math.min(atLeast, atMost)),
                    Math.min(1, Math.max(atLeast, atMost))));
        }
    }

    private void garbage() {
        double[] without = durations.clone();
        Split sum = Split.NONE;
        for (int i = 0; i < without.length; i++) {
            Task task = schedule.task(i);
            Split split = Split.of(task);
            sum = sum.plus(split);
            Split whole = task.outcome() == Outcome.OVERTAKEN ? Split.ofAttempt(task) : split;
            without[i] = Math.max(0, without[i] - whole.millis().garbageCollection());
        }
        if (sum.share(Part.GARBAGE_COLLECTION) > MUCH_GARBAGE) {
            add(Kind.GARBAGE_COLLECTION, "", saved(Overtaken.settled(schedule, without, task -> false)));
        }
    }

    private void skew(Set<String> skewed) {
        List<StageLog> stages = schedule.application().stages();
        double[] alike = AlikeTimes.of(
                schedule, stage -> skewed.contains(stages.get(stage).label()));
        add(Kind.SKEW, "", saved(alike));
    }

    /** Hosts that are slow for a reason that nobody has seen. */
    private void otherHosts(List<Straggler> stragglers, List<PlaceCauses.Found> places, Optional<Zones> zones) {
        Set<String> known = places.stream().map(PlaceCauses.Found::place).collect(Collectors.toSet());
        for (Straggler each : stragglers) {
            String rack = zones.map(all -> all.zone(each.host())).orElse("");
            if (!known.contains(each.host())
                    && !known.contains(rack)
                    && each.repaired().isKnown()
                    && each.repaired().share() >= LEAST_SAVING) {
                causes.add(new NamedCause(
                        Kind.HOST,
                        each.host(),
                        Math.min(1, each.repaired().share()),
                        Math.min(1, each.repaired().low()),
                        Math.min(1, each.repaired().high())));
            }
        }
    }
}
