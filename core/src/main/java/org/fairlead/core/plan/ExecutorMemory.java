// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

/**
 * Memory that an executor has for kept blocks and for shuffles: one pool, of which each takes what the other leaves (Spark's unified memory, on the
 * heap and off it).
 *
 * @param poolBytes of both together
 * @param storageBytes in use for kept blocks and broadcast variables
 * @param executionBytes in use by running tasks, for what they sort, aggregate and receive of shuffles
 */
public record ExecutorMemory(long poolBytes, long storageBytes, long executionBytes) {
    /** Of one that nobody reports. */
    public static final ExecutorMemory UNKNOWN = new ExecutorMemory(0, 0, 0);

    private static final long MOST_BYTES = 1L << 50;

    public ExecutorMemory {
        if (!isPossible(poolBytes) || !isPossible(storageBytes) || !isPossible(executionBytes)) {
            throw new IllegalArgumentException("pool " + poolBytes + ", storage " + storageBytes + ", execution "
                    + executionBytes + " bytes: each from 0 to " + MOST_BYTES);
        }
    }

    private static boolean isPossible(long bytes) {
        return bytes >= 0 && bytes <= MOST_BYTES;
    }

    /** Bytes that nobody uses. */
    public long freeBytes() {
        return Math.max(0, poolBytes - storageBytes - executionBytes);
    }
}
