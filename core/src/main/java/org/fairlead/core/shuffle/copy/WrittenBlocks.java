// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

/** What map tasks have written so far, by executor and partition: all of it, and that part of it whose blocks are copied at all ({@link EarlyCopies#isCopied}). */
public final class WrittenBlocks {
    private final long[][] bytes;
    private final long[][] copied;

    /**
     * @param executors that write
     * @param partitions that each output has
     */
    public WrittenBlocks(int executors, int partitions) {
        bytes = new long[executors][partitions];
        copied = new long[executors][partitions];
    }

    /** A block of so many bytes is there. */
    public void add(int executor, int partition, long blockBytes) {
        bytes[executor][partition] += blockBytes;
        copied[executor][partition] += EarlyCopies.isCopied(blockBytes) ? blockBytes : 0;
    }

    /** In all, by partition. */
    long[] byPartition() {
        long[] sums = new long[bytes[0].length];
        for (long[] row : bytes) {
            for (int partition = 0; partition < row.length; partition++) {
                sums[partition] += row[partition];
            }
        }
        return sums;
    }

    /**
     * By executor, the bytes that it receives of others.
     *
     * @param owners by partition, who receives it
     */
    long[] received(int[] owners) {
        return received(bytes, owners);
    }

    /** Likewise, of blocks that are copied. */
    long[] receivedAsCopies(int[] owners) {
        return received(copied, owners);
    }

    private static long[] received(long[][] from, int[] owners) {
        long[] received = new long[from.length];
        for (int executor = 0; executor < from.length; executor++) {
            for (int partition = 0; partition < owners.length; partition++) {
                received[owners[partition]] += owners[partition] == executor ? 0 : from[executor][partition];
            }
        }
        return received;
    }
}
