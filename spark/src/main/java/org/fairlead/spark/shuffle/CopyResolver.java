// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.StreamCallbackWithID;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleBlockId;
import scala.Option;

/** Spark's resolver of local blocks, but a block of which the asking task has pinned a copy is the copy. */
final class CopyResolver extends IndexShuffleBlockResolver {
    private final Supplier<IndexShuffleBlockResolver> stocks;
    private final Function<CopyKey, Optional<ManagedBuffer>> copies;

    /**
     * @param stocks keeps account of what moves here from executors that are decommissioned
     * @param copies of the task that asks
     */
    CopyResolver(
            SparkConf conf,
            Supplier<IndexShuffleBlockResolver> stocks,
            Function<CopyKey, Optional<ManagedBuffer>> copies) {
        super(conf);
        this.stocks = stocks;
        this.copies = copies;
    }

    @Override
    public ManagedBuffer getBlockData(BlockId block, Option<String[]> directories) {
        if (block instanceof ShuffleBlockId shuffle && directories.isEmpty()) {
            Optional<ManagedBuffer> copy = copies.apply(CopyKey.of(shuffle));
            if (copy.isPresent()) {
                return copy.get();
            }
        }
        return super.getBlockData(block, directories);
    }

    @Override
    public StreamCallbackWithID putShuffleBlockAsStream(BlockId block, SerializerManager serializers) {
        return stocks.get().putShuffleBlockAsStream(block, serializers);
    }
}
