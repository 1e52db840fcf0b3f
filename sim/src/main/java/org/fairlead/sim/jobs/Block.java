package org.fairlead.sim.jobs;

import java.util.List;

/** A block of a file, or what a task reads: a part of a block, or parts of several that it reads one after the other. */
final class Block {
    final int[] machines;
    final double bytes;
    /** What is read after this. */
    final List<Block> following;

    /** @param machines that store it */
    Block(int[] machines, double bytes) {
        this(machines, bytes, List.of());
    }

    Block(int[] machines, double bytes, List<Block> following) {
        this.machines = machines;
        this.bytes = bytes;
        this.following = following;
    }

    /** Of this and what follows. */
    double allBytes() {
        return bytes + following.stream().mapToDouble(block -> block.bytes).sum();
    }
}
