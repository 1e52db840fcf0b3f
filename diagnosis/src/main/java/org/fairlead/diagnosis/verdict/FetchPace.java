// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.stragglers.BytesLine;

/**
 * How long a task's requests to other executors took, beside what those of tasks with as much to fetch take in its stage.
 *
 * @param task its number in the schedule
 * @param seconds from each request to its answer, summed
 * @param score see {@link SeenRead#score}
 */
record FetchPace(int task, String host, double seconds, double expected, double score) implements Contrast.Scored {
    private static final double MILLIS = 1000;
    private static final double LEAST_SECONDS = 1e-3;

    /** By stage. First tasks of slots, and of stages on their executors, are left out: they warm up and open connections. An attempt that was overtaken counts with what it had fetched, where its log has that. */
    static List<List<FetchPace>> samples(Schedule schedule) {
        Map<Integer, List<Integer>> tasks = new TreeMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            Task task = schedule.task(i);
            boolean counts = task.outcome() != Task.Outcome.THROWN_AWAY
                    && !schedule.opensSlot(i)
                    && !schedule.isFirstThere(i)
                    && task.volumes().remote() > 0
                    && task.times().requests() > 0;
            if (counts) {
                tasks.computeIfAbsent(schedule.stage(i), unused -> new ArrayList<>())
                        .add(i);
            }
        }
        return tasks.values().stream().map(each -> scored(schedule, each)).toList();
    }

    private static List<FetchPace> scored(Schedule schedule, List<Integer> numbers) {
        List<Task> tasks = numbers.stream().map(schedule::task).toList();
        double[] bytes =
                tasks.stream().mapToDouble(task -> task.volumes().remote()).toArray();
        double[] seconds = tasks.stream()
                .mapToDouble(task -> task.times().requests() / MILLIS)
                .toArray();
        BytesLine line = new BytesLine(bytes, seconds, LEAST_SECONDS);
        double unnoticed = Unnoticed.seconds(tasks);
        List<FetchPace> paces = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            double expected = line.expected(bytes[i]);
            paces.add(new FetchPace(
                    numbers.get(i),
                    schedule.host(numbers.get(i)),
                    seconds[i],
                    expected,
                    Math.log((seconds[i] + unnoticed) / (expected + unnoticed))));
        }
        return paces;
    }
}
