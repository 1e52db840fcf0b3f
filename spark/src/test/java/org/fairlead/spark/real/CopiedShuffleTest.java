// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;

/** Map output that is copied while its stage runs, in a real Spark of two hosts: whatever becomes of copies, the answer is stock's. */
@Timeout(600)
class CopiedShuffleTest {
    private static final int MAPS = 16;
    private static final int ROWS = MAPS * 4000;
    private static final long PATIENCE_MILLIS = 60_000;

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
    static void start() throws IOException {
        cluster = new TwoHosts();
        try (SparkSession spark =
                SmallSpark.session(SmallSpark.conf(cluster.url()).set("spark.executor.cores", "2"))) {
            answer = run(spark, false);
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** What goes on while output is copied. */
    enum Course {
        /** Tasks are placed by plans, which stand on where copies are. */
        PLANNED_ADAPTIVE_AND_ENCRYPTED {
            @Override
            SparkConf with(SparkConf conf) {
                return conf.set("spark.io.encryption.enabled", "true")
                        .set("spark.fairlead.mode", "enforce")
                        .set("spark.fairlead.plan.always", "true");
            }

            @Override
            void check(CopyPlanner copies) {
                readsCopies(copies);
            }
        },
        NOT_ADAPTIVE_AND_HARDLY_ANY_MEMORY {
            @Override
            SparkConf with(SparkConf conf) {
                return conf.set("spark.sql.adaptive.enabled", "false").set("spark.fairlead.shuffle.memory", "128KiB");
            }

            @Override
            void check(CopyPlanner copies) {
                readsCopies(copies);
                soon("credits are refused", () -> copies.count(CopyCount.CREDITS_REFUSED) > 0);
            }
        },
        COPIES_ALTERED {
            @Override
            void check(CopyPlanner copies) {
                soon("altered copies are found", () -> copies.count(CopyCount.BYTES_CORRUPT) > 0);
            }
        },
        NO_MEMORY {
            @Override
            SparkConf with(SparkConf conf) {
                return conf.set("spark.fairlead.shuffle.memory", "0");
            }

            @Override
            void check(CopyPlanner copies) {
                assertThat(copies.count(CopyOutcome.NO_MEMORY)).isPositive();
                assertThat(copies.count(CopyCount.BYTES_COPIED)).isZero();
            }
        },
        RECEIVER_KILLED {
            @Override
            void strike(CopyPlanner copies) {
                soon("something is copied", () -> copies.count(CopyCount.BYTES_COPIED) > 0);
                assertThat(executors().findFirst().orElseThrow().destroyForcibly())
                        .isTrue();
            }
        },
        PLANNER_THROWS {
            @Override
            SparkConf with(SparkConf conf) {
                return conf.set("spark.fairlead.fault.shuffle", "throw");
            }

            @Override
            void check(CopyPlanner copies) {
                assertThat(copies.count(CopyOutcome.FAILED)).isPositive();
                assertThat(copies.count(CopyCount.BYTES_COPIED)).isZero();
            }
        };

        SparkConf with(SparkConf conf) {
            return conf;
        }

        void strike(CopyPlanner copies) {}

        void check(CopyPlanner copies) {}

        static void readsCopies(CopyPlanner copies) {
            soon("copies are read", () -> copies.count(CopyCount.BYTES_READ) > 0);
            assertThat(copies.count(CopyCount.BYTES_CORRUPT)).isZero();
            assertThat(copies.count(CopyCount.BYTES_READ)).isLessThanOrEqualTo(copies.count(CopyCount.BYTES_COPIED));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theAnswerIsStocks(Course course) throws Exception {
        SparkConf conf = course.with(SmallSpark.conf(cluster.url())
                .set("spark.executor.cores", "2")
                .set("spark.plugins", Asked.class.getName())
                .set("spark.fairlead.shuffle.mode", "enforce"));
        try (SparkSession spark = SmallSpark.session(conf)) {
            CopyPlanner copies = Asked.driver.copies().orElseThrow();
            soon("both executors run", () -> executors().count() == 2);
            CompletableFuture<Void> striking = CompletableFuture.runAsync(() -> course.strike(copies));

            assertThat(run(spark, course == Course.COPIES_ALTERED)).isEqualTo(answer);

            striking.get();
            course.check(copies);
            assertThat(copies.count(CopyCount.FAILURES)).isZero();
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
