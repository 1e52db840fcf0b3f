// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;

/**
 * The tasks of one stage that may be compared with each other, and how long each took for what it had to read: its time over that of a
 * straight line through times and bytes of all of them, which never falls with the bytes. Not compared are attempts that were thrown away, and
 * the first ones of their slots, since executors that come late would look slow while they warm up.
 */
final class StageSample {
    private static final double LEAST_MILLIS = 1e-3;

    private final int[] tasks;
    private final int[] hosts;
    private final double[] scores;
    private final BytesLine line;

    private StageSample(Schedule schedule, List<Integer> numbers, int[] hostOf) {
        tasks = numbers.stream().mapToInt(Integer::intValue).toArray();
        hosts = Arrays.stream(tasks).map(number -> hostOf[number]).toArray();
        double[] millis = new double[tasks.length];
        double[] bytes = new double[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            millis[i] = schedule.task(tasks[i]).times().total();
            bytes[i] = schedule.bytesToRead(tasks[i]);
        }
        line = new BytesLine(bytes, millis, LEAST_MILLIS);
        scores = new double[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            scores[i] = millis[i] / expected(bytes[i]);
        }
    }

    /** @param hostOf number of each task's host */
    static StageSample of(Schedule schedule, List<Integer> numbers, int[] hostOf) {
        return new StageSample(schedule, numbers, hostOf);
    }

    static boolean isComparable(Schedule schedule, int number) {
        return !schedule.opensSlot(number) && schedule.task(number).outcome() != Outcome.THROWN_AWAY;
    }

    /** What a task takes that has so much to read, in milliseconds; above 0. */
    double expected(double bytes) {
        return line.expected(bytes);
    }

    int size() {
        return tasks.length;
    }

    int task(int place) {
        return tasks[place];
    }

    int host(int place) {
        return hosts[place];
    }

    /** Time over expected time. */
    double score(int place) {
        return scores[place];
    }

    double[] scores() {
        return scores.clone();
    }

    /** Scores of the tasks that ran on other hosts. */
    double[] scoresBeside(int host) {
        return scores(place -> hosts[place] != host);
    }

    /** Scores of some tasks, chosen by their places. */
    double[] scores(IntPredicate which) {
        return IntStream.range(0, tasks.length)
                .filter(which)
                .mapToDouble(place -> scores[place])
                .toArray();
    }
}
