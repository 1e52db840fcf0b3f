// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.report.Quantiles;

/** Finds stages of which one task takes much longer than the others, by an amount that matters for the application. */
final class Skews {
    private static final int FEWEST_TASKS = 4;
    private static final double LEAST_RATIO = 2;
    /** Less keeps no task busy for long. */
    private static final double LEAST_BYTES = 1e6;
    /** Of the time in which jobs ran. */
    private static final double LEAST_SHARE = 0.01;

    private Skews() {}

    /** The largest first. */
    static List<Skew> of(Schedule schedule, double jobMillis) {
        List<Skew> skews = new ArrayList<>();
        tasks(schedule).forEach((stage, numbers) -> of(schedule, stage, numbers)
                .filter(skew -> skew.millis() - skew.medianMillis() >= LEAST_SHARE * jobMillis)
                .ifPresent(skews::add));
        skews.sort(Comparator.<Skew>comparingDouble(skew -> skew.millis() - skew.medianMillis())
                .reversed());
        return skews;
    }

    /** The tasks of each stage that ended well, each once: where a copy ended first, with the attempt that it has overtaken, which took longer. */
    private static Map<Integer, List<Integer>> tasks(Schedule schedule) {
        Map<Integer, List<Integer>> numbers = new TreeMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            if (schedule.task(i).outcome() == Outcome.ENDED_WELL) {
                numbers.computeIfAbsent(schedule.stage(i), unused -> new ArrayList<>())
                        .add(schedule.overtaken(i));
            }
        }
        return numbers;
    }

    private static Optional<Skew> of(Schedule schedule, int stage, List<Integer> numbers) {
        if (numbers.size() < FEWEST_TASKS) {
            return Optional.empty();
        }
        double[] millis = new double[numbers.size()];
        double[] bytes = new double[millis.length];
        int longest = 0;
        Split sum = Split.NONE;
        for (int i = 0; i < millis.length; i++) {
            Task task = schedule.task(numbers.get(i));
            millis[i] = task.times().total();
            bytes[i] = schedule.bytesToRead(numbers.get(i));
            longest = millis[i] > millis[longest] ? i : longest;
            sum = sum.plus(Split.ofAttempt(task));
        }
        double mostMillis = millis[longest];
        double itsBytes = bytes[longest];
        double medianMillis = median(millis);
        double medianBytes = median(bytes);
        if (mostMillis < LEAST_RATIO * medianMillis) {
            return Optional.empty();
        }
        Task task = schedule.task(numbers.get(longest));
        return Optional.of(new Skew(
                schedule.application().stages().get(stage).label(),
                schedule.host(numbers.get(longest)),
                task.partition(),
                mostMillis,
                medianMillis,
                itsBytes,
                medianBytes,
                itsBytes >= LEAST_BYTES && itsBytes >= LEAST_RATIO * medianBytes,
                most(Split.ofAttempt(task), sum, millis.length)));
    }

    private static Part most(Split longest, Split sum, int tasks) {
        Part most = Part.COMPUTING;
        for (Part part : Part.values()) {
            double more = longest.of(part) - sum.of(part) / tasks;
            most = more > longest.of(most) - sum.of(most) / tasks ? part : most;
        }
        return most;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return Quantiles.of(values, 0.5);
    }
}
