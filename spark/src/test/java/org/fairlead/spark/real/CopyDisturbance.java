// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.storage.BlockData;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BroadcastBlockId;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.io.ChunkedByteBuffer;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** What befalls copies of map output in an executor, by its last map tasks, when most of the copies are there. */
final class CopyDisturbance {
    /** Cached blocks that nobody has computed have this one's number. */
    static final int TABLE = 1 << 20;

    private static final int LAST_MAPS = 6;
    private static final int CACHED_BLOCK_BYTES = 8 << 20;
    private static final int MOST_CACHED_BLOCKS = 64;
    private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);

    private CopyDisturbance() {}

    private static boolean isLast() {
        return TaskContext.getPartitionId() >= CopiedJob.MAPS - LAST_MAPS;
    }

    /** One byte of each copy. */
    static Disturbance altered() {
        return () -> {
            if (isLast()) {
                copies().forEach(copy ->
                        content(copy).ifPresent(content -> content.put(7, (byte) (content.get(7) + 1))));
            }
        };
    }

    /** The end of each copy is missing. */
    static Disturbance cutShort() {
        return () -> {
            if (isLast()) {
                cutAllShort();
            }
        };
    }

    /** One task of an executor after the other: Spark loses count of a block's readers where one begins to read what another one puts anew. */
    private static synchronized void cutAllShort() {
        copies().forEach(copy -> content(copy).ifPresent(content -> {
            byte[] shorter = new byte[content.remaining() - 9];
            content.get(shorter);
            SparkEnv.get().blockManager().removeBlock(copy, false);
            assertThat(cache(copy, shorter)).isTrue();
        }));
    }

    /** Blocks of a cached table take all memory that Spark has for blocks. */
    static Disturbance memoryTaken() {
        return () -> {
            int block = MOST_CACHED_BLOCKS * TaskContext.getPartitionId();
            int end = block + MOST_CACHED_BLOCKS;
            while (isLast() && block < end && cache(new RDDBlockId(TABLE, block), new byte[CACHED_BLOCK_BYTES])) {
                block++;
            }
        };
    }

    /** The second host loses all output of the newest shuffle that it has written so far, unseen by Spark. */
    static Disturbance outputLost() {
        return () -> {
            boolean isThere =
                    SparkEnv.get().blockManager().blockManagerId().host().equals(TwoHosts.SECOND);
            if (isLast() && isThere && TaskContext.get().stageAttemptNumber() == 0) {
                List<File> written = outputFiles();
                int newest = written.stream()
                        .mapToInt(CopyDisturbance::shuffle)
                        .max()
                        .orElse(0);
                for (File file : written) {
                    if (shuffle(file) == newest) {
                        Files.deleteIfExists(file.toPath());
                    }
                }
            }
        };
    }

    private static List<File> outputFiles() {
        return CollectionConverters.asJava(
                        SparkEnv.get().blockManager().diskBlockManager().getAllFiles())
                .stream()
                .filter(file -> file.getName().startsWith("shuffle_"))
                .toList();
    }

    private static int shuffle(File file) {
        return Integer.parseInt(file.getName().split("_", -1)[1]);
    }

    private static boolean cache(BlockId name, byte[] content) {
        return SparkEnv.get()
                .blockManager()
                .putBytes(
                        name,
                        new ChunkedByteBuffer(ByteBuffer.wrap(content)),
                        StorageLevel.MEMORY_ONLY_SER(),
                        name instanceof RDDBlockId,
                        BYTES);
    }

    /** Empty where the block is not there any more. */
    private static Optional<ByteBuffer> content(BlockId block) {
        BlockManager blocks = SparkEnv.get().blockManager();
        Option<BlockData> found = blocks.getLocalBytes(block);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ByteBuffer content = found.get().toByteBuffer();
        blocks.releaseLock(block, Option.empty());
        return Optional.of(content);
    }

    /** All that are in this executor. */
    static List<BlockId> copies() {
        List<BlockId> found = new ArrayList<>();
        for (Iterator<Tuple2<BlockId, BlockInfo>> all =
                        SparkEnv.get().blockManager().blockInfoManager().entries();
                all.hasNext(); ) {
            BlockId block = all.next()._1();
            if (block instanceof BroadcastBlockId named && named.broadcastId() >= 1L << 60) {
                found.add(block);
            }
        }
        return found;
    }
}
