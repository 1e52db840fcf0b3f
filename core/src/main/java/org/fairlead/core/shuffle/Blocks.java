// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;

/** Blocks in an order, by row and partition. */
final class Blocks {
    private long[] blocks = new long[16];
    private int count;

    void add(int row, int partition) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = ((long) row << 32) | partition;
    }

    void forEach(PlanDraft.Overflow each) {
        for (int i = 0; i < count; i++) {
            each.place((int) (blocks[i] >>> 32), (int) blocks[i]);
        }
    }
}
