// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.plugin.ExecutorSide;
import org.fairlead.spark.schedule.MeasuredPicture;
import org.fairlead.spark.shuffle.PackedLengths;
import org.fairlead.spark.shuffle.SampleLengths;
import org.fairlead.spark.shuffle.ShuffleMessages;
import scala.Tuple2;

/** A job in a Spark of two hosts whose map output is copied while its stage runs, and whose answer is known without Spark. */
final class CopiedJob {
    /** Map tasks of a third of a second each, in four waves. */
    static final int MAPS = 16;

    static final double LINK_BYTES_PER_SECOND = 8e5;

    private static final int REDUCES = 8;
    private static final int ROWS = MAPS * 4000;
    private static final Encoder<Tuple2<Long, String>> PAIR = Encoders.tuple(Encoders.LONG(), Encoders.STRING());

    private CopiedJob() {}

    /** Our plug-in, whose driver's side a test can ask, and make hear lies; links are idle, and slow enough for copies to gain. */
    public static final class Asked implements SparkPlugin {
        /** At which links carry, in the next application. */
        static volatile double linkBytesPerSecond = LINK_BYTES_PER_SECOND;
        /** Whether the driver is told lengths of map output that are not true. */
        static volatile boolean lies;

        static volatile DriverSide driver;

        @Override
        public DriverPlugin driverPlugin() {
            Topology topology = new Topology.Builder("slow links")
                    .switchNode("e1")
                    .host(TwoHosts.FIRST, "r1")
                    .cable(TwoHosts.FIRST, "e1", linkBytesPerSecond)
                    .host(TwoHosts.SECOND, "r1")
                    .cable(TwoHosts.SECOND, "e1", linkBytesPerSecond)
                    .build();
            DriverSide side = new DriverSide((context, settings) -> new MeasuredPicture(topology), TimeSource.SYSTEM);
            driver = side;
            return new DriverPlugin() {
                @Override
                public Map<String, String> init(SparkContext context, PluginContext plugin) {
                    return side.init(context, plugin);
                }

                @Override
                public void registerMetrics(String applicationId, PluginContext plugin) {
                    side.registerMetrics(applicationId, plugin);
                }

                @Override
                public Object receive(Object message) throws IOException {
                    return side.receive(lies ? altered(message) : message);
                }

                @Override
                public void shutdown() {
                    side.shutdown();
                }
            };
        }

        @Override
        public ExecutorPlugin executorPlugin() {
            return new ExecutorSide(TimeSource.SYSTEM);
        }

        /** Some blocks seem to be longer than they are, the others shorter; all together are as long. */
        private static Object altered(Object message) throws IOException {
            if (!ShuffleMessages.isOurs(message)
                    || !(message instanceof Object[] told)
                    || told.length != 5
                    || !(told[4] instanceof byte[] packed)) {
                return message;
            }
            long[] lengths = PackedLengths.unpack(packed);
            long[] lied = IntStream.range(0, lengths.length)
                    .mapToLong(i -> i % 2 == 0 ? lengths[i] + lengths[i] / 2 : lengths[i] / 2)
                    .toArray();
            return new Object[] {told[0], told[1], told[2], told[3], SampleLengths.packed(lied)};
        }
    }

    /** Of an application that copies. */
    static SparkConf conf(TwoHosts cluster) {
        return SmallSpark.conf(cluster.url())
                .set("spark.executor.cores", "2")
                .set("spark.plugins", Asked.class.getName())
                .set("spark.fairlead.shuffle.mode", "enforce");
    }

    /** Without Spark. */
    static long answer() throws NoSuchAlgorithmException {
        return answer(ROWS);
    }

    /** Of so many rows, without Spark. */
    static long answer(int rows) throws NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-512");
        long sum = 0;
        for (long value = 0; value < rows; value++) {
            byte[] hash = digest.digest(Long.toString(value).getBytes(StandardCharsets.UTF_8));
            CRC32 checksum = new CRC32();
            checksum.update(HexFormat.of().formatHex(hash).getBytes(StandardCharsets.UTF_8));
            sum += checksum.getValue() * (value % 97 + 1);
        }
        return sum;
    }

    /** Map tasks whose rows are shuffled by a key. */
    static long run(SparkSession spark, Disturbance whileMapping) {
        return sum(mapped(spark.range(0, ROWS, 1, MAPS).as(Encoders.LONG()), whileMapping)
                .repartition(REDUCES, functions.col("k")));
    }

    /** The same, but all rows, of some 9 MB, are one partition. */
    static long runHot(SparkSession spark) {
        return sum(mapped(spark.range(0, ROWS, 1, MAPS).as(Encoders.LONG()), Disturbance.NONE)
                .repartition(REDUCES, functions.lit(0)));
    }

    /** The same, but Spark may have a task read several partitions. */
    static long runCoalesced(SparkSession spark) {
        return sum(mapped(spark.range(0, ROWS, 1, MAPS).as(Encoders.LONG()), Disturbance.NONE)
                .repartition(functions.col("k")));
    }

    /** The same, and something befalls tasks that have begun to read. */
    static long runAndDisturbReaders(SparkSession spark, Disturbance whileReducing) {
        return run(spark, ROWS, Disturbance.NONE, whileReducing);
    }

    /** The same with so many rows, and something befalls tasks of both stages. */
    static long run(SparkSession spark, int rows, Disturbance whileMapping, Disturbance whileReducing) {
        return sum(mapped(spark.range(0, rows, 1, MAPS).as(Encoders.LONG()), whileMapping)
                .repartition(REDUCES, functions.col("k"))
                .as(PAIR)
                .mapPartitions(after(whileReducing, 0), PAIR)
                .toDF("k", "v"));
    }

    /** The same, and tasks read what they have fetched on threads of their own, of which Spark knows nothing. */
    static long runAndReadElsewhere(SparkSession spark) {
        return sum(mapped(spark.range(0, ROWS, 1, MAPS).as(Encoders.LONG()), Disturbance.NONE)
                .repartition(REDUCES, functions.col("k"))
                .as(PAIR)
                .mapPartitions(
                        (MapPartitionsFunction<Tuple2<Long, String>, Tuple2<Long, String>>) CopiedJob::readElsewhere,
                        PAIR)
                .toDF("k", "v"));
    }

    private static <T> Iterator<T> readElsewhere(Iterator<T> rows) {
        List<T> read = new ArrayList<>();
        CompletableFuture.runAsync(() -> rows.forEachRemaining(read::add), work -> new Thread(work).start())
                .join();
        return read.iterator();
    }

    /** Rows that come in any order are dealt out in turn: which of them a partition has is another one whenever a task is made again. */
    static long runIndeterminate(SparkSession spark, Disturbance whileMapping) {
        spark.conf().set("spark.sql.execution.sortBeforeRepartition", "false");
        try {
            return sum(mapped(spark.range(0, ROWS, 1, 4).as(Encoders.LONG()).repartition(MAPS), whileMapping)
                    .repartition(REDUCES));
        } finally {
            spark.conf().unset("spark.sql.execution.sortBeforeRepartition");
        }
    }

    private static Dataset<Row> mapped(Dataset<Long> numbers, Disturbance whileMapping) {
        return numbers.mapPartitions(after(whileMapping, 300), Encoders.LONG())
                .selectExpr("value % 97 AS k", "sha2(cast(value AS string), 512) AS v");
    }

    private static <T> MapPartitionsFunction<T, T> after(Disturbance disturbance, long millis) {
        return rows -> {
            Thread.sleep(millis);
            disturbance.strike();
            return rows;
        };
    }

    private static long sum(Dataset<Row> rows) {
        return rows.selectExpr("sum(crc32(v) * (k + 1))").as(Encoders.LONG()).first();
    }
}
