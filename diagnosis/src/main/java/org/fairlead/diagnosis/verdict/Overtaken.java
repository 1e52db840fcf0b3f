// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.function.IntPredicate;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.ObservedReads;

/** Attempts that were ended since a copy elsewhere had ended first: what they waited for, and what they would have taken without what made them slow. What they had still to do is not in a log; their copies did it. */
final class Overtaken {
    private static final double MILLIS = 1000;

    private Overtaken() {}

    /** Whether executors have seen what an attempt waited for by itself, and not that of its copy alone. */
    static boolean isSeen(Schedule schedule, int number, ObservedReads reads) {
        StageLog stage = schedule.application().stages().get(schedule.stage(number));
        Task task = schedule.task(number);
        Task copy = schedule.task(schedule.finisher(number));
        return reads.waits()
                .tellApart(
                        stage.id(),
                        stage.attempt(),
                        task.partition(),
                        task.times().run() / MILLIS,
                        copy.times().run() / MILLIS);
    }

    /**
     * What all attempts take without something, in milliseconds. One that was overtaken takes no less than its copy, since that did all that was to be done; behind what was slow it takes what its copy takes.
     *
     * @param left of each attempt by its number; what it took where nothing is known
     * @param behind by its number, whether an attempt ran where all was slow
     */
    static double[] settled(Schedule schedule, double[] left, IntPredicate behind) {
        double[] settled = left.clone();
        for (int i = 0; i < settled.length; i++) {
            int copy = schedule.finisher(i);
            if (copy != i) {
                double took = schedule.task(i).times().total();
                double least = behind.test(i) ? 0 : left[i];
                settled[i] = Math.min(took, Math.max(least, left[copy]));
            }
        }
        return settled;
    }
}
