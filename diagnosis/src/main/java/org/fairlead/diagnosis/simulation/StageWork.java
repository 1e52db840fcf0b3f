// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;
import org.fairlead.diagnosis.replay.Schedule;

/** What the tasks of a stage did: for how long each held a slot, what it moved, and which of its time its transfers do not explain. */
final class StageWork {
    private static final double MILLIS = 1000;
    /** Below so many bytes for a task, its processor time is taken to have nothing to do with them. */
    private static final double FEWEST_BYTES = 1024;
    /** Below so many bytes for a task, in the mean, fetching takes no time, and most tasks have nowhere where they would rather run. */
    private static final double FEWEST_FETCHED_BYTES = 65_536;

    private final Schedule schedule;
    private final double[] loggedSeconds;
    private final double[] bytes;
    /** Numbers of the attempts with which tasks ended. */
    private final int[] finishers;

    private final double[] away;
    private double stored;
    private double fetched;
    private double shuffled;
    private double written;
    private double processorSeconds;

    /** One task with all its attempts. */
    private static final class Partition {
        private final long firstLaunch;
        private final double waitMillis;
        private final boolean opensSlot;
        private long lastEnd;
        private int finisher;
        private boolean well;
        private double bytes;

        Partition(int first, long firstLaunch, double waitMillis, boolean opensSlot) {
            finisher = first;
            this.firstLaunch = firstLaunch;
            this.waitMillis = waitMillis;
            this.opensSlot = opensSlot;
        }

        double seconds(double mostWaitMillis) {
            return (lastEnd - firstLaunch + Math.min(mostWaitMillis, waitMillis)) / MILLIS;
        }
    }

    /**
     * @param numbers of the stage's attempts in the schedule, in the order of their launch
     * @param inputOnHosts whether stored input lies on the application's hosts
     */
    StageWork(Schedule schedule, List<Integer> numbers, boolean inputOnHosts) {
        this.schedule = schedule;
        Map<Integer, Partition> partitions = new LinkedHashMap<>();
        for (int number : numbers) {
            Task task = schedule.task(number);
            Partition partition =
                    partitions.computeIfAbsent(task.partition(), unused -> partition(schedule, number, task));
            if (!partition.well) {
                partition.lastEnd = Math.max(partition.lastEnd, task.endMillis());
            }
            if (task.outcome() == Outcome.ENDED_WELL && !partition.well) {
                partition.well = true;
                partition.finisher = number;
                partition.lastEnd = task.endMillis();
                partition.bytes = task.volumes().read();
                add(task, inputOnHosts);
            }
        }
        List<Partition> tasks = new ArrayList<>(partitions.values());
        // Slots that open late do so with the tasks that had them first.
        tasks.sort(Comparator.comparing((Partition each) -> !each.opensSlot));
        // Where tasks wait for the hosts of their input, the simulator has them wait again.
        double mostWait = stored > 0
                ? tasks.stream().mapToDouble(each -> each.waitMillis).min().orElse(0)
                : Double.POSITIVE_INFINITY;
        loggedSeconds =
                tasks.stream().mapToDouble(each -> each.seconds(mostWait)).toArray();
        bytes = tasks.stream().mapToDouble(each -> each.bytes).toArray();
        finishers = tasks.stream().mapToInt(each -> each.finisher).toArray();
        away = new double[bytes.length];
    }

    private static Partition partition(Schedule schedule, int number, Task task) {
        double wait = schedule.opensSlot(number)
                ? schedule.slot(schedule.slotOf(number)).opensAfterMillis()
                : schedule.gapMillis(number);
        return new Partition(number, task.launchMillis(), Math.max(0, wait), schedule.opensSlot(number));
    }

    private void add(Task task, boolean inputOnHosts) {
        stored += inputOnHosts ? task.volumes().input() : 0;
        fetched += (double) task.volumes().remote() + task.volumes().beside();
        shuffled += task.volumes().shuffled();
        written += task.volumes().output();
        processorSeconds += Math.min(task.times().processor(), task.times().run()) / MILLIS;
    }

    /** Whether at least half of the tasks that read something stored ran on a host that holds it. */
    static boolean readsBesideItsInput(ApplicationLog application) {
        long near = 0;
        long all = 0;
        for (StageLog stage : application.stages()) {
            for (int i = 0; i < stage.tasks().size(); i++) {
                Task task = stage.tasks().get(i);
                if (task.volumes().input() > 0 && task.outcome() == Outcome.ENDED_WELL) {
                    all++;
                    near += task.local() ? 1 : 0;
                }
            }
        }
        return all > 0 && 2 * near >= all;
    }

    int tasks() {
        return bytes.length;
    }

    /** Of files on the application's hosts. */
    long storedBytes() {
        return Math.round(stored);
    }

    /** So that each task has a block. */
    long blockBytes() {
        return Math.max(1, (storedBytes() + tasks() - 1) / tasks());
    }

    /** Whether its tasks fetch what is worth counting. */
    boolean fetches() {
        return fetched >= FEWEST_FETCHED_BYTES * tasks();
    }

    long shuffledBytes() {
        return Math.round(shuffled);
    }

    long outputBytes() {
        return Math.round(written);
    }

    /** What each task fetched, by weight. */
    List<Double> parts() {
        return Arrays.stream(bytes).boxed().toList();
    }

    /** Processor time while a task reads its blocks. */
    double secondsPerByte() {
        return stored >= FEWEST_BYTES * tasks() ? processorSeconds / stored : 0;
    }

    /** Of all tasks together. */
    double loggedSeconds() {
        return Arrays.stream(loggedSeconds).sum();
    }

    /**
     * What each task computes besides what it does while it reads.
     *
     * @param attempts what every attempt of the schedule takes, in milliseconds; where that is not what it took, its task computes for as much longer or shorter
     */
    double[] seconds(boolean reads, double[] attempts) {
        double[] seconds = new double[tasks()];
        double whileReading = reads ? secondsPerByte() * stored / tasks() : 0;
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = Math.max(0, loggedSeconds[i] - whileReading - away[i] + longerMillis(i, attempts) / MILLIS);
        }
        return seconds;
    }

    /** Where a speculative copy was first, and its original would have taken another time, the earlier end counts, as in a replay. */
    private double longerMillis(int task, double[] attempts) {
        int finisher = finishers[task];
        double longer = attempts[finisher] - schedule.task(finisher).times().total();
        int original = schedule.overtaken(finisher);
        Task overtaken = schedule.task(original);
        if (original == finisher || attempts[original] == overtaken.times().total()) {
            return longer;
        }
        double took = schedule.task(finisher).endMillis() - (double) overtaken.launchMillis();
        return Math.min(longer, attempts[original] - took);
    }

    /**
     * Makes tasks compute for less.
     *
     * @param seconds that each took in the simulator: by how much that is longer than logged, its own time where it fetches, else in the mean
     * @return how much that was of all together, either way
     */
    double takeAway(double[] seconds) {
        double mean = Arrays.stream(seconds).average().orElse(0) - loggedSeconds() / tasks();
        double off = 0;
        for (int i = 0; i < away.length; i++) {
            double longer = fetches() ? seconds[i] - loggedSeconds[i] : mean;
            away[i] += longer;
            off += Math.abs(longer);
        }
        return off;
    }
}
