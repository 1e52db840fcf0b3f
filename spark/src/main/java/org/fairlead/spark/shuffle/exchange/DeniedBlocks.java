// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Blocks that owners were told to copy and will not: they do not count as copied any more. What is told waits for nobody, and is looked at by the planner's thread. Safe for threads. */
final class DeniedBlocks {
    /** A block's name and size in a message. */
    private static final long BLOCK_BYTES = 2L * Long.BYTES + Integer.BYTES;

    private final Map<Integer, MapStageOutput> shuffles;
    private final CopyRecords records;
    private final EventQueue events;

    /** @param shuffles by their numbers; safe for threads */
    DeniedBlocks(Map<Integer, MapStageOutput> shuffles, CopyRecords records, EventQueue events) {
        this.shuffles = shuffles;
        this.records = records;
        this.events = events;
    }

    /** Their owners were not told, or refuse them. */
    void refused(List<CopyOrders.Block> blocks) {
        events.add(() -> blocks.forEach(block -> deny(block.shuffle(), block.map(), block.reduce(), block.bytes())));
    }

    /**
     * Their owner has not copied them, and will not.
     *
     * @param map of each block, the unique id of the map task
     * @param reduce of each block, its partition
     * @param bytes of each block
     */
    void notCopied(int shuffle, long[] map, int[] reduce, long[] bytes) {
        events.add(BLOCK_BYTES * map.length, () -> {
            for (int block = 0; block < map.length; block++) {
                deny(shuffle, map[block], reduce[block], bytes[block]);
            }
        });
    }

    private void deny(int shuffle, long map, int reduce, long bytes) {
        records.planned(shuffle, -bytes);
        Optional.ofNullable(shuffles.get(shuffle)).ifPresent(stage -> stage.refused(map, reduce, bytes));
    }
}
