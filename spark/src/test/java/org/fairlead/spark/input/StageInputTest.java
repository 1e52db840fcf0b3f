// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.fairlead.core.task.InputKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

class StageInputTest {
    @TempDir
    private static Path directory;

    private static SparkSession spark;
    private static Path file;
    private static long bytes;

    @BeforeAll
    static void start() throws Exception {
        spark = SparkSession.builder()
                .config(new SparkConf()
                        .setMaster("local[1]")
                        .setAppName("input")
                        .set("spark.ui.enabled", "false")
                        .set("spark.driver.host", "127.0.0.1")
                        .set("spark.sql.warehouse.dir", "target/warehouse")
                        .set("spark.sql.files.maxPartitionBytes", "4k")
                        .set("spark.sql.files.openCostInBytes", "0"))
                .getOrCreate();
        file = Files.write(
                directory.resolve("lines.txt"),
                IntStream.range(0, 2000).mapToObj(i -> "word" + i % 100).toList());
        bytes = Files.size(file);
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    @Test
    void tasksOfAFileReadItsParts() {
        StageInput input = of(spark.read()
                .text(file.toString())
                .filter("value > 'w'")
                .queryExecution()
                .toRdd());

        assertThat(input.kind()).isEqualTo(InputKind.BLOCKS);
        assertThat(input.bytes(0)).isEqualTo(4096);
        assertThat(sum(input, 4)).isEqualTo((double) bytes);
    }

    @Test
    void tasksOfAHadoopFileReadTheirSplits() {
        RDD<?> rdd = context().textFile(file.toString(), 3).map(String::length).rdd();
        StageInput input = of(rdd);

        assertThat(input.kind()).isEqualTo(InputKind.BLOCKS);
        assertThat(sum(input, rdd.partitions().length)).isEqualTo((double) bytes);
    }

    @Test
    void stagesOverTheSameFileOnceOpenedReadTheSame() {
        JavaRDD<String> lines = context().textFile(file.toString(), 3);
        StageInput lengths = of(lines.map(String::length).rdd());
        StageInput some =
                of(lines.filter(line -> line.endsWith("7")).map(String::length).rdd());

        assertThat(lengths.scans()).hasSize(1).isEqualTo(some.scans());
        assertThat(of(context().textFile(file.toString(), 3).rdd()).scans())
                .hasSize(1)
                .isNotEqualTo(some.scans());
    }

    @Test
    void tasksAfterAShuffleReadWhatEarlierOnesWrote() {
        JavaPairRDD<String, Integer> counts = context()
                .textFile(file.toString(), 3)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 4);
        assertThat(counts.count()).isEqualTo(100);
        StageInput input = of(counts.rdd());

        assertThat(input.kind()).isEqualTo(InputKind.SHUFFLE);
        assertThat(IntStream.range(0, 4).mapToDouble(input::bytes)).allMatch(read -> read > 0);
    }

    @Test
    void whatIsMadeFromNothingReadsNothingThatWeKnow() {
        StageInput input = of(context().parallelize(List.of(1, 2, 3), 3).rdd());

        assertThat(input.meanBytes()).isNaN();
        assertThat(input.bytes(7)).isNaN();
        assertThat(StageInput.unknown().bytes(0)).isNaN();
    }

    @Test
    void broadcastVariablesAreFoundInWhatSqlMakesOfAJoin() {
        StageInput input = of(spark.range(1000)
                .join(functions.broadcast(spark.range(0, 500, 2)), "id")
                .queryExecution()
                .toRdd());

        assertThat(input.broadcasts()).hasSize(1);
        BroadcastBlocks blocks = BroadcastBlocks.of(input, SparkEnv.get().blockManager());
        assertThat(blocks.missingOn("h1"))
                .as("only the driver has it")
                .isGreaterThan(250) // 250 rows
                .isLessThan(1e6);
    }

    @Test
    void broadcastVariablesAreFoundInFunctionsOfTheUser() {
        Broadcast<Integer> one = context().broadcast(7);
        Broadcast<String> other = context().broadcast("no task reads it");
        RDD<?> rdd = context()
                .parallelize(List.of(1, 2, 3), 3)
                .map(number -> number + one.value())
                .filter(number -> number > 8)
                .rdd();

        assertThat(of(rdd).broadcasts()).contains(one.id()).doesNotContain(other.id());
        assertThat(of(context().parallelize(List.of(1), 1).rdd()).broadcasts()).isEmpty();
    }

    private static StageInput of(RDD<?> rdd) {
        return StageInput.of(rdd, (MapOutputTrackerMaster) SparkEnv.get().mapOutputTracker());
    }

    private static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    private static double sum(StageInput input, int partitions) {
        return Arrays.stream(
                        IntStream.range(0, partitions).mapToDouble(input::bytes).toArray())
                .sum();
    }
}
