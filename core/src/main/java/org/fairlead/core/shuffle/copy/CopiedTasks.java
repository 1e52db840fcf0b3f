// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/**
 * Chooses the pending task of a stage that a free slot of an executor gets, where input of its tasks was copied to executors before they began.
 *
 * <p><b>Goals.</b> What was copied is read: it crosses the network once. A slot that stock would have used stays free only while a task is kept for its holder, which the caller ends.
 *
 * <p><b>Constraints.</b> Which tasks are pending and allowed in the slot is asked of the engine at each choice. A task that is pending a second time reads no copies, and comes first. Nothing is looked at but the tasks that may be
 * taken: a choice costs the number of executors, and each task is passed over once.
 *
 * <p><b>Algorithm.</b> The first of the executor's own tasks, those of whose input it holds most. Where it has none: the first that nobody holds anything of; else the last one of the executor that has most left beyond its free slots, which would come to
 * it last. What its holder has a free slot for is kept for it.
 *
 * <p><b>Example.</b> Executor 1 holds copies of tasks 0, 1 and 2, executor 2 of 3. Their first slots get 0 and 3; when 2 is free again, it takes task 2 from 1, and 1 goes on with 1.
 *
 * <p><b>Source.</b> Ours; that who has nothing to do takes from the end of another one's queue is work stealing (R. D. Blumofe and C. E. Leiserson, Scheduling Multithreaded Computations by Work Stealing, JACM 1999).
 *
 * <p>Not safe for threads.
 */
public final class CopiedTasks {
    private static final String NOBODY = "";

    private final List<String> holders;
    private final Map<String, Line> lines = new TreeMap<>();
    /** Those that are pending again. */
    private final Deque<Integer> again = new ArrayDeque<>();

    /** Tasks of one executor, or of nobody, in their order; those that were launched are left out at either end. */
    private static final class Line {
        private final int[] tasks;
        private int first;
        private int end;

        private Line(int[] tasks) {
            this.tasks = tasks;
            end = tasks.length;
        }

        private int left(IntPredicate isPending) {
            while (first < end && !isPending.test(tasks[first])) {
                first++;
            }
            while (first < end && !isPending.test(tasks[end - 1])) {
                end--;
            }
            return end - first;
        }

        private OptionalInt first(IntPredicate isPending, IntPredicate isAllowed) {
            left(isPending);
            for (int at = first; at < end; at++) {
                if (isPending.test(tasks[at]) && isAllowed.test(tasks[at])) {
                    return OptionalInt.of(tasks[at]);
                }
            }
            return OptionalInt.empty();
        }

        private OptionalInt last(IntPredicate isPending, IntPredicate isAllowed) {
            left(isPending);
            for (int at = end - 1; at >= first; at--) {
                if (isPending.test(tasks[at]) && isAllowed.test(tasks[at])) {
                    return OptionalInt.of(tasks[at]);
                }
            }
            return OptionalInt.empty();
        }
    }

    /** @param holders by task, the executor that most of its input was copied to; the empty text where nothing was */
    public CopiedTasks(List<String> holders) {
        this.holders = List.copyOf(holders);
        Map<String, List<Integer>> byHolder = new TreeMap<>();
        for (int task = 0; task < holders.size(); task++) {
            byHolder.computeIfAbsent(holders.get(task), unused -> new ArrayList<>())
                    .add(task);
        }
        byHolder.forEach((holder, tasks) -> lines.put(
                holder, new Line(tasks.stream().mapToInt(Integer::intValue).toArray())));
    }

    /** Whether nobody holds anything. */
    public boolean isEmpty() {
        return lines.isEmpty() || (lines.size() == 1 && lines.containsKey(NOBODY));
    }

    /** The executor that most of a task's input was copied to; the empty text where nothing was. */
    public String holder(int task) {
        return holders.get(task);
    }

    /** A task that was launched is pending again. */
    public void again(int task) {
        again.add(task);
    }

    /**
     * The task for which a slot of an executor is the right one.
     *
     * @param isPending whether a task waits to be launched
     * @param isAllowed whether one that does may be launched in the slot
     */
    public OptionalInt own(String executor, IntPredicate isPending, IntPredicate isAllowed) {
        for (Iterator<Integer> each = again.iterator(); each.hasNext(); ) {
            int task = each.next();
            if (!isPending.test(task)) {
                each.remove();
            } else if (isAllowed.test(task)) {
                return OptionalInt.of(task);
            }
        }
        Line line = lines.get(executor);
        return line == null ? OptionalInt.empty() : line.first(isPending, isAllowed);
    }

    /**
     * What a slot gets for which there is no own task.
     *
     * @param task empty where none is pending and allowed, or all are kept
     * @param isKept whether there is one that is kept for its holder, and no other
     */
    public record Others(OptionalInt task, boolean isKept) {}

    /**
     * The task that a slot gets for which there is no {@link #own} one.
     *
     * @param freeSlots of an executor, in which its own tasks will run
     */
    public Others others(
            String executor, ToIntFunction<String> freeSlots, IntPredicate isPending, IntPredicate isAllowed) {
        Line nobodys = lines.get(NOBODY);
        OptionalInt found = nobodys == null ? OptionalInt.empty() : nobodys.first(isPending, isAllowed);
        if (found.isPresent()) {
            return new Others(found, false);
        }
        int most = 0;
        boolean isKept = false;
        for (Map.Entry<String, Line> each : lines.entrySet()) {
            OptionalInt last = each.getKey().equals(executor)
                    ? OptionalInt.empty()
                    : each.getValue().last(isPending, isAllowed);
            if (last.isPresent()) {
                int beyond = each.getValue().left(isPending) - freeSlots.applyAsInt(each.getKey());
                isKept |= beyond <= 0;
                found = beyond > most ? last : found;
                most = Math.max(most, beyond);
            }
        }
        return new Others(found, isKept && found.isEmpty());
    }
}
