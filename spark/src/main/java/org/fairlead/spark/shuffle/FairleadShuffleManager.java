// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.shuffle.BaseShuffleHandle;
import org.apache.spark.shuffle.BlockStoreShuffleReader;
import org.apache.spark.shuffle.FetchFailedException;
import org.apache.spark.shuffle.IndexShuffleBlockResolver;
import org.apache.spark.shuffle.ShuffleHandle;
import org.apache.spark.shuffle.ShuffleReadMetricsReporter;
import org.apache.spark.shuffle.ShuffleReader;
import org.apache.spark.shuffle.ShuffleWriteMetricsReporter;
import org.apache.spark.shuffle.ShuffleWriter;
import org.apache.spark.shuffle.sort.SortShuffleManager;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Spark's sort shuffle, whose tasks read copies of blocks where their executor holds some, and tell the driver exact lengths of what they have written ({@code spark.shuffle.manager}).
 *
 * <p><b>It is the sort shuffle</b>, not something around it: Spark SQL asks for that class before it decides whether rows have to be copied one by one, and decommissioning asks for its resolver's. Output is written and
 * registered as in stock.
 *
 * <p><b>A read is Spark's own reader</b> with another list of blocks: a copy that is here counts as a local block, and the resolver, which Spark asks for local blocks, gives the copy. So decompression, decryption, metrics,
 * aggregation and sorting are stock's. Copies are pinned and checked before the list is made; none can be missing when it is read, and a block without one keeps its original's address. Hence a fetch that fails is one from an original,
 * and names it. Where Spark fetches a map task's neighbouring blocks as one, copies are read as one, too, and only where all of them are here: Spark tells such a range by its ends. A copy that is as it came and cannot be decoded, since the original is corrupt on its disk or was altered on its way, is a failure of the original, too ({@link CopyReader}): where Spark would fetch once more before, the stage is made again.
 *
 * <p>Only first attempts read copies, of tasks and of stages: whatever goes wrong, the next attempt is stock's way.
 */
public class FairleadShuffleManager extends SortShuffleManager {
    private static volatile ShuffleParticipant participant = ShuffleParticipant.NONE;

    /** By the task that reads it, and the block. */
    private final Map<Reading, ManagedBuffer> pinned = new ConcurrentHashMap<>();

    private final IndexShuffleBlockResolver resolver;

    private record Reading(long task, CopyKey block) {}

    /** As Spark makes it. */
    public FairleadShuffleManager(SparkConf conf) {
        super(conf);
        resolver = new CopyResolver(conf, super::shuffleBlockResolver, this::copyOf);
    }

    /** From now on it takes part in the shuffles of this process. */
    public static void join(ShuffleParticipant other) {
        participant = other;
    }

    /** From now on it does not, if it did. */
    public static void leave(ShuffleParticipant other) {
        if (participant == other) {
            participant = ShuffleParticipant.NONE;
        }
    }

    @Override
    public <K, V> ShuffleWriter<K, V> getWriter(
            ShuffleHandle handle, long mapId, TaskContext context, ShuffleWriteMetricsReporter metrics) {
        ShuffleWriter<K, V> stocks = super.getWriter(handle, mapId, context, metrics);
        ShuffleParticipant told = participant;
        return told == ShuffleParticipant.NONE
                ? stocks
                : new MeasuredWriter<>(stocks, lengths -> told.wrote(handle.shuffleId(), mapId, lengths));
    }

    @Override
    public <K, C> ShuffleReader<K, C> getReader(
            ShuffleHandle handle,
            int startMapIndex,
            int endMapIndex,
            int startPartition,
            int endPartition,
            TaskContext context,
            ShuffleReadMetricsReporter metrics) {
        ShuffleParticipant asked = participant;
        if (asked.hasCopies(handle.shuffleId())
                && context.attemptNumber() == 0
                && context.stageAttemptNumber() == 0
                // The resolver knows by its thread which task asks.
                && TaskContext.get() == context
                && handle instanceof BaseShuffleHandle<?, ?, ?> base
                && !base.dependency().isShuffleMergeFinalizedMarked()) {
            boolean inBatches = SortShuffleManager.canUseBatchFetch(startPartition, endPartition, context);
            Optional<CopiedBlocks> blocks =
                    blocks(asked, handle, startMapIndex, endMapIndex, startPartition, endPartition, inBatches, context);
            if (blocks.isPresent()) {
                @SuppressWarnings("unchecked") // as Spark's own manager does
                BaseShuffleHandle<K, ?, C> typed = (BaseShuffleHandle<K, ?, C>) handle;
                SparkEnv env = SparkEnv.get();
                ShuffleReader<K, C> sparks = new BlockStoreShuffleReader<>(
                        typed,
                        blocks.get().byAddress(),
                        context,
                        metrics,
                        env.serializerManager(),
                        env.blockManager(),
                        env.mapOutputTracker(),
                        inBatches);
                return new CopyReader<>(
                        sparks,
                        env.blockManager().blockManagerId(),
                        blocks.get().originals());
            }
        }
        return super.getReader(handle, startMapIndex, endMapIndex, startPartition, endPartition, context, metrics);
    }

    /** Empty where stock's list is as good, or ours cannot be made. */
    private Optional<CopiedBlocks> blocks(
            ShuffleParticipant asked,
            ShuffleHandle handle,
            int startMapIndex,
            int endMapIndex,
            int startPartition,
            int endPartition,
            boolean inBatches,
            TaskContext context) {
        try {
            CopiedBlocks blocks = CopiedBlocks.of(
                    SparkEnv.get()
                            .mapOutputTracker()
                            .getMapSizesByExecutorId(
                                    handle.shuffleId(), startMapIndex, endMapIndex, startPartition, endPartition),
                    SparkEnv.get().blockManager().blockManagerId(),
                    asked,
                    inBatches,
                    context);
            if (blocks.isEmpty()) {
                return Optional.empty();
            }
            long task = context.taskAttemptId();
            blocks.copies().forEach((key, copy) -> pinned.put(new Reading(task, key), copy));
            TaskCompletionListener forgets =
                    ended -> blocks.copies().keySet().forEach(key -> pinned.remove(new Reading(task, key)));
            context.addTaskCompletionListener(forgets);
            return Optional.of(blocks);
        } catch (Exception | LinkageError e) {
            if (!(e instanceof FetchFailedException)) { // where output is missing, stock's own reader says so
                asked.failed(e);
            }
            return Optional.empty();
        }
    }

    private Optional<ManagedBuffer> copyOf(CopyKey block) {
        TaskContext context = TaskContext.get();
        return context == null
                ? Optional.empty()
                : Optional.ofNullable(pinned.get(new Reading(context.taskAttemptId(), block)));
    }

    @Override
    public IndexShuffleBlockResolver shuffleBlockResolver() {
        return resolver;
    }

    @Override
    public boolean unregisterShuffle(int shuffleId) {
        participant.removed(shuffleId);
        return super.unregisterShuffle(shuffleId);
    }
}
