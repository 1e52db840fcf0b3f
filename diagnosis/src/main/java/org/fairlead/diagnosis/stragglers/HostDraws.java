// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.replay.Schedule;

/**
 * What the tasks of a host would have taken elsewhere: each takes what a task of another host took for as many bytes, drawn from the same stage. From whom is drawn is drawn, too, as a bootstrap does. Stages in which
 * fewer than three tasks of others can be compared keep their times.
 */
public final class HostDraws {
    private final List<Pool> pools = new ArrayList<>();

    /**
     * What the tasks of the host in one stage are drawn from.
     *
     * @param scores of others' tasks
     * @param tasks of the host
     * @param expected for what each of these had to read, in milliseconds
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Pool(double[] scores, int[] tasks, double[] expected) {}

    HostDraws(Schedule schedule, Collection<StageSample> samples, int host) {
        for (StageSample sample : samples) {
            double[] others = sample.scoresBeside(host);
            if (others.length < Stragglers.FEWEST_TASKS || others.length == sample.size()) {
                continue;
            }
            int[] tasks = IntStream.range(0, sample.size())
                    .filter(place -> sample.host(place) == host)
                    .map(sample::task)
                    .toArray();
            double[] expected = IntStream.of(tasks)
                    .mapToDouble(task ->
                            sample.expected(schedule.task(task).volumes().read()))
                    .toArray();
            pools.add(new Pool(others, tasks, expected));
        }
    }

    /**
     * Times of all tasks, with those of the host drawn.
     *
     * @param durations in milliseconds, by the tasks' numbers; not changed
     */
    public double[] drawn(double[] durations, Draw draw) {
        double[] drawn = durations.clone();
        for (Pool pool : pools) {
            double[] again = new double[pool.scores.length];
            for (int i = 0; i < again.length; i++) {
                again[i] = pool.scores[draw.below(again.length)];
            }
            for (int i = 0; i < pool.tasks.length; i++) {
                drawn[pool.tasks[i]] = pool.expected[i] * again[draw.below(again.length)];
            }
        }
        return drawn;
    }
}
