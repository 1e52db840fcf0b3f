// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.fairlead.spark.input.ShuffleRange;

/** Which tasks of a stage have copies of their input in which executor. Where there are many tasks, they are found beside the scheduler's lock; until then, none have. Reading is quick. */
public final class StageHolders {
    /** A few milliseconds under the scheduler's lock. */
    private static final int MOST_AT_ONCE = 512;

    private volatile Map<String, List<Integer>> byExecutor = Map.of();

    private StageHolders() {}

    /**
     * Looks for them.
     *
     * @param stage its number
     * @param tasks how many the stage has
     * @param reads what a task reads of shuffles
     */
    public static StageHolders of(CopyPlanner planner, int stage, int tasks, IntFunction<List<ShuffleRange>> reads) {
        StageHolders holders = new StageHolders();
        if (tasks <= MOST_AT_ONCE) {
            holders.byExecutor = find(planner, stage, tasks, reads);
        } else {
            planner.whenHeard(() -> holders.byExecutor = find(planner, stage, tasks, reads));
        }
        return holders;
    }

    private static Map<String, List<Integer>> find(
            CopyPlanner planner, int stage, int tasks, IntFunction<List<ShuffleRange>> reads) {
        Map<String, List<Integer>> found = new HashMap<>();
        for (int task = 0; task < tasks; task++) {
            int number = task;
            List<ShuffleRange> ranges = reads.apply(task);
            if (task == 0 && ranges.stream().noneMatch(range -> planner.isCopied(range.shuffle()))) {
                return Map.of(); // its tasks are alike
            }
            if (task == 0) {
                planner.reads(
                        stage,
                        ranges.stream()
                                .map(ShuffleRange::shuffle)
                                .filter(planner::isCopied)
                                .collect(Collectors.toSet()));
            }
            for (ShuffleRange range : ranges) {
                Set<Integer> reduces = new HashSet<>();
                for (int reduce = range.fromReduce(); reduce < range.toReduce(); reduce++) {
                    reduces.add(reduce);
                }
                planner.copied(range.shuffle())
                        .map(output -> output.holderOf(reduces))
                        .filter(holder -> !holder.isEmpty())
                        .ifPresent(holder -> found.computeIfAbsent(holder, unused -> new ArrayList<>())
                                .add(number));
            }
        }
        return found;
    }

    /** Tasks that have copies in an executor, in their order. */
    public List<Integer> tasksOf(String executor) {
        return byExecutor.getOrDefault(executor, List.of());
    }
}
