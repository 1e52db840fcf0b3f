// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.attribution;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.testbed.results.TaskTimes;
import org.fairlead.testbed.results.TaskTimes.HottestTask;
import org.fairlead.testbed.workload.driver.DriverReply;

/**
 * Where the time of a job's tasks went: {@link Split} says it of each task.
 *
 * <p>Example: a reduce took 7 s and read 80 MB, 75 MB of these from other hosts, through a link of 12 MB/s of payload. The bound is 6.25 s: at
 * most 0.75 s of the task can be saved by anything that leaves its input on other hosts.
 */
public final class Attribution {
    private static final double MILLIS_PER_SECOND = 1e3;

    private Attribution() {}

    /**
     * What a job's tasks did.
     *
     * @param seconds that the job took
     * @param tasks all that ran for it
     * @param payloadRates bytes of payload a second that reach a host by its link, by the host's name
     */
    public static TaskTimes of(
            String subject, double seconds, List<DriverReply.Task> tasks, ToDoubleFunction<String> payloadRates) {
        Split map = Split.NONE;
        Split reduce = Split.NONE;
        double sortMillis = 0;
        long shuffled = 0;
        long spilled = 0;
        for (DriverReply.Task task : tasks) {
            Split split = Split.of(asLogged(task));
            spilled += task.metrics().spilledBytes();
            if (reduces(task)) {
                reduce = reduce.plus(split);
                sortMillis += task.metrics().sortMillis();
            } else {
                map = map.plus(split);
                shuffled += task.metrics().shuffledBytes();
            }
        }
        return new TaskTimes(
                subject,
                seconds,
                mapMillis(tasks) / MILLIS_PER_SECOND,
                parts(map),
                parts(reduce),
                sortMillis / MILLIS_PER_SECOND,
                shuffled,
                spilled,
                hottest(tasks, payloadRates));
    }

    private static boolean reduces(DriverReply.Task task) {
        return read(task) > 0;
    }

    private static long read(DriverReply.Task task) {
        return task.metrics().remoteBytes() + task.metrics().besideBytes();
    }

    private static double mapMillis(List<DriverReply.Task> tasks) {
        long first =
                tasks.stream().mapToLong(DriverReply.Task::startMillis).min().orElse(0);
        return tasks.stream()
                .filter(task -> !reduces(task))
                .mapToLong(task -> task.endMillis() - first)
                .max()
                .orElse(0);
    }

    private static Map<String, Double> parts(Split split) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (Part part : Part.values()) {
            seconds.put(part.key(), split.of(part) / MILLIS_PER_SECOND);
        }
        return seconds;
    }

    private static HottestTask hottest(List<DriverReply.Task> tasks, ToDoubleFunction<String> payloadRates) {
        Optional<DriverReply.Task> most = tasks.stream()
                .filter(task -> task.metrics().successful() && reduces(task))
                .max(Comparator.comparingLong(Attribution::read));
        if (most.isEmpty()) {
            return HottestTask.NONE;
        }
        DriverReply.Task task = most.get();
        long remote = task.metrics().remoteBytes();
        return new HottestTask(
                task.host(),
                read(task),
                remote,
                remote / payloadRates.applyAsDouble(task.host()),
                (task.endMillis() - task.startMillis()) / MILLIS_PER_SECOND,
                parts(Split.of(asLogged(task))),
                task.metrics().sortMillis() / MILLIS_PER_SECOND,
                task.metrics().spilledBytes());
    }

    /** As a log would have it; what {@link Split} does not ask for is left out. */
    private static Task asLogged(DriverReply.Task task) {
        DriverReply.TaskMetrics metrics = task.metrics();
        int total = (int) Math.max(0, task.endMillis() - task.startMillis());
        Task.Times times = new Task.Times(
                total,
                (int) Math.min(total, metrics.runMillis()),
                (float) metrics.processorMillis(),
                (int) metrics.garbageMillis(),
                (int) metrics.fetchWaitMillis(),
                (float) metrics.shuffleWriteMillis(),
                0,
                0);
        Task.Volumes volumes = new Task.Volumes(
                0, metrics.remoteBytes(), metrics.besideBytes(), metrics.shuffledBytes(), metrics.spilledBytes(), 0);
        Task.Outcome outcome = metrics.successful() ? Task.Outcome.ENDED_WELL : Task.Outcome.THROWN_AWAY;
        return new Task(0, 0, outcome, false, false, task.startMillis(), times, volumes);
    }
}
