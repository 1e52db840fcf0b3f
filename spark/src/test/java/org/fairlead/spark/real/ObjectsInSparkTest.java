// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.SmallStore;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole way of an object: foreseen by the driver, fetched through S3A by an executor's process, read from its memory by a task of Spark's. */
@Timeout(300)
class ObjectsInSparkTest {
    private static final String LINE = "x".repeat(63) + "\n";
    private static final int PARTS = 12;
    private static final int ROWS = 12 * 4000;

    @TempDir
    private Path directory;

    private SparkConf conf(SmallStore objects) throws Exception {
        Topology topology = new Topology.Builder("one host")
                .switchNode("e1")
                .host("localhost", "r1")
                .host("h1", "r1")
                .cable("localhost", "e1", 1e9)
                .cable("h1", "e1", 1e9)
                .build();
        Path file = Files.writeString(directory.resolve("topology.yaml"), TopologyFile.text(topology));
        SparkConf conf = SmallSpark.conf("local-cluster[2,1,1024]")
                .set("spark.plugins", PrefetchedJob.Asked.class.getName())
                .set("spark.fairlead.topology.file", file.toString())
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.plan.always", "true") // the network is idle
                .set("spark.fairlead.prefetch.mode", "enforce")
                .set("spark.fairlead.prefetch.objects", "true");
        objects.settings().forEach((key, value) -> conf.set("spark.hadoop." + key, value));
        return conf;
    }

    @Test
    void whatTasksWillReadOfAnObjectIsFetchedBeforeTheyStart() throws Exception {
        byte[] content = LINE.repeat(PARTS * (512 << 10) / LINE.length()).getBytes(StandardCharsets.UTF_8);
        try (SmallStore objects = SmallStore.start()) {
            objects.write("/dir/lines", content);
            try (JavaSparkContext spark = new JavaSparkContext(conf(objects))) {
                PrefetchOrders orders =
                        PrefetchedJob.Asked.DRIVER.prefetchOrders().orElseThrow();
                long lines = spark.textFile(SmallStore.uri() + "/dir/lines", PARTS)
                        .mapPartitions(all -> {
                            Thread.sleep(300);
                            return all;
                        })
                        .count();

                assertThat(lines).isEqualTo(content.length / LINE.length());
                soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) > 0);
                assertThat(orders.count(PrefetchCount.HITS)).isPositive();
                assertThat(orders.count(PrefetchCount.FETCHES_FAILED)).isZero();
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();
                tablesAreFetchedToo(spark, objects, orders);
            }
        }
    }

    /** Spark opens files of tables by what it has listed, which has no etag. */
    private void tablesAreFetchedToo(JavaSparkContext spark, SmallStore objects, PrefetchOrders orders)
            throws Exception {
        SparkSession sql = SparkSession.builder().sparkContext(spark.sc()).getOrCreate();
        sql.conf().set("spark.sql.files.maxPartitionBytes", 1 << 20);
        Path table = directory.resolve("table");
        sql.range(0, ROWS, 1, PARTS)
                .selectExpr("id", "id * 7 as other", "sha2(cast(id as string), 256) as text")
                .write()
                .parquet(table.toString());
        try (Stream<Path> files = Files.list(table)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".parquet")).toList()) {
                objects.write("/table/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
        long hits = orders.count(PrefetchCount.HITS);

        List<Row> read = sql.read()
                .parquet(SmallStore.uri() + "/table")
                .select("other")
                .javaRDD()
                .mapPartitions(all -> {
                    Thread.sleep(300);
                    return all;
                })
                .collect();

        assertThat(read.stream().map(row -> row.getLong(0)).sorted().toList())
                .containsExactlyElementsOf(
                        LongStream.range(0, ROWS).map(id -> id * 7).boxed().toList());
        soon("it is told", () -> orders.count(PrefetchCount.HITS) > hits);
        assertThat(orders.count(PrefetchCount.FAILURES)).isZero();
    }
}
