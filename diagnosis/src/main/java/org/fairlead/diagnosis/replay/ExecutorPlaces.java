// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.fairlead.diagnosis.log.ExecutorLog;

/**
 * Which executors followed each other.
 *
 * <p><b>Algorithm.</b> In the order in which they got their first task, each takes the lowest place that nobody has: of one that was removed before, or a new one. So there are as many places as there were executors at most at one time.
 *
 * <p><b>Example.</b> Two executors are removed when they idle, and later two others are added: two places, of two executors each. Half as many executors are one place, at any time.
 */
final class ExecutorPlaces {
    private static final int NONE = -1;

    private final int[] places;
    private final int count;

    ExecutorPlaces(Schedule schedule) {
        List<ExecutorLog> executors = schedule.application().executors();
        places = new int[executors.size()];
        Arrays.fill(places, NONE);
        PriorityQueue<Integer> byRemoval = new PriorityQueue<>(
                Comparator.comparingLong(executor -> executors.get(executor).removedMillis()));
        PriorityQueue<Integer> left = new PriorityQueue<>();
        int most = 0;
        for (int number = 0; number < schedule.slots(); number++) {
            Schedule.Slot slot = schedule.slot(number);
            if (places[slot.executor()] != NONE) {
                continue;
            }
            while (!byRemoval.isEmpty() && executors.get(byRemoval.peek()).removedMillis() <= slot.opensMillis()) {
                left.add(places[byRemoval.remove()]);
            }
            places[slot.executor()] = left.isEmpty() ? most++ : left.remove();
            byRemoval.add(slot.executor());
        }
        count = most;
    }

    /**
     * How many times the slots of an executor are there, if so many executors are there at most.
     *
     * @return 1 for an executor that has no slot
     */
    int copies(int executor, int executors) {
        int place = places[executor];
        return place == NONE ? 1 : executors / count + (place < executors % count ? 1 : 0);
    }
}
