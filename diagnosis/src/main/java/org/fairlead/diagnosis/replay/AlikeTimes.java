// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.function.IntPredicate;
import org.fairlead.diagnosis.log.Task.Outcome;

/** What tasks take where those of a stage are all alike: the mean of those that ended well. So does an attempt that was overtaken. */
public final class AlikeTimes {
    private AlikeTimes() {}

    /**
     * Of all tasks, in milliseconds.
     *
     * @param stages by their places, those whose tasks are alike; tasks of others take what they took
     */
    public static double[] of(Schedule schedule, IntPredicate stages) {
        double[] times = schedule.durations();
        double[] sums = new double[schedule.application().stages().size()];
        int[] counts = new int[sums.length];
        for (int i = 0; i < times.length; i++) {
            if (schedule.task(i).outcome() == Outcome.ENDED_WELL) {
                sums[schedule.stage(i)] += times[i];
                counts[schedule.stage(i)]++;
            }
        }
        for (int stage = 0; stage < counts.length; stage++) {
            counts[stage] = stages.test(stage) ? counts[stage] : 0;
        }
        for (int i = 0; i < times.length; i++) {
            int stage = schedule.stage(i);
            if (counts[stage] > 0 && schedule.task(i).outcome() != Outcome.THROWN_AWAY) {
                times[i] = sums[stage] / counts[stage];
            }
        }
        return times;
    }
}
