// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.Arrays;

/**
 * Bytes of a shuffle by block: what one map output, a row, has for one partition, a column. A row is the output of a map task, or all output of a host; several
 * rows may lie on one host. Immutable.
 *
 * <p>Example: two hosts, three map tasks, two partitions. Rows 0 and 2 lie on host 0, row 1 on host 1: {@code new ByteMatrix(2, {0, 1, 0}, {{4, 1}, {4, 1}, {2,
 * 0}})}. Partition 0 has 10 bytes, 6 of them on host 0.
 */
public final class ByteMatrix {
    /** Blocks of a matrix at most: 8 bytes each. Who has more adds up the rows of a host. */
    public static final int MOST_BLOCKS = 1 << 26;

    private final int hosts;
    private final int partitions;
    private final int[] senders;
    /** By partition, then by row: whoever looks at a partition looks at all of its blocks. */
    private final long[] bytes;

    /** Rows by host: those of host h stand from {@code first[h]} to before {@code first[h + 1]}. */
    private final int[] byHost;

    private final int[] first;
    private final long[] ofPartition;

    /**
     * @param hosts how many there are
     * @param senders by row, the host on which it lies
     * @param rows by row and partition, bytes; each row as long as the others
     * @throws IllegalArgumentException if rows differ in length, a host is none, bytes are below 0, or there are more than {@value #MOST_BLOCKS} blocks
     */
    public ByteMatrix(int hosts, int[] senders, long[][] rows) {
        if (senders.length != rows.length) {
            throw new IllegalArgumentException(senders.length + " senders of " + rows.length + " rows");
        }
        this.hosts = hosts;
        this.senders = senders.clone();
        partitions = rows.length == 0 ? 0 : rows[0].length;
        if ((long) partitions * rows.length > MOST_BLOCKS) {
            throw new IllegalArgumentException(
                    rows.length + " rows of " + partitions + " partitions are more than " + MOST_BLOCKS + " blocks");
        }
        bytes = new long[partitions * rows.length];
        ofPartition = new long[partitions];
        first = new int[hosts + 1];
        for (int row = 0; row < rows.length; row++) {
            take(row, rows[row]);
        }
        for (int host = 0; host < hosts; host++) {
            first[host + 1] += first[host];
        }
        byHost = new int[rows.length];
        int[] next = Arrays.copyOf(first, hosts);
        for (int row = 0; row < rows.length; row++) {
            byHost[next[senders[row]]++] = row;
        }
    }

    private void take(int row, long[] ofRow) {
        if (ofRow.length != partitions) {
            throw new IllegalArgumentException(
                    "row " + row + " has " + ofRow.length + " partitions, the first one " + partitions);
        }
        if (senders[row] < 0 || senders[row] >= hosts) {
            throw new IllegalArgumentException("row " + row + " lies on host " + senders[row] + " of " + hosts);
        }
        first[senders[row] + 1]++;
        for (int partition = 0; partition < partitions; partition++) {
            if (ofRow[partition] < 0) {
                throw new IllegalArgumentException(
                        "row " + row + " has " + ofRow[partition] + " bytes for partition " + partition);
            }
            ofPartition[partition] += ofRow[partition];
            bytes[block(row, partition)] = ofRow[partition];
        }
    }

    /** The place of a block among all: those of a partition follow each other, in the order of rows. */
    int block(int row, int partition) {
        return partition * senders.length + row;
    }

    public int hosts() {
        return hosts;
    }

    public int rows() {
        return senders.length;
    }

    public int partitions() {
        return partitions;
    }

    /** The host on which a row lies. */
    public int sender(int row) {
        return senders[row];
    }

    /** Writes down for each block, in the order of {@link #block}, the host on which it lies. */
    void copySenders(int[] byBlock) {
        for (int block = 0; block < byBlock.length; block += senders.length) {
            System.arraycopy(senders, 0, byBlock, block, senders.length);
        }
    }

    public long bytes(int row, int partition) {
        return bytes[block(row, partition)];
    }

    /** Of all rows. */
    public long partitionBytes(int partition) {
        return ofPartition[partition];
    }

    /** Of all blocks. */
    public long allBytes() {
        return Arrays.stream(ofPartition).sum();
    }

    /** How many rows lie on a host. */
    public int rowsOn(int host) {
        return first[host + 1] - first[host];
    }

    /** One of the rows on a host, from 0. */
    public int rowOn(int host, int at) {
        return byHost[first[host] + at];
    }
}
