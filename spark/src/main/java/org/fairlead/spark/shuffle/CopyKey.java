// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BroadcastBlockId;
import org.apache.spark.storage.ShuffleBlockId;

/**
 * One map task's output for one partition, and the name of its copy.
 *
 * <p>A copy is named as a block of a broadcast, whose identity no broadcast of Spark's reaches: blocks named as a shuffle's are refused by Spark, and all blocks of one broadcast can be removed at once.
 *
 * @param map the map task's unique id, which no other attempt has
 */
public record CopyKey(int shuffle, long map, int reduce) {
    private static final long FIRST_IDENTITY = 1L << 60;

    public static CopyKey of(ShuffleBlockId block) {
        return new CopyKey(block.shuffleId(), block.mapId(), block.reduceId());
    }

    /** As Spark names what was written. */
    public ShuffleBlockId original() {
        return new ShuffleBlockId(shuffle, map, reduce);
    }

    /** As the copy is named in Spark's storage. */
    public BlockId copy() {
        return new BroadcastBlockId(FIRST_IDENTITY + shuffle, "map" + map + "reduce" + reduce);
    }
}
