// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.DividedWait;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.SlowSource;
import org.fairlead.diagnosis.sources.TaskWaits;
import org.fairlead.diagnosis.verdict.PlaceCauses;
import org.fairlead.diagnosis.verdict.TaskTimes;
import org.fairlead.protocol.application.SourceReads;

/** What is left of each task's time with a change, at least and at most, and what it is that is not known of the time between. {@link WhatIf} says how it is computed. */
final class ChangedTimes {
    private static final double MILLIS = 1000;
    /** Of a task's input. */
    private static final double NEARLY_ALL = 0.9;

    private final Change change;
    private final Schedule schedule;
    private final Optional<ObservedReads> reads;
    private final double[] durations;
    private final double[] least;
    private final double[] most;
    private final Map<Unknown, Double> between = new EnumMap<>(Unknown.class);

    private ChangedTimes(Change change, Schedule schedule, Optional<ObservedReads> reads) {
        this.change = change;
        this.schedule = schedule;
        this.reads = reads;
        durations = schedule.durations();
        least = new double[durations.length];
        most = new double[durations.length];
    }

    /** @param places empty where there are no reads, or nobody asks for places */
    static ChangedTimes of(
            Change change, Schedule schedule, Optional<ObservedReads> reads, Optional<PlaceCauses> places) {
        ChangedTimes times = new ChangedTimes(change, schedule, reads);
        Optional<TaskTimes> link = change.quiet() ? places.flatMap(PlaceCauses::withoutSlowLink) : Optional.empty();
        boolean slowSources = change.quiet() && link.isEmpty();
        for (int i = 0; i < times.durations.length; i++) {
            times.take(i, slowSources);
        }
        link.ifPresent(times::shorten);
        if (change.repairsHost()) {
            places.ifPresent(each -> times.shorten(each.likeOthers(change.repairedHost())));
        }
        return times;
    }

    /** Of each task, the least that can be left, as a share of its time. */
    double[] least() {
        return least;
    }

    /** Of each task, the most that can be left, as a share of its time. */
    double[] most() {
        return most;
    }

    /** What is not known of most of the time between; empty where nothing lies between. */
    Optional<Doubt> doubt() {
        return between.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .max(Comparator.comparingDouble(Map.Entry::getValue))
                .map(each -> new Doubt(
                        each.getKey(), each.getValue(), each.getKey() == Unknown.STORED_ELSEWHERE && reads.isEmpty()));
    }

    /** What is taken away of a task's time, in milliseconds. */
    private record Saved(double atLeast, double atMost) {
        private static final Saved NOTHING = new Saved(0, 0);

        private Saved plus(Saved other) {
            return new Saved(atLeast + other.atLeast, atMost + other.atMost);
        }
    }

    private void take(int number, boolean slowSources) {
        Task task = schedule.task(number);
        Split split = Split.of(task);
        boolean mayWait = schedule.mayWaitForBroadcast(number);
        Blocked blocked = Blocked.of(task, split, mayWait);
        Saved saved = links(number, split, blocked, mayWait)
                .plus(disks(number, split, blocked))
                .plus(slowSources ? others(number) : Saved.NOTHING);
        least[number] = left(number, saved.atMost);
        most[number] = left(number, saved.atLeast);
    }

    private double left(int number, double saved) {
        return durations[number] > 0 ? Math.max(0, 1 - saved / durations[number]) : 1;
    }

    /** At least nothing, since whoever sends may have been slow and not the link; in all no more than were all of the task so many times as fast. */
    private Saved links(int number, Split split, Blocked blocked, boolean mayWaitForBroadcast) {
        if (change.links() == 1) {
            return Saved.NOTHING;
        }
        double share = 1 - 1 / change.links();
        Task task = schedule.task(number);
        double measured = blocked.networkMeasured();
        Unknown what = hidden(task, mayWaitForBroadcast);
        double hidden = blocked.networkAtMost() - measured;
        if (what == Unknown.STORED_ELSEWHERE) {
            hidden = Math.min(hidden, mostForOthers(number));
        }
        double doubted = Math.min(measured + hidden, share * durations[number]);
        if (doubted > 0) {
            double ofWaiting = doubted * measured / (measured + hidden);
            double fetching =
                    measured > 0 && task.volumes().remote() > 0 ? split.millis().fetchWait() / measured : 0;
            note(Unknown.MAP_OUTPUT, ofWaiting * fetching);
            note(Unknown.RESULTS, ofWaiting * (1 - fetching));
            note(what, doubted - ofWaiting);
        }
        return new Saved(0, doubted);
    }

    /** What a task can have waited for storage on other hosts, where nearly all that it has read was seen on the connections to DataNodes; else without bound. */
    private double mostForOthers(int number) {
        Task task = schedule.task(number);
        StageLog stage = schedule.application().stages().get(schedule.stage(number));
        double bytes = 0;
        double far = 0;
        for (TaskWaits.Wait wait : reads.map(seen -> seen.waits()
                        .of(
                                stage.id(),
                                stage.attempt(),
                                task.partition(),
                                task.times().run() / MILLIS))
                .orElse(List.of())) {
            // What others than DataNodes give is seen at intervals alone.
            if (wait.source().kind().equals(SourceReads.HDFS)) {
                bytes += wait.bytes();
                far += wait.local() ? 0 : MILLIS * wait.seconds();
            }
        }
        return bytes > 0 && bytes >= NEARLY_ALL * task.volumes().input() ? far : Double.POSITIVE_INFINITY;
    }

    private static Unknown hidden(Task task, boolean isFirst) {
        return task.volumes().output() > 0 ? Unknown.OUTPUT : isFirst ? Unknown.FIRST_TASKS : Unknown.STORED_ELSEWHERE;
    }

    private Saved disks(int number, Split split, Blocked blocked) {
        if (change.disks() == 1) {
            return Saved.NOTHING;
        }
        double share = 1 - 1 / change.disks();
        double measured = blocked.disksMeasured();
        double all = blocked.disksAtMost();
        Saved saved = new Saved(share * measured, Math.min(all, share * durations[number]));
        double doubted = saved.atMost - saved.atLeast;
        double undecided = all - share * measured;
        if (doubted > 0 && undecided > 0) {
            double fetching = Math.min(split.millis().fetchWait(), all - measured);
            note(Unknown.SHUFFLE_FILES, doubted * (1 - share) * measured / undecided);
            note(Unknown.MAP_OUTPUT, doubted * fetching / undecided);
            note(Unknown.FILES, doubted * (all - measured - fetching) / undecided);
        }
        return saved;
    }

    /** What a task waited longer for sources that were slow: at least for those whose links were, at most for all. */
    private Saved others(int number) {
        Saved saved = Saved.NOTHING;
        for (DividedWait wait : waits(number)) {
            boolean isLink = wait.slow()
                    .filter(source -> source.place() == SlowSource.Place.LINK)
                    .isPresent();
            saved = saved.plus(new Saved(isLink ? wait.excessMillis() : 0, wait.excessMillis()));
        }
        note(Unknown.SLOW_SOURCES, saved.atMost - saved.atLeast);
        return saved;
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
                split.millis().fetchWait(),
                split.millis().unexplained());
    }

    private void shorten(TaskTimes times) {
        for (int i = 0; i < durations.length; i++) {
            if (durations[i] > 0) {
                least[i] *= times.least()[i] / durations[i];
                most[i] *= times.most()[i] / durations[i];
                note(Unknown.CROWDING, times.most()[i] - times.least()[i]);
            }
        }
    }

    private void note(Unknown unknown, double millis) {
        if (millis > 0) {
            between.merge(unknown, millis, Double::sum);
        }
    }
}
