// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.DividedWait;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.SlowSource.Place;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.report.Quantiles;

/**
 * Says of an application's task time why it was spent.
 *
 * <p><b>Goals.</b> Every millisecond of task time counts once: with a cause that is named, or without one.
 *
 * <p><b>Constraints.</b> Only hosts and sources that are slower by more than chance are blamed, and only for what their tasks and readers took longer than others. What was waited for a source is no
 * more than what the log leaves unexplained, or says was waited for shuffles.
 *
 * <p><b>Algorithm.</b> A task's parts are those of {@link Split}. Of a task with more data than its stage's others, the part above the median is skew. What it waited for storage, as its executor has seen it, is taken from
 * what no metric explains; its fetch wait is divided as its executor divided it. Of each wait for a source that is slow by a factor f, 1 − 1/f is the source's doing. Of a task on a slow host that is f times as slow,
 * 1 − 1/f of its time is the host's, as far as the part that the host is slow in has so much. What is left of a stage's first task on a slot beyond the median of its stage's others was warming up.
 *
 * <p><b>Example.</b> A task of 10 s computes for 4 s and waits 5 s for DataNode h3, whose readers wait 5 times as long as others': computing 4 s, slow disk of h3 4 s, reading 1 s, without a cause 1 s.
 */
final class TimeCauseFinder {
    /** Less is what rounding leaves. */
    private static final double LEAST_MILLIS = 1e-6;

    private static final int FEWEST_TASKS = 3;

    private final Schedule schedule;
    private final ObservedReads reads;
    private final Map<String, List<Straggler>> slowHosts = new HashMap<>();
    /** Of a task that has more data than others, what the median task takes, in milliseconds. */
    private final Map<Skewed, Double> skewed = new HashMap<>();

    private final Map<Named, Double> millis = new LinkedHashMap<>();
    /** What neither log nor file explains of each task, in milliseconds. */
    private final double[] unexplained;

    private long told;
    private long attempts;
    private double toldMillis;
    private double wellMillis;
    private double slotWaitMillis;

    private record Skewed(String stage, int partition) {}

    private record StageOnSlot(int stage, int slot) {}

    private record Named(TimeCause.Kind kind, String place) {}

    private TimeCauseFinder(Schedule schedule, ObservedReads reads, List<Straggler> stragglers, List<Skew> skews) {
        this.schedule = schedule;
        this.reads = reads;
        unexplained = new double[schedule.size()];
        stragglers.forEach(each -> slowHosts
                .computeIfAbsent(each.host(), unused -> new ArrayList<>())
                .add(each));
        skews.stream()
                .filter(Skew::byData)
                .forEach(skew -> skewed.put(new Skewed(skew.stage(), skew.partition()), skew.medianMillis()));
    }

    static TimeCauses find(Schedule schedule, ObservedReads reads, List<Straggler> stragglers, List<Skew> skews) {
        TimeCauseFinder finder = new TimeCauseFinder(schedule, reads, stragglers, skews);
        for (int i = 0; i < schedule.size(); i++) {
            finder.add(i);
        }
        finder.warmUps();
        return finder.causes();
    }

    private void add(TimeCause.Kind kind, String place, double more) {
        if (more > LEAST_MILLIS) {
            millis.merge(new Named(kind, place), more, Double::sum);
        }
    }

    private void add(TimeCause.Kind kind, double more) {
        add(kind, "", more);
    }

    private void add(int number) {
        Task task = schedule.task(number);
        Split split = Split.of(task);
        if (task.outcome() != Outcome.ENDED_WELL) {
            add(TimeCause.Kind.THROWN_AWAY, split.total());
            return;
        }
        StageLog stage = schedule.application().stages().get(schedule.stage(number));
        attempts++;
        wellMillis += split.total();
        slotWaitMillis += Math.max(0, task.launchMillis() - (double) schedule.submittedMillis(schedule.stage(number)));
        double usual = skewed.getOrDefault(new Skewed(stage.label(), task.partition()), split.total());
        double left = usual < split.total() ? usual / split.total() : 1;
        add(TimeCause.Kind.SKEW, (1 - left) * split.total());
        add(TimeCause.Kind.GARBAGE_COLLECTION, left * split.millis().garbageCollection());
        add(TimeCause.Kind.LAUNCHING, left * split.millis().launching());
        add(TimeCause.Kind.SHUFFLE_FILES, left * split.millis().shuffleWrite());
        Optional<Straggler> slow = slow(number, stage);
        double computing = left * split.millis().computing();
        double hosts = longer(slow, Part.COMPUTING, left * split.total(), computing);
        add(TimeCause.Kind.SLOW_PROCESSOR, schedule.host(number), hosts);
        add(TimeCause.Kind.COMPUTING, computing - hosts);
        waits(number, stage, left, split, slow);
    }

    private void waits(int number, StageLog stage, double left, Split split, Optional<Straggler> slow) {
        Task task = schedule.task(number);
        if (reads.waits().knows(stage.id(), stage.attempt(), task.partition())) {
            told++;
            toldMillis += split.total();
        }
        double fetching = left * split.millis().fetchWait();
        double untold = left * split.millis().unexplained();
        for (DividedWait wait : DividedWait.of(reads, stage, task, fetching, untold)) {
            wait.slow().ifPresent(source -> add(kind(source.place()), source.name(), wait.excessMillis()));
            double usual = wait.millis() - wait.excessMillis();
            if (wait.isForMapOutput()) {
                add(TimeCause.Kind.FETCHING, usual);
                fetching -= wait.millis();
            } else {
                String kind = wait.source().kind();
                add(TimeCause.Kind.READING, kind.equals(SourceReads.HDFS) ? "DataNodes" : kind, usual);
                untold -= wait.millis();
            }
        }
        add(TimeCause.Kind.FETCHING, fetching);
        double hosts = longer(slow, Part.UNTOLD, left * split.total(), Math.max(0, untold));
        add(TimeCause.Kind.SLOW_HOST, schedule.host(number), hosts);
        unexplained[number] = untold - hosts;
    }

    /** A stage's first tasks on slots load classes and open connections: what no cause explains of them beyond the median of their stage's others. */
    private void warmUps() {
        boolean[] first = firstOnSlots();
        Map<Integer, List<Double>> others = new HashMap<>();
        for (int i = 0; i < unexplained.length; i++) {
            if (isCounted(i) && !first[i]) {
                others.computeIfAbsent(schedule.stage(i), unused -> new ArrayList<>())
                        .add(unexplained[i]);
            }
        }
        Map<Integer, Double> medians = new HashMap<>();
        others.forEach((stage, millis) -> {
            if (millis.size() >= FEWEST_TASKS) {
                medians.put(stage, median(millis));
            }
        });
        for (int i = 0; i < unexplained.length; i++) {
            Double median = medians.get(schedule.stage(i));
            boolean warms = isCounted(i) && first[i] && median != null;
            double warming = warms ? Math.max(0, unexplained[i] - median) : 0;
            add(TimeCause.Kind.WARM_UP, warming);
            add(TimeCause.Kind.UNKNOWN, unexplained[i] - warming);
        }
    }

    /** By task, whether it was the first of its stage on its slot. */
    private boolean[] firstOnSlots() {
        boolean[] first = new boolean[schedule.size()];
        Set<StageOnSlot> seen = new HashSet<>();
        for (int i = 0; i < first.length; i++) {
            first[i] = seen.add(new StageOnSlot(schedule.stage(i), schedule.slotOf(i)));
        }
        return first;
    }

    private boolean isCounted(int number) {
        return schedule.task(number).outcome() == Outcome.ENDED_WELL;
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return Quantiles.of(sorted, 0.5);
    }

    /** The host of a task, if it is slow in the task's stage. */
    private Optional<Straggler> slow(int number, StageLog stage) {
        return slowHosts.getOrDefault(schedule.host(number), List.of()).stream()
                .filter(each -> each.everywhere() || each.stages().contains(stage.label()))
                .findFirst();
    }

    /** What of a part of a task's time is its host's doing. */
    private static double longer(Optional<Straggler> slow, Part part, double taskMillis, double partMillis) {
        return slow.filter(each -> each.kind() == part)
                .map(each -> Math.min(partMillis, each.kindShare() * taskMillis * (1 - 1 / each.factor())))
                .orElse(0.0);
    }

    private static TimeCause.Kind kind(Place place) {
        return switch (place) {
            case DISK -> TimeCause.Kind.SLOW_DISK;
            case LINK -> TimeCause.Kind.SLOW_LINK;
            case DISK_OR_LINK -> TimeCause.Kind.SLOW_SOURCE;
        };
    }

    private TimeCauses causes() {
        double all = millis.values().stream().mapToDouble(Double::doubleValue).sum();
        List<TimeCause> causes = new ArrayList<>();
        millis.forEach(
                (named, each) -> causes.add(new TimeCause(named.kind, named.place, each, all > 0 ? each / all : 0)));
        causes.sort(Comparator.<TimeCause, Boolean>comparing(each -> each.kind() == TimeCause.Kind.UNKNOWN)
                .thenComparing(Comparator.comparingDouble(TimeCause::millis).reversed())
                .thenComparing(TimeCause::words));
        return new TimeCauses(
                Optional.of(reads.sources()),
                causes,
                new TimeCauses.Coverage(told, attempts, wellMillis > 0 ? toldMillis / wellMillis : 0),
                slotWaitMillis);
    }
}
