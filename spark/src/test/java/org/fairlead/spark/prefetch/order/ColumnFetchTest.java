// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.FileWalk;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.FetchingExecutor;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.read.PlacedFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three of ten columns of a real table, as Parquet and as ORC, on a real HDFS: what is fetched is what Spark's reader reads. */
@Tag("long")
@Timeout(300)
class ColumnFetchTest {
    private static final ExtentLocator.Way FROM_ANYWHERE = new ExtentLocator.Way(name -> -1, 0, 1);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc"})
    void chunksOfTheColumnsThatAreRead(String format) throws Exception {
        SparkSession spark = SparkSession.builder()
                .config(new SparkConf()
                        .setMaster("local[1]")
                        .setAppName("columns")
                        .set("spark.ui.enabled", "false")
                        .set("spark.driver.host", "127.0.0.1")
                        .set("spark.sql.warehouse.dir", "target/warehouse")
                        .set("spark.sql.files.maxPartitionBytes", "16m")
                        .set("spark.sql.files.openCostInBytes", "0"))
                .getOrCreate();
        try (SmallHdfs hdfs = SmallHdfs.start(directory.resolve("hdfs"))) {
            hdfs.write("/table." + format, table(spark, format));
            try (FetchingExecutor executor = hdfs.executor().start()) {
                Configuration tasks = spark.sparkContext().hadoopConfiguration();
                PlacedFileSystem.install(spark.sparkContext().conf(), tasks);
                tasks.setBoolean("fs.hdfs.impl.disable.cache", true); // the daemons' own client is there
                Dataset<Row> three = spark.read()
                        .format(format)
                        .load(hdfs.daemons().getURI() + "/table." + format)
                        .select("c1", "c4", "c7");
                RDD<?> rdd = three.queryExecution().toRdd();
                assertThat(rdd.partitions()).as("tasks").hasSizeGreaterThan(1);
                for (ExtentRequest request : requests(rdd, tasks)) {
                    executor.hold(request);
                }
                long fetched = executor.count(PrefetchCount.BYTES_FETCHED);
                long beside = executor.count(PrefetchCount.BYTES_BESIDE);
                long read = executor.count(PrefetchCount.BYTES_READ);

                three.write().format("noop").mode("overwrite").save();

                assertThat(executor.count(PrefetchCount.BYTES_BESIDE) - beside)
                        .as("bytes that were read and not held")
                        .isZero();
                assertThat(fetched)
                        .as("bytes that were fetched, of which Spark read so many")
                        .isLessThan((executor.count(PrefetchCount.BYTES_READ) - read) * 11 / 10);
                assertThat(executor.count(PrefetchCount.FAILURES)).isZero();
            }
        } finally {
            spark.stop();
        }
    }

    /** One file with row groups, or stripes, of 16 MiB. */
    private byte[] table(SparkSession spark, String format) throws Exception {
        Path table = directory.resolve("table");
        spark.range(500_000)
                .selectExpr(IntStream.range(0, 10)
                        .mapToObj(column -> "rand(" + column + ") AS c" + column)
                        .toArray(String[]::new))
                .coalesce(1)
                .write()
                .option("parquet.block.size", 16 << 20)
                .option("parquet.page.size", 1 << 16)
                .option("orc.stripe.size", 16 << 20)
                .format(format)
                .save(table.toString());
        try (Stream<Path> files = Files.list(table)) {
            return Files.readAllBytes(files.filter(file -> file.toString().endsWith("." + format))
                    .findFirst()
                    .orElseThrow());
        }
    }

    private static List<ExtentRequest> requests(RDD<?> rdd, Configuration tasks) throws Exception {
        ExtentLocator locator = new ExtentLocator(tasks, TimeSource.SYSTEM);
        List<ExtentRequest> requests = new ArrayList<>();
        for (int partition = 0; partition < rdd.partitions().length; partition++) {
            requests.addAll(locator.locate(FileWalk.of(rdd, partition), FROM_ANYWHERE, 1000)
                    .requests());
        }
        return requests;
    }
}
