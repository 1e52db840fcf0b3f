// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.lead;

import java.util.Arrays;
import org.fairlead.sim.jobs.outcome.LeadCause;

/** Who had each slot of a machine last, and since when it is free. */
final class SlotHistory {
    private static final long NOBODY = -1;

    /** By machine, then by slot; infinite while somebody has it. */
    private final double[][] freeSince;
    /** By machine, then by slot: the stage whose task had it last. */
    private final long[][] had;

    SlotHistory(int machines) {
        freeSince = new double[machines][0];
        had = new long[machines][0];
    }

    private void makeRoom(int machine, int slots) {
        int before = freeSince[machine].length;
        if (before < slots) {
            freeSince[machine] = Arrays.copyOf(freeSince[machine], slots);
            had[machine] = Arrays.copyOf(had[machine], slots);
            Arrays.fill(had[machine], before, slots, NOBODY);
        }
    }

    /** A task of a stage has taken a slot. */
    void taken(int machine, int slot, long stage) {
        makeRoom(machine, slot + 1);
        freeSince[machine][slot] = Double.POSITIVE_INFINITY;
        had[machine][slot] = stage;
    }

    void freed(int machine, int slot, double seconds) {
        freeSince[machine][slot] = seconds;
    }

    /**
     * Who had the slot that a task is about to take.
     *
     * @param first of the slots that it could have taken there, numbered one after the other
     * @param count of them
     * @param sinceSeconds when its stage was submitted
     * @return {@link LeadCause#OFFER} where one of these slots has been free since then
     */
    LeadCause cause(int machine, int slot, int first, int count, long stage, double sinceSeconds) {
        makeRoom(machine, first + count);
        for (int other = first; other < first + count; other++) {
            if (freeSince[machine][other] <= sinceSeconds) {
                return LeadCause.OFFER;
            }
        }
        return had[machine][slot] == stage ? LeadCause.LATER_WAVE : LeadCause.QUEUE;
    }
}
