// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.JobLog;
import org.fairlead.diagnosis.log.Span;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.TaskTable;

/** An application that runs one stage after the other, on hosts with one executor each: each task on the slot that is free first. */
public final class MadeUpApplication {
    public static final long START = 1_700_000_000_000L;
    private static final int LAG = 10;

    /** What a task does that runs on a host. */
    public interface Work {
        Done on(int task, int host);
    }

    /** What it took, and what it moved. */
    public record Done(Task.Times times, Task.Volumes volumes) {}

    private final int hosts;
    private final long[] free;
    private final List<StageLog> stages = new ArrayList<>();
    private final Map<Integer, Integer> dataSets = new HashMap<>();
    private boolean local;
    private boolean inDriver;
    private int copiedAfterMillis = Integer.MAX_VALUE;
    private boolean fetchesOfEnded;
    private String version = "4.0.0";
    private Map<String, String> properties = Map.of();
    private long now = START;
    private long last = START;
    private long end = START;

    public MadeUpApplication(int hosts, int slotsPerHost) {
        this.hosts = hosts;
        free = new long[hosts * slotsPerHost];
        Arrays.fill(free, START);
    }

    /** From now on tasks run on hosts that hold their input. */
    public MadeUpApplication besideInput() {
        local = true;
        return this;
    }

    /** A task that computes for so long and reads so much. */
    public static Done computing(int millis, double bytes) {
        return new Done(
                new Task.Times(millis, millis, millis, 0, 0, 0, 0, 0), new Task.Volumes((float) bytes, 0, 0, 0, 0, 0));
    }

    /** Of a version of Spark, on a master. */
    public MadeUpApplication on(String spark, String master) {
        version = spark;
        properties = Map.of("spark.master", master);
        return this;
    }

    /** With one of Spark's properties more. */
    public MadeUpApplication with(String property, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(property, value);
        properties = Map.copyOf(more);
        return this;
    }

    /** The driver runs all tasks. */
    public MadeUpApplication inDriver() {
        inDriver = true;
        return this;
    }

    /** From now on a task that runs for longer than so many milliseconds gets a speculative copy then, on the slot of another host that is free first. Of stages that have a slot for every task. */
    public MadeUpApplication copiedAfter(int millis) {
        copiedAfterMillis = millis;
        return this;
    }

    /** From now on the log has what attempts had fetched that were ended, as where the plug-in looks after them. */
    public MadeUpApplication withFetchesOfEnded() {
        fetchesOfEnded = true;
        return this;
    }

    /** The next stage is submitted together with the last one. */
    public MadeUpApplication together() {
        now = last;
        return this;
    }

    /** Slot by slot of the first host, then of the second, and so on, where several are free. */
    public MadeUpApplication stage(int tasks, Work work, Integer... parents) {
        last = now;
        long submitted = now + LAG;
        TaskTable table = new TaskTable();
        List<Task> ended = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int slot = 0;
            for (int other = 1; other < free.length; other++) {
                slot = Math.max(submitted, free[other]) < Math.max(submitted, free[slot]) ? other : slot;
            }
            int host = slot % hosts;
            Done done = work.on(i, host);
            long launch = Math.max(submitted, free[slot]);
            free[slot] = launch + done.times().total();
            boolean reads = done.volumes().input() > 0;
            ended.add(new Task(i, host, Task.Outcome.ENDED_WELL, local, reads, launch, done.times(), done.volumes()));
        }
        for (int i = 0; i < tasks; i++) {
            if (ended.get(i).times().total() > copiedAfterMillis) {
                copy(ended, i, work);
            }
        }
        ended.forEach(table::add);
        now = ended.stream().mapToLong(Task::endMillis).max().orElse(submitted);
        end = Math.max(end, now);
        int id = stages.size();
        dataSets.put(id, 100 + id);
        stages.add(new StageLog(id, 0, "stage " + id, tasks, List.of(parents), 100 + id, submitted, now, false, table));
        return this;
    }

    /** Who ends first of a task and its copy ends the other one, of which the log has times and pauses of its executor alone. */
    private void copy(List<Task> ended, int number, Work work) {
        Task original = ended.get(number);
        int slot = -1;
        for (int other = 0; other < free.length; other++) {
            if (other % hosts != original.executor() && (slot < 0 || free[other] < free[slot])) {
                slot = other;
            }
        }
        int host = slot % hosts;
        Done done = work.on(original.partition(), host);
        long launch = Math.max(free[slot], original.launchMillis() + copiedAfterMillis);
        long end = Math.min(launch + done.times().total(), original.endMillis());
        boolean overtakes = end < original.endMillis();
        for (int other = 0; other < free.length; other++) {
            if (overtakes && other % hosts == original.executor() && free[other] == original.endMillis()) {
                free[other] = end;
                break;
            }
        }
        free[slot] = end;
        boolean reads = original.reads();
        Task copy = new Task(
                original.partition(),
                host,
                Task.Outcome.ENDED_WELL,
                local,
                reads,
                launch,
                done.times(),
                done.volumes());
        ended.set(number, overtakes ? cutOff(original, Task.Outcome.OVERTAKEN, end) : original);
        ended.add(overtakes ? copy : cutOff(copy, Task.Outcome.THROWN_AWAY, end));
    }

    private Task cutOff(Task task, Task.Outcome outcome, long end) {
        int total = (int) (end - task.launchMillis());
        int garbage = Math.min(total, task.times().garbage());
        int waited = fetchesOfEnded ? Math.min(total, task.times().fetchWait()) : 0;
        int requests = fetchesOfEnded ? Math.min(total, task.times().requests()) : 0;
        float fetched = fetchesOfEnded ? task.volumes().remote() / 2 : 0;
        return new Task(
                task.partition(),
                task.executor(),
                outcome,
                task.local(),
                false,
                task.launchMillis(),
                new Task.Times(total, total, 0, garbage, waited, 0, 0, 0, requests),
                new Task.Volumes(0, fetched, 0, 0, 0, 0));
    }

    public ApplicationLog log() {
        List<ExecutorLog> executors = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            executors.add(new ExecutorLog(
                    inDriver ? "driver" : String.valueOf(host),
                    "h" + host,
                    free.length / hosts,
                    START,
                    Long.MAX_VALUE));
        }
        return new ApplicationLog(
                "app-1",
                "made up",
                "",
                version,
                START,
                end,
                true,
                false,
                executors,
                List.copyOf(stages),
                Map.copyOf(dataSets),
                List.of(new JobLog(0, new Span(START, end), List.copyOf(dataSets.keySet()))),
                properties,
                ApplicationLog.Damage.NONE);
    }
}
