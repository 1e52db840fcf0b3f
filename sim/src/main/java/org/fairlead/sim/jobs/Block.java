package org.fairlead.sim.jobs;

/** A block of a file, or a task's part of one. */
final class Block {
    final int[] machines;
    final double bytes;

    /** @param machines that store it */
    Block(int[] machines, double bytes) {
        this.machines = machines;
        this.bytes = bytes;
    }
}
