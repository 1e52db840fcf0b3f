// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.Span;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.replay.Steps;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.diagnosis.stragglers.Stragglers;
import org.fairlead.diagnosis.verdict.VerdictFinder;
import org.fairlead.diagnosis.zones.ZoneBytes;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.sim.engine.RunObserver;

/** Makes a diagnosis of what a log tells. A function of its input alone. */
public final class Analyst {
    /** Plug-ins whose work is no processor time of Java's threads. */
    private static final List<String> ACCELERATORS = List.of("com.nvidia.spark", "gluten", "comet");

    private final ApplicationLog application;
    private final Schedule schedule;
    private final double jobMillis;
    private final boolean accelerated;
    private final EnumMap<Untold.Kind, Double> untold = new EnumMap<>(Untold.Kind.class);
    private final Split[] splits;
    private final Blocked[] blocked;

    private Analyst(ApplicationLog application) {
        this.application = application;
        schedule = new Schedule(application);
        List<Span> stages = new ArrayList<>();
        for (int i = 0; i < application.stages().size(); i++) {
            stages.add(new Span(schedule.submittedMillis(i), schedule.endedMillis(i)));
        }
        List<Span> busy = new ArrayList<>(stages);
        application.jobs().forEach(job -> busy.add(job.span()));
        jobMillis = Math.max(1, Span.covered(busy));
        String plugins = application.properties().getOrDefault("spark.plugins", "");
        accelerated = ACCELERATORS.stream().anyMatch(plugins.toLowerCase(Locale.ROOT)::contains);
        splits = new Split[application.stages().size()];
        blocked = new Blocked[splits.length];
        for (int i = 0; i < splits.length; i++) {
            splits[i] = Split.NONE;
            blocked[i] = Blocked.NOTHING;
        }
    }

    /**
     * @param application that has at least one task
     * @param zones what crossed zones; {@link ZoneTraffic#NONE} where none are known
     * @param watcher is called with how many replays are done
     */
    public static Diagnosis diagnose(ApplicationLog application, ZoneTraffic zones, RunObserver watcher) {
        return diagnose(application, zones, Optional.empty(), watcher);
    }

    /** @param reads what a file of decisions tells of this application; empty where there is none */
    public static Diagnosis diagnose(
            ApplicationLog application, ZoneTraffic zones, Optional<ObservedReads> reads, RunObserver watcher) {
        return new Analyst(application)
                .diagnosis(zones, Optional.empty(), reads, new Steps(watcher, Cause.values().length));
    }

    /**
     * @param zones in which zone or rack each host is; empty where nobody says
     * @param reads what a file of decisions tells of this application; empty where there is none
     */
    public static Diagnosis diagnose(
            ApplicationLog application, Optional<Zones> zones, Optional<ObservedReads> reads, RunObserver watcher) {
        ZoneTraffic traffic = zones.map(each -> ZoneBytes.of(application, each)).orElse(ZoneTraffic.NONE);
        return new Analyst(application).diagnosis(traffic, zones, reads, new Steps(watcher, Cause.values().length));
    }

    private Diagnosis diagnosis(
            ZoneTraffic traffic, Optional<Zones> zones, Optional<ObservedReads> reads, Steps steps) {
        attribute();
        Bounds bounds = new Bounds(schedule, jobMillis, steps);
        Stragglers stragglers = new Stragglers(schedule);
        List<Straggler> slow = stragglers.find(bounds.replayedMillis(), jobMillis, steps);
        Split split = Split.NONE;
        Blocked all = Blocked.NOTHING;
        List<StageFindings> stages = new ArrayList<>();
        for (int i = 0; i < splits.length; i++) {
            split = split.plus(splits[i]);
            all = all.plus(blocked[i]);
            stages.add(findings(i, bounds));
        }
        List<Skew> skews = List.copyOf(Skews.of(schedule, jobMillis));
        stages.sort(
                Comparator.<StageFindings>comparingDouble(stage -> stage.split().total())
                        .reversed());
        return new Diagnosis(
                subject(stragglers.hosts().size()),
                new Diagnosis.Times(
                        application.endedMillis() - (double) application.beganMillis(),
                        jobMillis,
                        schedule.loggedMillis(),
                        bounds.replayedMillis()),
                split,
                all,
                bounds.bounds(),
                List.copyOf(stages),
                List.copyOf(slow),
                new Diagnosis.Compared(stragglers.comparedHosts(), stragglers.comparisons()),
                skews,
                Untold.of(untold, split.total(), application, reads.isPresent()),
                traffic,
                reads.map(each -> TimeCauseFinder.find(schedule, each, slow, skews))
                        .orElse(TimeCauses.NONE),
                VerdictFinder.find(schedule, jobMillis, known(slow, skews, bounds), reads, zones));
    }

    private static VerdictFinder.Known known(List<Straggler> slow, List<Skew> skews, Bounds bounds) {
        return new VerdictFinder.Known(
                slow,
                skews.stream().filter(Skew::byData).map(Skew::stage).collect(Collectors.toSet()),
                bounds.bounds().stream()
                        .filter(bound -> bound.cause() == Cause.NETWORK || bound.cause() == Cause.DISKS)
                        .mapToDouble(Bound::atMost)
                        .max()
                        .orElse(0));
    }

    private void attribute() {
        for (int i = 0; i < schedule.size(); i++) {
            Task task = schedule.task(i);
            int stage = schedule.stage(i);
            Split split = Split.of(task);
            splits[stage] = splits[stage].plus(split);
            blocked[stage] = blocked[stage].plus(Blocked.of(task, split, schedule.mayWaitForBroadcast(i)));
            untold.merge(
                    kind(application.stages().get(stage), task), split.millis().unexplained(), Double::sum);
        }
    }

    private Untold.Kind kind(StageLog stage, Task task) {
        if (stage.python()) {
            return Untold.Kind.PYTHON;
        }
        if (accelerated) {
            return Untold.Kind.ACCELERATOR;
        }
        boolean stores = task.reads()
                || task.volumes().output() > 0
                || task.volumes().spilled() > 0
                || task.volumes().shuffled() > 0;
        return stores ? Untold.Kind.STORAGE : Untold.Kind.WAITING;
    }

    private StageFindings findings(int place, Bounds bounds) {
        StageLog stage = application.stages().get(place);
        long submitted = schedule.submittedMillis(place);
        double first = Double.POSITIVE_INFINITY;
        double sum = 0;
        double spilled = 0;
        int count = 0;
        for (int i = 0; i < stage.tasks().size(); i++) {
            Task task = stage.tasks().get(i);
            first = Math.min(first, task.launchMillis() - (double) submitted);
            spilled += task.volumes().spilled();
            if (task.outcome() == Outcome.ENDED_WELL) {
                sum += task.launchMillis() - (double) submitted;
                count++;
            }
        }
        return new StageFindings(
                stage.label(),
                stage.name(),
                stage.planned(),
                stage.tasks().size(),
                submitted - (double) application.beganMillis(),
                schedule.loggedMillis(place),
                spilled,
                splits[place],
                blocked[place],
                new StageFindings.Waits(first, count > 0 ? sum / count : first),
                bounds.atMost(place));
    }

    private Diagnosis.Subject subject(int hosts) {
        return new Diagnosis.Subject(
                application.id(),
                application.name(),
                application.attempt(),
                application.version(),
                application.whole(),
                application.compacted(),
                hosts,
                schedule.slots(),
                Executors.of(schedule),
                application.tasks(),
                application.damage());
    }
}
