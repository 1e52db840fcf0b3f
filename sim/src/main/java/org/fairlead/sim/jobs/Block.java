// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.BitSet;
import java.util.List;

/** A block of a file, or what a task reads: a part of a block, or parts of several that it reads one after the other. */
final class Block {
    final int[] machines;
    final double bytes;
    /** What is read after this. */
    final List<Block> following;
    /** Machines that have read it from their disks, or written it. */
    private final BitSet cached = new BitSet();

    /** @param machines that store it */
    Block(int[] machines, double bytes) {
        this(machines, bytes, List.of());
    }

    Block(int[] machines, double bytes, List<Block> following) {
        this.machines = machines;
        this.bytes = bytes;
        this.following = following;
    }

    /** Whether a machine has read it from its disks before, or written it. */
    boolean isCached(int machine) {
        return cached.get(machine);
    }

    void cachedOn(int machine) {
        cached.set(machine);
    }

    /** Of this and what follows. */
    double allBytes() {
        return bytes + following.stream().mapToDouble(block -> block.bytes).sum();
    }
}
