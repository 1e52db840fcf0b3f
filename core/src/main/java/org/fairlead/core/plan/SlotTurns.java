// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The order in which hosts are offered slots while a plan is made: as they become free. Of one thread.
 *
 * <p>Of those that are free at the same time, that one comes first beside which the fewest pending tasks have their input, for each of its slots, and those with none beside them come last: who could run many leaves
 * to others the few that they can (greedy matching by least degree, after R. Karp and M. Sipser, <i>Maximum matchings in sparse random graphs</i>, 1981). In an order by chance more tasks find all slots beside their input taken.
 * But tasks of a host share its disks and processors. So where there are more slots than tasks, hosts of whose slots an even part is taken come after all others with input: Spark, too, fills executors evenly.
 *
 * <p>Example: h1 has input of tasks 0, 1 and 2, h2 of 0 and 1, h3 of 0 alone. h3 comes first and gets 0, then h2 gets 1, and h1 gets 2. Were h1 first, it would get 0, and h3 nothing. With six slots on each, and six tasks that have input on all three, an even part is two slots: no host is offered a third one before the others have filled two.
 */
final class SlotTurns {
    private final TreeSet<Turn> all = new TreeSet<>(Comparator.comparingDouble(Turn::atSeconds)
            .thenComparing(Turn::hasNoneBeside)
            .thenComparing(Turn::hasEvenPart)
            .thenComparingDouble(Turn::tasksASlot)
            .thenComparingLong(Turn::number));
    /** The one that is to come of each host; null where none is. */
    private final Turn[] byHost;

    private final double evenShare;
    private long number;

    /**
     * @param atSeconds since the plan's beginning
     * @param hasEvenPart whether an even part of the host's slots is taken
     * @param tasksASlot pending ones with input on the host, for each slot that is free there; infinite for none
     * @param number in the order in which they were added
     */
    record Turn(double atSeconds, boolean hasEvenPart, double tasksASlot, long number, int host) {
        private boolean hasNoneBeside() {
            return tasksASlot == Double.POSITIVE_INFINITY;
        }
    }

    /**
     * @param hosts whose indices are below
     * @param slots of all of them
     * @param tasks that run or are pending
     */
    SlotTurns(int hosts, int slots, int tasks) {
        byHost = new Turn[hosts];
        evenShare = slots == 0 ? 1 : Math.min(1, tasks / (double) slots);
    }

    /**
     * A host, which has none to come, gets a turn.
     *
     * @param slots there
     * @param free of them by now; 0 where one is only predicted to become free
     * @param tasksBeside pending ones with input there
     */
    void add(int host, double atSeconds, int slots, int free, int tasksBeside) {
        boolean hasEvenPart = slots - free >= evenShare * slots;
        enter(new Turn(atSeconds, hasEvenPart, tasksASlot(free, tasksBeside), number++, host));
    }

    /** Other tasks are pending beside a host; nothing if it has no turn to come. */
    void renew(int host, int free, int tasksBeside) {
        Turn before = byHost[host];
        if (before != null) {
            all.remove(before);
            enter(new Turn(before.atSeconds, before.hasEvenPart, tasksASlot(free, tasksBeside), before.number, host));
        }
    }

    private void enter(Turn turn) {
        byHost[turn.host] = turn;
        all.add(turn);
    }

    private static double tasksASlot(int free, int tasksBeside) {
        return free == 0 || tasksBeside == 0 ? Double.POSITIVE_INFINITY : (double) tasksBeside / free;
    }

    /** When the next one is, seconds since the plan's beginning; infinite after the last. */
    double nextSeconds() {
        return all.isEmpty() ? Double.POSITIVE_INFINITY : all.first().atSeconds;
    }

    /** The next one, which is not to come any more; null after the last. */
    Turn poll() {
        Turn next = all.pollFirst();
        if (next != null) {
            byHost[next.host] = null;
        }
        return next;
    }
}
