// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.storage;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** A block of a file, or what a task reads: a part of a block, or parts of several that it reads one after the other. */
public final class Block {
    /** Less is nothing. */
    private static final double LEAST_BYTES = 1;

    public final int[] machines;
    public final double bytes;
    /** What is read after this. */
    public final List<Block> following;

    private final Extent extent;
    /** Of its file, after this as it is stored; null for the last one. */
    private Block next;
    /** Machines that have read it from their disks, or written it. */
    private final BitSet cached = new BitSet();

    /**
     * Which bytes of which stored block: the same for all tasks that read them.
     *
     * @param block as it is stored, in whole
     * @param from the first byte
     */
    public record Extent(Block block, double from, double bytes) {
        /** A block is only equal to itself, and holds an extent of itself. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Extent that && block == that.block && from == that.from && bytes == that.bytes;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(block) * 31 + Double.hashCode(from);
        }
    }

    /** @param machines that store it; kept, not copied */
    public Block(int[] machines, double bytes) {
        this.machines = machines;
        this.bytes = bytes;
        following = List.of();
        extent = new Extent(this, 0, bytes);
    }

    private Block(Extent extent, int[] machines, List<Block> following) {
        this.machines = machines;
        bytes = extent.bytes();
        this.following = following;
        this.extent = extent;
    }

    /** A part of this, a stored block. */
    public Block part(double from, double length) {
        return new Block(new Extent(this, from, length), machines, List.of());
    }

    /** The same, with more to read after it. */
    public Block before(List<Block> others) {
        return new Block(extent, machines, List.copyOf(others));
    }

    /** Notes which stored block comes after this one in its file. */
    public void followedBy(Block other) {
        next = other;
    }

    /** The stored block after the one whose end is read; empty where this ends within a block, or at the file's end. */
    public Optional<Block> next() {
        Block stored = extent.block();
        return extent.from() + bytes < stored.bytes - LEAST_BYTES ? Optional.empty() : Optional.ofNullable(stored.next);
    }

    public Extent extent() {
        return extent;
    }

    /** Whether a machine has read it from its disks before, or written it. */
    public boolean isCached(int machine) {
        return cached.get(machine);
    }

    public void cachedOn(int machine) {
        cached.set(machine);
    }

    public boolean isOn(int machine) {
        for (int holder : machines) {
            if (holder == machine) {
                return true;
            }
        }
        return false;
    }

    /** Of this and what follows. */
    public double allBytes() {
        return bytes + following.stream().mapToDouble(block -> block.bytes).sum();
    }
}
