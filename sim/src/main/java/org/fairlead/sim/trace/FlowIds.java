// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import org.fairlead.sim.flows.FlowTable;

/**
 * Which ids a table of flows holds already: 32 bits of each id's hash beside its row, and the id itself in the table where these agree.
 * About 13 bytes a flow.
 */
final class FlowIds {
    private final FlowTable flows;
    /** Hash in the upper half, row + 1 in the lower one; 0 is free. */
    private long[] slots = new long[1 << 10];

    private int size;

    FlowIds(FlowTable flows) {
        this.flows = flows;
    }

    /** Adds the id of the row that comes next; false if an earlier row has it. */
    boolean add(byte[] text, int from, int to) {
        if (size >= slots.length / 8 * 5) {
            grow();
        }
        long hash = ByteHash.of(text, from, to) >>> 32;
        int slot = (int) hash & slots.length - 1;
        while (slots[slot] != 0) {
            if (slots[slot] >>> 32 == hash && flows.idIs((int) slots[slot] - 1, text, from, to)) {
                return false;
            }
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = hash << 32 | flows.size() + 1;
        size++;
        return true;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (long entry : old) {
            if (entry != 0) {
                int slot = (int) (entry >>> 32) & slots.length - 1;
                while (slots[slot] != 0) {
                    slot = slot + 1 & slots.length - 1;
                }
                slots[slot] = entry;
            }
        }
    }
}
