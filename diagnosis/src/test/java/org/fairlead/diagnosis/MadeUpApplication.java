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

    /** The driver runs all tasks. */
    public MadeUpApplication inDriver() {
        inDriver = true;
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
        ended.forEach(table::add);
        now = ended.stream().mapToLong(Task::endMillis).max().orElse(submitted);
        end = Math.max(end, now);
        int id = stages.size();
        dataSets.put(id, 100 + id);
        stages.add(new StageLog(id, 0, "stage " + id, tasks, List.of(parents), 100 + id, submitted, now, false, table));
        return this;
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
                "4.0.0",
                START,
                end,
                true,
                false,
                executors,
                List.copyOf(stages),
                Map.copyOf(dataSets),
                List.of(new JobLog(0, new Span(START, end), List.copyOf(dataSets.keySet()))),
                Map.of(),
                new ApplicationLog.Damage(0, ""));
    }
}
