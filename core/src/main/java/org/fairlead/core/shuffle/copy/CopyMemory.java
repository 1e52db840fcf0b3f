// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

/**
 * How much memory copies of shuffle blocks may have in one process, beside the tasks whose memory it is. A copy is asked for only within the {@link #credit}, so nothing
 * is sent that finds no room; when tasks leave less than the reserve, copies are what goes first.
 *
 * <p>Example: a pool of 1000 MB, a cap of 200 MB, a reserve of 100 MB. With 150 MB of copies, 20 MB on their way and 500 MB free, 30 MB may be asked for; with 110 MB
 * free, none of what is on its way being taken yet, 0. With 40 MB free, 60 MB of copies have to go.
 *
 * @param capBytes most bytes of copies, those on their way among them
 * @param poolBytes of memory that tasks, cached blocks and copies share
 */
public record CopyMemory(long capBytes, long poolBytes) {
    /** Of the pool: what is kept free for tasks. */
    private static final double RESERVE = 0.1;

    /** @throws IllegalArgumentException if one is below 0 */
    public CopyMemory {
        if (capBytes < 0 || poolBytes < 0) {
            throw new IllegalArgumentException("a cap of " + capBytes + " bytes in a pool of " + poolBytes);
        }
    }

    private long reserve() {
        return (long) (RESERVE * poolBytes);
    }

    /**
     * Bytes that may be asked for now.
     *
     * @param heldBytes of copies that are there
     * @param arrivingBytes that were asked for and have not come
     * @param freeBytes of the pool that nobody uses
     */
    public long credit(long heldBytes, long arrivingBytes, long freeBytes) {
        long underCap = capBytes - heldBytes - arrivingBytes;
        long underPool = freeBytes - arrivingBytes - reserve();
        return Math.max(0, Math.min(underCap, underPool));
    }

    /**
     * Bytes of copies that have to go.
     *
     * @param heldBytes of copies that are there
     * @param freeBytes of the pool that nobody uses
     */
    public long tooMuch(long heldBytes, long freeBytes) {
        long forTasks = Math.min(heldBytes, reserve() - freeBytes);
        return Math.max(0, Math.max(forTasks, heldBytes - capBytes));
    }
}
