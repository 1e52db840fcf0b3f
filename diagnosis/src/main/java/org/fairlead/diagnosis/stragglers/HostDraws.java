// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.diagnosis.replay.Schedule;

/**
 * What the tasks of a host would have taken elsewhere: each takes what a task of another host took for as many bytes, drawn from the same stage. From whom is drawn is drawn, too, as a bootstrap does. Stages in which
 * fewer than three tasks of others can be compared keep their times.
 *
 * <p>Where the host is not there, its tasks are further ones of other hosts, whose slots are warm by then: what first tasks of slots took longer goes with its slots. Example: six slots whose first tasks take 5 s and all others 1 s; five slots have five tasks of 5 s, not six.
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

    private HostDraws() {}

    /** On its own slots, which warm up as they did. */
    static HostDraws onItsSlots(Schedule schedule, Collection<StageSample> samples, int host) {
        HostDraws draws = new HostDraws();
        for (StageSample sample : samples) {
            draws.add(schedule, sample, sample.scoresBeside(host), tasks(sample, host));
        }
        return draws;
    }

    /**
     * On other hosts' slots, which are warm.
     *
     * @param opening tasks of the host that were the first of their slots, by the places of their stages
     */
    static HostDraws onOthersSlots(
            Schedule schedule, Map<Integer, StageSample> samples, int host, Map<Integer, List<Integer>> opening) {
        HostDraws draws = new HostDraws();
        boolean[] warmsUp = firstsOnSlots(schedule);
        samples.forEach((stage, sample) -> {
            double[] warm = sample.scores(place -> sample.host(place) != host && !warmsUp[sample.task(place)]);
            IntStream all = IntStream.concat(
                    IntStream.of(tasks(sample, host)),
                    opening.getOrDefault(stage, List.of()).stream().mapToInt(Integer::intValue));
            boolean few = warm.length < Stragglers.FEWEST_TASKS;
            draws.add(schedule, sample, few ? sample.scoresBeside(host) : warm, all.toArray());
        });
        return draws;
    }

    /** By task, whether it was the first of its stage on its slot. */
    private static boolean[] firstsOnSlots(Schedule schedule) {
        boolean[] firsts = new boolean[schedule.size()];
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = seen.add((long) schedule.stage(i) * schedule.slots() + schedule.slotOf(i));
        }
        return firsts;
    }

    private static int[] tasks(StageSample sample, int host) {
        return IntStream.range(0, sample.size())
                .filter(place -> sample.host(place) == host)
                .map(sample::task)
                .toArray();
    }

    private void add(Schedule schedule, StageSample sample, double[] others, int[] tasks) {
        if (others.length >= Stragglers.FEWEST_TASKS && tasks.length > 0) {
            double[] expected = IntStream.of(tasks)
                    .mapToDouble(task -> sample.expected(schedule.bytesToRead(task)))
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
