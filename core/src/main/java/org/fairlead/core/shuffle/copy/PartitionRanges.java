// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle.copy;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which executor each partition of a shuffle belongs to: neighbours to one executor, as far as their bytes allow, since Spark coalesces neighbours into one task; each slot has about as many bytes. A partition with more
 * bytes than an even part is hot: it has a slot for itself, with the executor that has most left, and the others are divided among the slots that are left.
 *
 * <p>Example: partitions of 1, 1, 10, 1 and 1 bytes and two executors of two slots. 10 is more than 14 / 4, and takes a slot of executor 1; the others are 4 for three slots: executor 0 has partitions 0, 1 and 3, executor 1 has 2 and 4.
 */
final class PartitionRanges {
    private PartitionRanges() {}

    /**
     * @param bytes by partition
     * @param slots by executor, above 0 of at least one
     * @return by partition, its executor
     */
    static int[] owners(long[] bytes, int[] slots) {
        boolean[] hot = new boolean[bytes.length];
        int left = markHot(bytes, Arrays.stream(slots).sum(), hot);
        int[] free = slots.clone();
        int[] owners = new int[bytes.length];
        double weight = 0;
        for (int partition = 0; partition < bytes.length; partition++) {
            if (hot[partition]) {
                owners[partition] = mostFree(free);
                free[owners[partition]]--;
            } else {
                weight += weight(bytes[partition]);
            }
        }
        int[] executors = IntStream.range(0, free.length)
                .flatMap(executor -> IntStream.generate(() -> executor).limit(free[executor]))
                .toArray();
        double before = 0;
        for (int partition = 0; partition < bytes.length; partition++) {
            if (!hot[partition]) {
                double middle = before + weight(bytes[partition]) / 2;
                owners[partition] = executors[Math.min(left - 1, (int) (middle / weight * left))];
                before += weight(bytes[partition]);
            }
        }
        return owners;
    }

    /** Of equals the last one. */
    private static int mostFree(int[] free) {
        int most = 0;
        for (int executor = 1; executor < free.length; executor++) {
            most = free[executor] >= free[most] ? executor : most;
        }
        return most;
    }

    /** An empty partition is a task, too. */
    private static double weight(long bytes) {
        return bytes + 1.0;
    }

    /** @return slots that are left for what is not hot; at least one */
    private static int markHot(long[] bytes, int slots, boolean[] hot) {
        int left = slots;
        double sum = Arrays.stream(bytes).mapToDouble(PartitionRanges::weight).sum();
        for (boolean changes = true; changes; ) {
            changes = false;
            for (int partition = 0; partition < bytes.length && left > 1; partition++) {
                if (!hot[partition] && weight(bytes[partition]) > sum / left) {
                    hot[partition] = true;
                    sum -= weight(bytes[partition]);
                    left--;
                    changes = true;
                }
            }
        }
        return left;
    }
}
