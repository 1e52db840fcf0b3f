// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.storage.BlockData;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.io.ChunkedByteBuffer;
import scala.Option;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Spark's own storage in this executor: its memory manager counts copies as storage memory, and may evict those that no task reads. They are in memory alone: evicted ones are gone, none is written
 * to a disk. The driver is not told of them.
 */
final class BlockManagerStorage implements CopyStorage {
    private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);

    private final BlockManager blocks;
    private final MemoryManager memory;

    BlockManagerStorage(SparkEnv env) {
        blocks = env.blockManager();
        memory = env.memoryManager();
    }

    @Override
    public boolean put(CopyKey key, byte[] content) {
        return blocks.putBytes(
                key.copy(),
                new ChunkedByteBuffer(ByteBuffer.wrap(content)),
                StorageLevel.MEMORY_ONLY_SER(),
                false,
                BYTES);
    }

    @Override
    public Optional<ByteBuffer> pin(CopyKey key) {
        Option<BlockData> found = blocks.getLocalBytes(key.copy());
        return found.isDefined() ? Optional.of(found.get().toByteBuffer()) : Optional.empty();
    }

    /** By the task's number: Spark knows by its thread who asks, and whoever reads what a task has fetched may do so on another one. */
    @Override
    public void unpin(CopyKey key, long task) {
        blocks.blockInfoManager().unlock(key.copy(), Option.<Object>apply(task));
    }

    /** Spark would wait for as long as a block is locked, and tasks with it: one whose lock was lost is left to be evicted. */
    @Override
    public void remove(CopyKey key) {
        Option<BlockInfo> found = blocks.blockInfoManager().get(key.copy());
        if (found.isDefined() && found.get().readerCount() == 0) {
            blocks.removeBlock(key.copy(), false);
        }
    }

    @Override
    public boolean contains(CopyKey key) {
        return blocks.memoryStore().contains(key.copy());
    }

    @Override
    public long poolBytes() {
        return memory.maxOnHeapStorageMemory() + memory.onHeapExecutionMemoryUsed();
    }

    @Override
    public long freeBytes() {
        return memory.maxOnHeapStorageMemory() - memory.onHeapStorageMemoryUsed();
    }
}
