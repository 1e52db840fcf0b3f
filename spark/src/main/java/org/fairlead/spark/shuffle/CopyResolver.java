// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.StreamCallbackWithID;
import org.apache.spark.serializer.SerializerManager;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.ShuffleBlockBatchId;
import org.apache.spark.storage.ShuffleBlockId;
import scala.Option;

/** Spark's resolver of local blocks, but a block of which the asking task has pinned a copy is the copy; of several of a map task that are asked for as one it has pinned all, or none. */
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
        Optional<ManagedBuffer> copy = directories.isEmpty() ? copyOf(block) : Optional.empty();
        return copy.isPresent() ? copy.get() : super.getBlockData(block, directories);
    }

    private Optional<ManagedBuffer> copyOf(BlockId block) {
        if (block instanceof ShuffleBlockId shuffle) {
            return copies.apply(CopyKey.of(shuffle));
        }
        if (block instanceof ShuffleBlockBatchId batch) {
            List<ManagedBuffer> parts = IntStream.range(batch.startReduceId(), batch.endReduceId())
                    .mapToObj(reduce -> copies.apply(new CopyKey(batch.shuffleId(), batch.mapId(), reduce)))
                    .flatMap(Optional::stream)
                    .toList();
            return parts.isEmpty() ? Optional.empty() : Optional.of(new JoinedCopies(parts));
        }
        return Optional.empty();
    }

    @Override
    public StreamCallbackWithID putShuffleBlockAsStream(BlockId block, SerializerManager serializers) {
        return stocks.get().putShuffleBlockAsStream(block, serializers);
    }
}
