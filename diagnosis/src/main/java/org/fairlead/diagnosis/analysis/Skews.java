// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
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
    static List<Skew> of(ApplicationLog application, double jobMillis) {
        List<Skew> skews = new ArrayList<>();
        for (StageLog stage : application.stages()) {
            of(application, stage)
                    .filter(skew -> skew.millis() - skew.medianMillis() >= LEAST_SHARE * jobMillis)
                    .ifPresent(skews::add);
        }
        skews.sort(Comparator.<Skew>comparingDouble(skew -> skew.millis() - skew.medianMillis())
                .reversed());
        return skews;
    }

    private static Optional<Skew> of(ApplicationLog application, StageLog stage) {
        List<Task> tasks = new ArrayList<>();
        Split sum = Split.NONE;
        for (int i = 0; i < stage.tasks().size(); i++) {
            Task task = stage.tasks().get(i);
            if (task.outcome() == Outcome.ENDED_WELL) {
                tasks.add(task);
                sum = sum.plus(Split.of(task));
            }
        }
        if (tasks.size() < FEWEST_TASKS) {
            return Optional.empty();
        }
        Task longest = tasks.stream()
                .max(Comparator.comparingInt(task -> task.times().total()))
                .orElseThrow();
        double medianMillis =
                median(tasks.stream().mapToDouble(task -> task.times().total()).toArray());
        double medianBytes =
                median(tasks.stream().mapToDouble(task -> task.volumes().read()).toArray());
        if (longest.times().total() < LEAST_RATIO * medianMillis) {
            return Optional.empty();
        }
        double bytes = longest.volumes().read();
        return Optional.of(new Skew(
                stage.label(),
                application.executors().get(longest.executor()).host(),
                longest.partition(),
                longest.times().total(),
                medianMillis,
                bytes,
                medianBytes,
                bytes >= LEAST_BYTES && bytes >= LEAST_RATIO * medianBytes,
                most(Split.of(longest), sum, tasks.size())));
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
