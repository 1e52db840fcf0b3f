// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** On real lineages of Spark's. */
class FileWalkTest {
    @TempDir
    private static Path directory;

    private static SparkSession spark;
    private static JavaSparkContext context;
    private static Path file;
    private static long bytes;

    @BeforeAll
    static void start() throws Exception {
        spark = SparkSession.builder()
                .config(new SparkConf()
                        .setMaster("local[1]")
                        .setAppName("files")
                        .set("spark.ui.enabled", "false")
                        .set("spark.driver.host", "127.0.0.1")
                        .set("spark.sql.warehouse.dir", "target/warehouse")
                        .set("spark.sql.files.maxPartitionBytes", "4k")
                        .set("spark.sql.files.openCostInBytes", "0"))
                .getOrCreate();
        context = new JavaSparkContext(spark.sparkContext());
        file = Files.write(
                directory.resolve("lines.txt"),
                IntStream.range(0, 2000).mapToObj(i -> "word" + i % 100).toList());
        bytes = Files.size(file);
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static List<FilePart> all(RDD<?> rdd) {
        return IntStream.range(0, rdd.partitions().length)
                .boxed()
                .flatMap(partition -> FileWalk.of(rdd, partition).stream())
                .toList();
    }

    private static void coversTheFile(List<FilePart> parts) {
        assertThat(parts).hasSizeGreaterThan(1);
        long end = 0;
        for (FilePart part : parts) {
            assertThat(part.file().getName()).isEqualTo("lines.txt");
            assertThat(part.start()).isEqualTo(end);
            end += part.length();
        }
        assertThat(end).isEqualTo(bytes);
    }

    @Test
    void splitsOfAFileBehindMapsAndFilters() {
        coversTheFile(all(context.textFile(file.toString(), 3)
                .map(String::length)
                .filter(length -> length > 1)
                .rdd()));
    }

    @Test
    void splitsOfTheNewerInterface() {
        context.hadoopConfiguration().set("mapreduce.input.fileinputformat.split.maxsize", "5000");
        coversTheFile(all(context.newAPIHadoopFile(
                        file.toString(),
                        org.apache.hadoop.mapreduce.lib.input.TextInputFormat.class,
                        org.apache.hadoop.io.LongWritable.class,
                        org.apache.hadoop.io.Text.class,
                        context.hadoopConfiguration())
                .rdd()));
    }

    @Test
    void partsOfATable() {
        coversTheFile(all(spark.read()
                .text(file.toString())
                .filter("value > 'w'")
                .queryExecution()
                .toRdd()));
    }

    @Test
    void nothingBehindAShuffleAndOfWhatWasNoFile() {
        assertThat(all(context.textFile(file.toString(), 3)
                        .mapToPair(word -> new Tuple2<>(word, 1))
                        .reduceByKey(Integer::sum, 4)
                        .rdd()))
                .isEmpty();
        assertThat(all(context.parallelize(List.of(1, 2, 3), 3).rdd())).isEmpty();
    }

    @Test
    void bothSidesOfAUnion() {
        RDD<?> twice = context.textFile(file.toString(), 2)
                .union(context.textFile(file.toString(), 2))
                .rdd();

        assertThat(all(twice).stream().mapToLong(FilePart::length).sum()).isEqualTo(2 * bytes);
    }

    @Test
    void columnsThatATableIsReadFor() {
        Path table = directory.resolve("table");
        spark.range(1000)
                .selectExpr("id AS a", "id AS b", "id AS c")
                .coalesce(1)
                .write()
                .parquet(table.toString());

        List<FilePart> parts = all(spark.read()
                .parquet(table.toString())
                .select("c", "a")
                .queryExecution()
                .toRdd());
        assertThat(parts).isNotEmpty().allSatisfy(part -> {
            assertThat(part.isParquet()).isTrue();
            assertThat(part.isKnown()).isTrue();
            assertThat(part.columns()).contains(Set.of("a", "c"));
        });
    }

    @Test
    void whatIsReadIsToldByTheName() {
        assertThat(named("/a/part-0.snappy.parquet").isKnown())
                .as("columns are not known")
                .isFalse();
        assertThat(named("/a/part-0.ORC").isKnown()).isFalse();
        assertThat(named("/a.orc/part-0.avro").isKnown()).isTrue();
    }

    private static FilePart named(String file) {
        return new FilePart(new org.apache.hadoop.fs.Path(file), 0, 1);
    }
}
