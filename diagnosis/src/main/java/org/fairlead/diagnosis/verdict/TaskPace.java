// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.TaskWaits;
import org.fairlead.diagnosis.stragglers.BytesLine;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskTime;

/**
 * How long a task took for its own work, beside what tasks with as much to read take in its stage: what it computed, and what no metric explains, less
 * what it is known to have waited for storage.
 *
 * @param task its number in the schedule
 * @param stored whether it reads what is stored; else only what came through a shuffle, or nothing
 * @param score see {@link SeenRead#score}
 */
record TaskPace(int task, boolean stored, String host, double seconds, double expected, double score)
        implements Contrast.Scored {
    private static final double MILLIS = 1000;
    private static final double LEAST_SECONDS = 1e-3;

    /** Only these are compared with each other: the first tasks of a stage on their executors fetch what all of them share. */
    private record Sample(int stage, boolean first) {}

    private record Raw(int task, double seconds) {}

    /**
     * By stage, the first tasks of a stage on their executors apart. First tasks of slots are left out: they warm up.
     *
     * @param reads where nothing is known of them, first tasks and those that read what is stored are left out: whatever they wait for would be theirs
     */
    static List<List<TaskPace>> samples(Schedule schedule, Optional<ObservedReads> reads) {
        return samples(
                schedule, reads, task -> reads.isPresent() || (!schedule.isFirstThere(task) && !schedule.reads(task)));
    }

    /** By the log alone, of tasks that read what is stored: what they waited for that is in their times. */
    static List<List<TaskPace>> ofReadingTasks(Schedule schedule) {
        return samples(schedule, Optional.empty(), schedule::reads);
    }

    private static List<List<TaskPace>> samples(
            Schedule schedule, Optional<ObservedReads> reads, IntPredicate counted) {
        Map<Sample, List<Raw>> raw = new LinkedHashMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            Task task = schedule.task(i);
            boolean first = schedule.isFirstThere(i);
            boolean isComparable = !schedule.opensSlot(i) && isKnown(schedule, i, reads);
            if (isComparable && counted.test(i)) {
                TaskTime millis = Split.ofAttempt(task).millis();
                StageLog stage = schedule.application().stages().get(schedule.stage(i));
                double waited = reads.map(each -> storage(each, stage, task)).orElse(0.0);
                double own = millis.computing() / MILLIS + Math.max(0, millis.unexplained() / MILLIS - waited);
                raw.computeIfAbsent(new Sample(schedule.stage(i), first), unused -> new ArrayList<>())
                        .add(new Raw(i, own));
            }
        }
        List<List<TaskPace>> samples = new ArrayList<>();
        raw.values().forEach(each -> samples.add(scored(schedule, each)));
        return samples;
    }

    /**
     * Whether it is known how long an attempt took for its own work, of one that was overtaken until it was ended. A log does not say what such a one waited for: it is known where there was nothing
     * to wait for, and where executors have seen it.
     */
    private static boolean isKnown(Schedule schedule, int number, Optional<ObservedReads> reads) {
        return switch (schedule.task(number).outcome()) {
            case ENDED_WELL -> true;
            case OVERTAKEN ->
                reads.filter(each -> Overtaken.isSeen(schedule, number, each)).isPresent()
                        || hasNothingToWaitFor(schedule, number, reads.isPresent());
            case THROWN_AWAY -> false;
        };
    }

    /** @param storage whether waiting for storage counts as well */
    private static boolean hasNothingToWaitFor(Schedule schedule, int number, boolean storage) {
        int copy = schedule.finisher(number);
        boolean fetches = schedule.task(copy).volumes().remote() > 0;
        return copy != number && !fetches && !(storage && schedule.reads(number));
    }

    private static double storage(ObservedReads reads, StageLog stage, Task task) {
        return reads
                .waits()
                .of(stage.id(), stage.attempt(), task.partition(), task.times().run() / MILLIS)
                .stream()
                .filter(wait -> !wait.source().kind().equals(SourceReads.SHUFFLE))
                .mapToDouble(TaskWaits.Wait::seconds)
                .sum();
    }

    private static List<TaskPace> scored(Schedule schedule, List<Raw> raw) {
        List<Task> tasks = raw.stream().map(each -> schedule.task(each.task)).toList();
        double[] bytes = raw.stream()
                .mapToDouble(each -> schedule.bytesToRead(each.task))
                .toArray();
        double[] seconds = raw.stream().mapToDouble(Raw::seconds).toArray();
        BytesLine line = new BytesLine(bytes, seconds, LEAST_SECONDS);
        double unnoticed = Unnoticed.seconds(tasks);
        List<TaskPace> paces = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            double expected = line.expected(bytes[i]);
            paces.add(new TaskPace(
                    raw.get(i).task,
                    schedule.reads(raw.get(i).task),
                    schedule.host(raw.get(i).task),
                    seconds[i],
                    expected,
                    Math.log((seconds[i] + unnoticed) / (expected + unnoticed))));
        }
        return paces;
    }
}
