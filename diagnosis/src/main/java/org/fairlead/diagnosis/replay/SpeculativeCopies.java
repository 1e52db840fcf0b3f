// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.log.Task.Outcome;

/**
 * Which attempts are speculative copies, and of which: those that were launched while an earlier attempt of the same stage and partition ran. An
 * attempt that failed by itself is nobody's original.
 *
 * <p><b>Example.</b> A task is launched at 0 s, a copy of it at 15 s, which ends at 25 s; the first attempt is ended then. The copy is one of the first attempt. Had the first one failed at 10 s, the
 * second would be another attempt and no copy.
 */
final class SpeculativeCopies {
    static final int NONE = -1;

    /** Of each attempt the one that it is a copy of, or {@link #NONE}. */
    private final int[] originals;

    private final BitSet copied = new BitSet();
    /** Of each attempt that was overtaken, the copy that ended first. */
    private final Map<Integer, Integer> winners = new HashMap<>();

    SpeculativeCopies(Schedule schedule) {
        originals = new int[schedule.size()];
        Arrays.fill(originals, NONE);
        // Of an attempt and its copy one does not end well.
        Set<Long> contested = new HashSet<>();
        for (int i = 0; i < originals.length; i++) {
            if (schedule.task(i).outcome() != Outcome.ENDED_WELL) {
                contested.add(partition(schedule, i));
            }
        }
        Map<Long, Integer> earlier = new HashMap<>();
        for (int i = 0; i < originals.length && !contested.isEmpty(); i++) {
            long partition = partition(schedule, i);
            if (contested.contains(partition)) {
                int original = earlier.getOrDefault(partition, NONE);
                if (original == NONE || !runs(schedule, original, i)) {
                    earlier.put(partition, i);
                } else {
                    link(schedule, original, i);
                }
            }
        }
    }

    private static long partition(Schedule schedule, int number) {
        return ((long) schedule.stage(number) << Integer.SIZE)
                | schedule.task(number).partition();
    }

    /** Whether an attempt still runs and is needed when another one is launched. */
    private boolean runs(Schedule schedule, int original, int number) {
        return !winners.containsKey(original)
                && schedule.launchMillis(number) < schedule.task(original).endMillis();
    }

    private void link(Schedule schedule, int original, int number) {
        Task first = schedule.task(original);
        if (first.outcome() == Outcome.THROWN_AWAY) {
            return;
        }
        originals[number] = original;
        copied.set(original);
        if (first.outcome() == Outcome.OVERTAKEN && schedule.task(number).outcome() == Outcome.ENDED_WELL) {
            winners.put(original, number);
        }
    }

    /** The attempt that one is a copy of; {@link #NONE} where it is no copy. */
    int original(int number) {
        return originals[number];
    }

    /** Whether an attempt has copies. */
    boolean isCopied(int number) {
        return copied.get(number);
    }

    /** The copy that ended well in the place of an attempt that was overtaken; {@link #NONE} where it was not, or the log has none. */
    int winner(int number) {
        return winners.getOrDefault(number, NONE);
    }
}
