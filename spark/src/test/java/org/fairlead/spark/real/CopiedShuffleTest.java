// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.BlockData;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BroadcastBlockId;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.plugin.ExecutorSide;
import org.fairlead.spark.schedule.MeasuredPicture;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.exchange.CopyOutcome;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;

/** Map output that is copied while its stage runs, in a real Spark of two hosts: whatever becomes of copies, the answer is stock's. */
@Timeout(600)
class CopiedShuffleTest {
    private static final int MAPS = 16;
    private static final int ROWS = MAPS * 4000;
    private static final long PATIENCE_MILLIS = 60_000;

    @TempDir
    private static Path directory;

    private static TwoHosts cluster;
    private static long answer;

    /** Our plug-in, whose driver's side the test can ask; links are idle, and slow enough for copies to gain. */
    public static final class Asked implements SparkPlugin {
        static volatile DriverSide driver;

        @Override
        public DriverPlugin driverPlugin() {
            Topology topology = new Topology.Builder("slow links")
                    .switchNode("e1")
                    .host(TwoHosts.FIRST, "r1")
                    .cable(TwoHosts.FIRST, "e1", 4e5)
                    .host(TwoHosts.SECOND, "r1")
                    .cable(TwoHosts.SECOND, "e1", 4e5)
                    .build();
            driver = new DriverSide((context, settings) -> new MeasuredPicture(topology), TimeSource.SYSTEM);
            return driver;
        }

        @Override
        public ExecutorPlugin executorPlugin() {
            return new ExecutorSide(TimeSource.SYSTEM);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        answer = answer();
        cluster = new TwoHosts();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Without Spark. */
    private static long answer() throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        long sum = 0;
        for (long value = 0; value < ROWS; value++) {
            byte[] hash = digest.digest(Long.toString(value).getBytes(StandardCharsets.UTF_8));
            CRC32 checksum = new CRC32();
            checksum.update(HexFormat.of().formatHex(hash).getBytes(StandardCharsets.UTF_8));
            sum += checksum.getValue() * (value % 97 + 1);
        }
        return sum;
    }

    private SparkConf conf() {
        return SmallSpark.conf(cluster.url())
                .set("spark.executor.cores", "2")
                .set("spark.plugins", Asked.class.getName())
                .set("spark.fairlead.shuffle.mode", "enforce");
    }

    /** Tasks are placed by plans, which stand on where copies are; files are encrypted. */
    @Test
    void whateverBecomesOfCopiesTheAnswerIsStocks() throws Exception {
        Path modes = directory.resolve("modes.yaml");
        Path fault = Files.writeString(directory.resolve("fault"), "none");
        SparkConf conf = conf().set("spark.io.encryption.enabled", "true")
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.plan.always", "true")
                .set("spark.fairlead.modes.file", modes.toString())
                .set("spark.fairlead.fault.shuffle", "file:" + fault);
        try (SparkSession spark = SmallSpark.session(conf)) {
            CopyPlanner copies = Asked.driver.copies().orElseThrow();
            soon("both executors run", () -> executors().count() == 2);

            assertThat(run(spark, false)).isEqualTo(answer);
            soon("copies are read", () -> copies.count(CopyCount.BYTES_READ) > 0);
            assertThat(copies.count(CopyCount.BYTES_CORRUPT)).isZero();

            spark.conf().set("spark.sql.adaptive.enabled", "false");
            long before = copies.count(CopyCount.BYTES_READ);
            assertThat(run(spark, false)).isEqualTo(answer);
            soon("more are read", () -> copies.count(CopyCount.BYTES_READ) > before);
            assertThat(copies.count(CopyCount.BYTES_READ)).isLessThanOrEqualTo(copies.count(CopyCount.BYTES_COPIED));
            soon("what was not read is gone", () -> copies.count(CopyCount.BYTES_HELD) == 0);

            assertThat(run(spark, true)).isEqualTo(answer);
            soon("altered copies are found", () -> copies.count(CopyCount.BYTES_CORRUPT) > 0);

            Files.writeString(fault, "throw");
            assertThat(run(spark, false)).isEqualTo(answer);
            assertThat(copies.count(CopyOutcome.FAILED)).isPositive();
            Files.writeString(fault, "none");

            Files.writeString(modes, "shuffle: observe\n");
            soon("it only observes", () -> run(spark, false) == answer && copies.count(CopyOutcome.OBSERVED) > 0);
            Files.delete(modes);

            CompletableFuture<Void> killing = CompletableFuture.runAsync(() -> killWhileCopying(copies));
            soon("one is killed meanwhile", () -> run(spark, false) == answer && killing.isDone());
            killing.get();
            assertThat(copies.count(CopyCount.FAILURES)).isZero();
        }
    }

    private static void killWhileCopying(CopyPlanner copies) {
        long before = copies.count(CopyCount.BYTES_COPIED);
        soon("something is copied", () -> copies.count(CopyCount.BYTES_COPIED) > before);
        assertThat(executors().findFirst().orElseThrow().destroyForcibly()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "128KiB"})
    void theCapHolds(String memory) {
        try (SparkSession spark = SmallSpark.session(conf().set("spark.fairlead.shuffle.memory", memory))) {
            CopyPlanner copies = Asked.driver.copies().orElseThrow();
            soon("both executors run", () -> executors().count() == 2);

            assertThat(run(spark, false)).isEqualTo(answer);

            if (memory.equals("0")) {
                assertThat(copies.count(CopyOutcome.NO_MEMORY)).isPositive();
                assertThat(copies.count(CopyCount.BYTES_COPIED)).isZero();
            } else {
                soon("credits are refused", () -> copies.count(CopyCount.CREDITS_REFUSED) > 0);
                soon("copies are read", () -> copies.count(CopyCount.BYTES_READ) > 0);
            }
            assertThat(copies.count(CopyCount.FAILURES)).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Map tasks of a third of a second, in four waves, whose rows are shuffled. */
    private static long run(SparkSession spark, boolean alters) {
        MapPartitionsFunction<Long, Long> slowly = rows -> {
            Thread.sleep(300);
            if (alters && TaskContext.getPartitionId() >= MAPS - 6) {
                alterCopies();
            }
            return rows;
        };
        return spark.range(0, ROWS, 1, MAPS)
                .as(Encoders.LONG())
                .mapPartitions(slowly, Encoders.LONG())
                .selectExpr("value % 97 AS k", "sha2(cast(value AS string), 512) AS v")
                .repartition(8, functions.col("k"))
                .selectExpr("sum(crc32(v) * (k + 1))")
                .as(Encoders.LONG())
                .first();
    }

    /** In an executor: a byte of each copy that is there. */
    private static void alterCopies() {
        BlockManager blocks = SparkEnv.get().blockManager();
        for (Iterator<Tuple2<BlockId, BlockInfo>> all =
                        blocks.blockInfoManager().entries();
                all.hasNext(); ) {
            BlockId block = all.next()._1();
            if (block instanceof BroadcastBlockId named && named.broadcastId() >= 1L << 60) {
                Option<BlockData> found = blocks.getLocalBytes(block);
                if (found.isDefined()) {
                    found.get().toByteBuffer().array()[7]++;
                    blocks.releaseLock(block, Option.empty());
                }
            }
        }
    }

    private static Stream<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"));
    }

    private interface Condition {
        boolean holds();
    }

    private static void soon(String what, Condition condition) {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (!condition.holds()) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(what, e);
            }
        }
    }
}
