// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.List;
import org.apache.spark.SparkContext;

/** Checks, before map output is copied, that this Spark has what that relies on and no public interface promises. */
final class ShuffleSignatures {
    private static final String MANAGER = "org.apache.spark.shuffle.sort.SortShuffleManager";
    private static final String RESOLVER = "org.apache.spark.shuffle.IndexShuffleBlockResolver";
    private static final String HANDLE = "org.apache.spark.shuffle.ShuffleHandle";
    private static final String CONTEXT = "org.apache.spark.TaskContext";
    private static final String BLOCK = "org.apache.spark.storage.BlockId";
    private static final String BLOCKS = "org.apache.spark.storage.BlockManager";
    private static final String LOCKS = "org.apache.spark.storage.BlockInfoManager";
    private static final String BUFFER = "org.apache.spark.network.buffer.ManagedBuffer";
    private static final String MEMORY = "org.apache.spark.memory.MemoryManager";
    private static final String ADDRESS = "org.apache.spark.storage.BlockManagerId";
    private static final String WRITER = "org.apache.spark.shuffle.ShuffleWriter";

    private ShuffleSignatures() {}

    /** What is not there, in words; nothing when all is as expected. */
    static List<String> missing() {
        SignatureCheck check = new SignatureCheck(SparkContext.class.getClassLoader());
        managers(check);
        blocks(check);
        memory(check);
        return check.missing();
    }

    private static void managers(SignatureCheck check) {
        check.constructor(MANAGER, "org.apache.spark.SparkConf");
        check.method(
                MANAGER,
                WRITER,
                "getWriter",
                HANDLE,
                long.class,
                CONTEXT,
                "org.apache.spark.shuffle.ShuffleWriteMetricsReporter");
        check.method(
                MANAGER,
                "org.apache.spark.shuffle.ShuffleReader",
                "getReader",
                HANDLE,
                int.class,
                int.class,
                int.class,
                int.class,
                CONTEXT,
                "org.apache.spark.shuffle.ShuffleReadMetricsReporter");
        check.method(MANAGER, boolean.class, "canUseBatchFetch", int.class, int.class, CONTEXT);
        check.method(MANAGER, boolean.class, "unregisterShuffle", int.class);
        check.constructor(RESOLVER, "org.apache.spark.SparkConf");
        check.method(RESOLVER, BUFFER, "getBlockData", BLOCK, "scala.Option");
        check.method(
                RESOLVER,
                "org.apache.spark.network.client.StreamCallbackWithID",
                "putShuffleBlockAsStream",
                BLOCK,
                "org.apache.spark.serializer.SerializerManager");
        check.constructor(
                "org.apache.spark.shuffle.BlockStoreShuffleReader",
                "org.apache.spark.shuffle.BaseShuffleHandle",
                "scala.collection.Iterator",
                CONTEXT,
                "org.apache.spark.shuffle.ShuffleReadMetricsReporter",
                "org.apache.spark.serializer.SerializerManager",
                BLOCKS,
                "org.apache.spark.MapOutputTracker",
                boolean.class);
        check.constructor(
                "org.apache.spark.shuffle.FetchFailedException",
                ADDRESS,
                int.class,
                long.class,
                int.class,
                int.class,
                String.class,
                Throwable.class);
        check.method(
                "org.apache.spark.shuffle.FetchFailedException",
                "org.apache.spark.TaskFailedReason",
                "toTaskFailedReason");
        check.method("org.apache.spark.FetchFailed", ADDRESS, "bmAddress");
        check.method("org.apache.spark.FetchFailed", long.class, "mapId");
        check.method(WRITER, "scala.Option", "stop", boolean.class);
        check.method(WRITER, long[].class, "getPartitionLengths");
        check.method(
                "org.apache.spark.MapOutputTracker",
                "scala.collection.Iterator",
                "getMapSizesByExecutorId",
                int.class,
                int.class,
                int.class,
                int.class,
                int.class);
        check.method("org.apache.spark.ShuffleDependency", boolean.class, "isShuffleMergeFinalizedMarked");
        check.method("org.apache.spark.scheduler.StageInfo", "scala.Option", "shuffleDepId");
        check.constructor("org.apache.spark.scheduler.JobFailed", Exception.class);
        check.method("org.apache.spark.scheduler.cluster.ExecutorInfo", int.class, "resourceProfileId");
    }

    private static void blocks(SignatureCheck check) {
        check.constructor("org.apache.spark.storage.ShuffleBlockId", int.class, long.class, int.class);
        check.method("org.apache.spark.storage.ShuffleBlockBatchId", int.class, "startReduceId");
        check.method("org.apache.spark.storage.ShuffleBlockBatchId", int.class, "endReduceId");
        check.constructor("org.apache.spark.storage.BroadcastBlockId", long.class, String.class);
        check.method(
                BLOCKS,
                boolean.class,
                "putBytes",
                BLOCK,
                "org.apache.spark.util.io.ChunkedByteBuffer",
                "org.apache.spark.storage.StorageLevel",
                boolean.class,
                "scala.reflect.ClassTag");
        check.method(BLOCKS, "scala.Option", "getLocalBytes", BLOCK);
        check.method(BLOCKS, LOCKS, "blockInfoManager");
        check.method(LOCKS, void.class, "unlock", BLOCK, "scala.Option");
        check.method(LOCKS, "scala.Option", "get", BLOCK);
        check.method("org.apache.spark.storage.BlockInfo", int.class, "readerCount");
        check.method(BLOCKS, void.class, "removeBlock", BLOCK, boolean.class);
        check.method(BLOCKS, "org.apache.spark.network.BlockTransferService", "blockTransferService");
        check.method(
                "org.apache.spark.network.shuffle.BlockStoreClient",
                void.class,
                "fetchBlocks",
                String.class,
                int.class,
                String.class,
                String[].class,
                "org.apache.spark.network.shuffle.BlockFetchingListener",
                "org.apache.spark.network.shuffle.DownloadFileManager");
        check.method(BUFFER, Object.class, "convertToNetty");
        check.method(BUFFER, Object.class, "convertToNettyForSsl");
    }

    private static void memory(SignatureCheck check) {
        check.method("org.apache.spark.SparkEnv", MEMORY, "memoryManager");
        check.method(MEMORY, long.class, "maxOnHeapStorageMemory");
        check.method(MEMORY, long.class, "onHeapStorageMemoryUsed");
        check.method(MEMORY, long.class, "onHeapExecutionMemoryUsed");
        check.method(BLOCKS, "org.apache.spark.storage.memory.MemoryStore", "memoryStore");
        check.method("org.apache.spark.storage.memory.MemoryStore", boolean.class, "contains", BLOCK);
    }
}
