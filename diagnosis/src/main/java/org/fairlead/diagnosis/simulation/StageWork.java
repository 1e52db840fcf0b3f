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

    private final double[] loggedSeconds;
    private final double[] bytes;
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
        private boolean well;
        private double bytes;

        Partition(long firstLaunch, double waitMillis, boolean opensSlot) {
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
        away = new double[bytes.length];
    }

    private static Partition partition(Schedule schedule, int number, Task task) {
        double wait = schedule.opensSlot(number)
                ? schedule.slot(schedule.slotOf(number)).opensAfterMillis()
                : schedule.gapMillis(number);
        return new Partition(task.launchMillis(), Math.max(0, wait), schedule.opensSlot(number));
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

    /** What tasks compute besides what they do while they read, in the mean. */
    double meanSeconds(boolean reads) {
        return Arrays.stream(seconds(reads)).average().orElse(0);
    }

    /** What each computes over the mean; empty where that is 0. */
    List<Double> factors(boolean reads) {
        double mean = meanSeconds(reads);
        return mean > 0
                ? Arrays.stream(seconds(reads)).map(each -> each / mean).boxed().toList()
                : List.of();
    }

    private double[] seconds(boolean reads) {
        double[] seconds = new double[tasks()];
        double whileReading = reads ? secondsPerByte() * stored / tasks() : 0;
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = Math.max(0, loggedSeconds[i] - whileReading - away[i]);
        }
        return seconds;
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
