// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fairlead.core.shuffle.copy.CopiedTasks;
import org.fairlead.spark.input.ShuffleRange;
import org.fairlead.spark.shuffle.exchange.CopiedFirst.Reads;

/** Which tasks of a stage have copies of their input in which executor. Where there are many tasks, they are found beside the scheduler's lock; until then, none have. Reading is quick. */
final class StageHolders implements CopiedFirst.Holders {
    /** A few milliseconds under the scheduler's lock. */
    private static final int MOST_AT_ONCE = 512;

    private static final String NOBODY = "";

    private final CopyPlanner planner;
    private volatile Optional<Found> found = Optional.empty();

    /**
     * Where something is held.
     *
     * @param shuffles that are copied, and that the stage reads
     */
    private record Found(CopiedTasks tasks, Set<Integer> shuffles) {}

    private StageHolders(CopyPlanner planner) {
        this.planner = planner;
    }

    /**
     * Looks for them.
     *
     * @param tasks how many the stage has
     * @param reads what its tasks read of shuffles
     */
    static StageHolders of(CopyPlanner planner, int tasks, Reads reads) {
        StageHolders holders = new StageHolders(planner);
        if (tasks <= MOST_AT_ONCE) {
            holders.find(tasks, reads);
        } else {
            planner.whenHeard(() -> holders.find(tasks, reads));
        }
        return holders;
    }

    private void find(int tasks, Reads reads) {
        Set<Integer> shuffles = reads.all().stream().filter(planner::isCopied).collect(Collectors.toUnmodifiableSet());
        if (shuffles.isEmpty()) {
            return;
        }
        CopiedTasks copied = new CopiedTasks(IntStream.range(0, tasks)
                .mapToObj(task -> holder(reads.of(task)))
                .toList());
        found = copied.isEmpty() ? Optional.empty() : Optional.of(new Found(copied, shuffles));
    }

    /** Who is sent most of some partitions; of several such the first. */
    private String holder(List<ShuffleRange> ranges) {
        Map<String, Long> bytes = new HashMap<>();
        for (ShuffleRange range : ranges) {
            planner.copied(range.shuffle())
                    .map(output -> output.copiedBytes(range.fromReduce(), range.toReduce()))
                    .orElse(Map.of())
                    .forEach((executor, more) -> bytes.merge(executor, more, Long::sum));
        }
        return bytes.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElse(NOBODY);
    }

    /** They, under the scheduler's lock; empty where nobody has any, and once nothing is copied any more. */
    @Override
    public Optional<CopiedTasks> tasks() {
        return held().map(Found::tasks);
    }

    private Optional<Found> held() {
        return found.filter(now -> now.shuffles().stream().anyMatch(planner::isCopied));
    }

    /** A task was launched in an executor. */
    @Override
    public void launched(int task, String executor) {
        held().filter(now -> !now.tasks().holder(task).isEmpty())
                .ifPresent(now ->
                        planner.placed(now.shuffles(), now.tasks().holder(task).equals(executor)));
    }
}
