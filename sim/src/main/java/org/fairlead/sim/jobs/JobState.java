// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.sim.jobs.lead.InputKnown;
import org.fairlead.sim.jobs.time.PolicyTime;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;

/** A job that was submitted and has not ended. */
final class JobState implements JobOrder.Share {
    final int number;
    final Job job;
    /** Whose slots it runs on. */
    final int application;
    /** When it was submitted, if it reads blocks. */
    final InputKnown known;

    final List<StageRun> stages = new ArrayList<>();
    private final Map<InputKind, Integer> running = new EnumMap<>(InputKind.class);
    private final Map<InputKind, Integer> pending = new EnumMap<>(InputKind.class);
    /** Whether tasks of only one kind count, as they do where each kind has slots of its own. */
    private boolean oneKind;

    private InputKind counted = InputKind.BLOCKS;
    int stagesLeft;
    double finishSeconds = Double.NaN;
    double mapSeconds;
    int maps;
    double reduceSeconds;
    int reduces;
    /** Of blocks that its attempts read from other hosts. */
    double farBytes;
    /** Of these, what could have been fetched ahead. */
    double inTimeBytes;

    /** @param now its submission; asked only if it reads blocks */
    JobState(int number, Job job, int application, Supplier<InputKnown> now) {
        this.number = number;
        this.job = job;
        this.application = application;
        stagesLeft = job.stages().size();
        known = job.stages().stream().anyMatch(JobState::readsBlocks) ? now.get() : InputKnown.NEVER;
    }

    private static boolean readsBlocks(Stage stage) {
        return stage.input() instanceof Stage.Input.Blocks || stage.input() instanceof Stage.Input.File;
    }

    void running(InputKind kind, int more) {
        running.merge(kind, more, Integer::sum);
    }

    void pending(InputKind kind, int more) {
        pending.merge(kind, more, Integer::sum);
    }

    /** From now on only tasks of this kind count for the job's share. */
    void count(InputKind kind) {
        oneKind = true;
        counted = kind;
    }

    private int counted(Map<InputKind, Integer> byKind) {
        return oneKind
                ? byKind.getOrDefault(counted, 0)
                : byKind.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public int job() {
        return number;
    }

    @Override
    public String pool() {
        return job.pool();
    }

    @Override
    public long submittedNanos() {
        return PolicyTime.nanos(job.submitSeconds());
    }

    @Override
    public int running() {
        return counted(running);
    }

    @Override
    public int pending() {
        return counted(pending);
    }
}
