// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.storage.BlockData;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.BroadcastBlockId;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.ShuffleBlockId;
import org.apache.spark.storage.StorageLevel;
import org.fairlead.spark.SmallSpark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;
import scala.reflect.ClassTag$;

/**
 * What Spark does with a block that one process uploads to another by {@code BlockTransferService.uploadBlock}, as it does with replicas of cached
 * blocks: whether memory that copies of map output would take there is Spark's to count and to take back. The driver uploads; the only executor keeps.
 */
@Tag("long")
@Timeout(600)
class UploadedBlocksTest {
    private static final int MEGABYTE = 1 << 20;
    /** Far from any identity that Spark gives its own broadcasts. */
    private static final long OURS = 1L << 60;

    private JavaSparkContext spark;

    /** An executor with about 20 MB for tasks and blocks together. */
    private void start(double storageFraction) {
        SparkConf conf = SmallSpark.conf("local-cluster[1,1,1024]")
                .set("spark.memory.fraction", "0.1")
                .set("spark.memory.storageFraction", Double.toString(storageFraction));
        spark = new JavaSparkContext(conf);
        spark.parallelize(List.of(1), 1).count();
    }

    @AfterEach
    void stop() {
        spark.stop();
    }

    private static BlockId copy(int number) {
        return new BroadcastBlockId(OURS, "copy" + number);
    }

    private static byte[] content(int number, int bytes) {
        byte[] content = new byte[bytes];
        new Random(number).nextBytes(content);
        return content;
    }

    private static BlockManagerId executor() {
        BlockManager driver = SparkEnv.get().blockManager();
        return driver.master().getPeers(driver.blockManagerId()).head();
    }

    private static void upload(BlockId block, byte[] content) throws IOException {
        SparkEnv.get()
                .blockManager()
                .blockTransferService()
                .uploadBlockSync(
                        executor().host(),
                        executor().port(),
                        executor().executorId(),
                        block,
                        new NioManagedBuffer(ByteBuffer.wrap(content)),
                        StorageLevel.MEMORY_ONLY_SER(),
                        ClassTag$.MODULE$.apply(byte[].class));
    }

    /** Of Spark's memory in the executor. */
    private long storageMemoryUsed() {
        return spark.parallelize(List.of(1), 1)
                .map(one -> SparkEnv.get().memoryManager().storageMemoryUsed())
                .first();
    }

    /** Of a block in the executor's memory; 0 when it is not there. */
    private long bytesInMemory(BlockId block) {
        return spark.parallelize(List.of(1), 1)
                .map(one -> SparkEnv.get().blockManager().memoryStore().contains(block)
                        ? SparkEnv.get().blockManager().memoryStore().getSize(block)
                        : 0L)
                .first();
    }

    @Test
    void itIsCountedAsStorageMemoryToTheByte() throws IOException {
        start(0.5);
        long before = storageMemoryUsed();

        upload(copy(1), content(1, 4 * MEGABYTE));

        assertThat(bytesInMemory(copy(1))).isEqualTo(4 * MEGABYTE);
        // Beside it, the broadcast of a task's code comes and goes.
        assertThat(storageMemoryUsed() - before).isBetween(3_900_000L, 4_500_000L);
    }

    @Test
    void itIsReadWhereItIsAndFromElsewhere() throws Exception {
        start(0.5);
        byte[] content = content(2, 3 * MEGABYTE);
        upload(copy(2), content);

        byte[] there = spark.parallelize(List.of(1), 1)
                .map(one -> {
                    BlockManager blocks = SparkEnv.get().blockManager();
                    Option<BlockData> found = blocks.getLocalBytes(copy(2));
                    byte[] bytes = new byte[(int) found.get().size()];
                    found.get().toByteBuffer().get(bytes);
                    blocks.releaseLock(copy(2), Option.empty());
                    return bytes;
                })
                .first();
        ManagedBuffer fetched = SparkEnv.get()
                .blockManager()
                .blockTransferService()
                .fetchBlockSync(executor().host(), executor().port(), executor().executorId(), copy(2).name(), null);
        byte[] here = new byte[(int) fetched.size()];
        fetched.nioByteBuffer().get(here);

        assertThat(there).isEqualTo(content);
        assertThat(here).isEqualTo(content);
    }

    /** Takes what a task gets, and gives it back. */
    private static final class Hungry extends MemoryConsumer {
        Hungry(TaskMemoryManager memory) {
            super(memory, MemoryMode.ON_HEAP);
        }

        @Override
        public long spill(long size, MemoryConsumer trigger) {
            return 0;
        }
    }

    /** A task's memory takes only what blocks have above the share that is theirs. */
    @ParameterizedTest
    @CsvSource({"0.0, 0", "0.5, 4194304"})
    void aTaskTakesItsMemoryOnlyAboveTheShareOfStorage(double storageFraction, long left) throws IOException {
        start(storageFraction);
        upload(copy(3), content(3, 4 * MEGABYTE));

        long granted = spark.parallelize(List.of(1), 1)
                .map(one -> {
                    Hungry task = new Hungry(TaskContext.get().taskMemoryManager());
                    long got = task.acquireMemory(1L << 30);
                    task.freeMemory(got);
                    return got;
                })
                .first();

        assertThat(granted).isGreaterThan(10 * MEGABYTE);
        assertThat(bytesInMemory(copy(3))).isEqualTo(left);
    }

    /** Eviction knows no rank: the blocks unused for longest go, and a user's cached blocks are among them. */
    @Test
    void anUploadTakesTheRoomOfCachedBlocks() throws IOException {
        start(0.5);
        JavaRDD<byte[]> cached = spark.parallelize(List.of(1, 2, 3, 4, 5, 6, 7), 7)
                .map(number -> content(number, 2 * MEGABYTE))
                .persist(StorageLevel.MEMORY_ONLY_SER());
        cached.count();
        long before = inMemory(cached);

        upload(copy(4), content(4, 4 * MEGABYTE));
        upload(copy(5), content(5, 4 * MEGABYTE));

        assertThat(before).isEqualTo(7);
        assertThat(bytesInMemory(copy(4))).isEqualTo(4 * MEGABYTE);
        assertThat(bytesInMemory(copy(5))).isEqualTo(4 * MEGABYTE);
        assertThat(inMemory(cached)).isBetween(1L, 6L);
    }

    private long inMemory(JavaRDD<byte[]> cached) {
        return IntStream.range(0, cached.getNumPartitions())
                .filter(partition -> bytesInMemory(new RDDBlockId(cached.id(), partition)) > 0)
                .count();
    }

    @Test
    void oneThatDoesNotFitIsRefusedAndTheSenderIsTold() {
        start(0.5);

        assertThatThrownBy(() -> upload(copy(6), content(6, 24 * MEGABYTE)))
                .hasStackTraceContaining("not sufficient space available to store the block");
        assertThat(bytesInMemory(copy(6))).isZero();
    }

    /** Spark takes it for a file that moves away from an executor that is being decommissioned. */
    @Test
    void oneNamedAsABlockOfAShuffleIsRefused() {
        start(0.5);

        assertThatThrownBy(() -> upload(new ShuffleBlockId(1, 2, 3), content(9, MEGABYTE)))
                .hasStackTraceContaining("Unexpected shuffle block transfer");
    }

    /** All blocks of one broadcast's identity go together, in all executors. */
    @Test
    void copiesOfOneIdentityAreRemovedByOneMessage() throws IOException {
        start(0.5);
        upload(copy(7), content(7, MEGABYTE));
        upload(copy(8), content(8, MEGABYTE));

        SparkEnv.get().blockManager().master().removeBroadcast(OURS, true, true);

        assertThat(bytesInMemory(copy(7)) + bytesInMemory(copy(8))).isZero();
    }
}
