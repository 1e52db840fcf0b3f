// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.fairlead.core.plan.PendingChanges;
import org.fairlead.core.plan.StagePlan;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.MapOutputMatrix;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.spark.input.FilePart;

/** A stage of which each task reads a block of a file. */
final class BlockStage implements PlannableStage, StageTasks {
    private final StageAttempt id;
    private final int tasks;
    private final Set<Integer> pending;
    private final PendingChanges changes;
    private Path file;
    private int firstWithFile;

    BlockStage(StageAttempt id, Path file, int tasks) {
        this.id = id;
        this.file = file;
        this.tasks = tasks;
        pending = new ConcurrentSkipListSet<>(IntStream.range(0, tasks).boxed().toList());
        changes = new PendingChanges(tasks);
    }

    /** From now on its tasks read another file. */
    void reads(Path other) {
        file = other;
    }

    /** From now on tasks with a lower number read none. */
    void firstWithFile(int task) {
        firstWithFile = task;
    }

    /** One of its tasks does not wait any more. */
    void launched(int task) {
        pending.remove(task);
    }

    @Override
    public StageTasks tasks() {
        return this;
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public boolean hasPlan() {
        return true;
    }

    @Override
    public int notBegun() {
        return pending.size();
    }

    @Override
    public int notEnded() {
        return tasks;
    }

    @Override
    public JobOrder.Pool pool() {
        return new JobOrder.Pool("default", 1, 0, false);
    }

    @Override
    public boolean poolsShareFairly() {
        return false;
    }

    @Override
    public List<FilePart> filesOf(int task) {
        return task < firstWithFile ? List.of() : List.of(new FilePart(file, (long) task * BLOCK, BLOCK));
    }

    @Override
    public void sentBy(MapOutputMatrix output) {}

    @Override
    public void withoutInput() {}

    @Override
    public void publish(Optional<StagePlan> newer) {}

    @Override
    public StageAttempt id() {
        return id;
    }

    @Override
    public long seed() {
        return 7;
    }

    @Override
    public int count() {
        return tasks;
    }

    @Override
    public boolean isPending(int task) {
        return pending.contains(task);
    }

    @Override
    public boolean isRestricted(int task) {
        return false;
    }

    @Override
    public boolean isClosed(String executorId, String host) {
        return false;
    }

    @Override
    public List<String> preferredHosts(int task) {
        return List.of("h1", "h2", "h3");
    }

    @Override
    public int coresPerTask() {
        return 1;
    }

    @Override
    public Input input() {
        return new Input(InputKind.BLOCKS, task -> BLOCK, BLOCK, MapOutput.NONE, Set.of());
    }

    @Override
    public ToDoubleFunction<String> bytesBesides() {
        return host -> 0;
    }

    @Override
    public Optional<String> fifoPool() {
        return Optional.of("default");
    }

    @Override
    public int priority() {
        return 1;
    }

    @Override
    public PendingChanges changes() {
        return changes;
    }
}
