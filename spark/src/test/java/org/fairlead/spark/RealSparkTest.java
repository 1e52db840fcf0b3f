// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import io.fairlead.spark.FairleadPlugin;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

@Timeout(600)
class RealSparkTest {
    private static final String OURS = "FairleadTaskScheduler";
    private static final int LINES = 20_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "local[1]| spark.fairlead.mode| observe| Fairlead is off, Spark runs as stock: there is nothing to place on master local[1]",
                "local-cluster[1,1,1024]| spark.fairlead.mod| enforce| Fairlead is off, Spark runs as stock: spark.fairlead.mod: no such key; did you mean spark.fairlead.mode?",
                "local-cluster[1,1,1024]| spark.fairlead.mode| nonsense| Fairlead is off, Spark runs as stock: spark.fairlead.mode: 'nonsense' is not one of off, observe, canary, enforce",
                "local-cluster[1,1,1024]| spark.fairlead.topology.file| gone.yaml| Fairlead is off, Spark runs as stock: spark.fairlead.topology.file: gone.yaml: no such file",
                "local-cluster[1,1,1024]| spark.fairlead.mode| enforce| Fairlead is on: mode enforce (ours counts), policy fairlead, no controller: executors' own counters;"
            })
    void oneWarningSaysWhetherItIsOnAndWhyNot(String master, String key, String value, String line) throws Exception {
        SparkConf conf = SmallSpark.conf(master)
                .set("spark.plugins", FairleadPlugin.class.getName())
                .set(key, value);
        try (SaidInLog log = SaidInLog.atWarn("org.fairlead.spark");
                SparkSession spark = SmallSpark.session(conf)) {
            assertThat(spark.sparkContext().isStopped()).isFalse();
            assertThat(log.lines()).singleElement().satisfies(said -> {
                assertThat(said.text()).startsWith(line);
                assertThat(said.trace()).isFalse();
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dfs.client.replica.accessor.builder.classes| org.example.Own| dfs.client.replica.accessor.builder.classes is set, and stays as it is: org.example.Own",
                "fs.hdfs.impl| org.example.Own| fs.hdfs.impl is set, and stays as it is: org.example.Own"
            })
    void whatSomebodyHasSetIsLeftAloneAndNothingIsFetchedAhead(String key, String value, String why) throws Exception {
        SparkConf conf = SmallSpark.conf("local-cluster[1,1,1024]")
                .set("spark.plugins", FairleadPlugin.class.getName())
                .set("spark.fairlead.prefetch.mode", "enforce")
                .set("spark.hadoop." + key, value);
        try (SaidInLog log = SaidInLog.atWarn("org.fairlead.spark");
                SparkSession spark = SmallSpark.session(conf)) {
            assertThat(spark.sparkContext().hadoopConfiguration().get(key)).isEqualTo(value);
            assertThat(log.lines())
                    .extracting(SaidInLog.Line::text)
                    .contains("Fairlead fetches no input ahead: " + why)
                    .hasSize(2);
        }
    }

    @Test
    void onePluginLineMakesOurSchedulerAndLeavesTheMasterAsItIs() throws Exception {
        SparkConf conf = SmallSpark.conf(SmallSpark.MASTER).set("spark.plugins", FairleadPlugin.class.getName());
        try (SparkSession spark = SmallSpark.session(conf)) {
            assertThat(scheduler(spark)).isEqualTo(OURS);
            assertThat(spark.sparkContext().master()).isEqualTo(SmallSpark.MASTER);
            assertThat(count(spark)).isEqualTo(LINES);
        }
    }

    @ParameterizedTest
    @CsvSource({"local[2],observe", "local[2],enforce", "local,enforce", "'local-cluster[1,1,1024]',nonsense"})
    void whereThereIsNothingForUsSparkIsStock(String master, String mode) throws Exception {
        SparkConf conf = SmallSpark.conf(master)
                .set("spark.plugins", FairleadPlugin.class.getName())
                .set("spark.fairlead.mode", mode)
                .set("spark.fairlead.plan.always", "true");
        try (SparkSession spark = SmallSpark.session(conf)) {
            assertThat(scheduler(spark)).isEqualTo("TaskSchedulerImpl");
            assertThat(spark.sparkContext().master()).isEqualTo(master);
        }
    }

    @ParameterizedTest
    @CsvSource({"observe,none", "canary,none", "enforce,none", "enforce,throw", "enforce,hang", "enforce,slow:30ms"})
    void resultsAreThoseOfStockInEachModeAndUnderEachFault(String mode, String fault) throws Exception {
        SparkConf conf = known(mode).set("spark.fairlead.fault.policy", fault);
        try (SparkSession spark = SmallSpark.session(conf)) {
            assertThat(scheduler(spark)).isEqualTo(OURS);
            assertThat(wordCount(spark)).isEqualTo(expected());
        }
    }

    @Test
    void barrierStagesStreamingQueriesAndFairPoolsRun() throws Exception {
        SparkConf conf = known("enforce").set("spark.scheduler.mode", "FAIR");
        try (SparkSession spark = SmallSpark.session(conf)) {
            assertThat(barrier(spark)).containsExactlyInAnyOrder(0, 1);
            assertThat(stream(spark)).isEqualTo(LINES);
            spark.sparkContext().setLocalProperty("spark.scheduler.pool", "etl");
            assertThat(wordCount(spark)).isEqualTo(expected());
        }
    }

    /** What hangs on it, such as broadcast variables, would stay in executors' memory. */
    @Test
    void theRddOfAJobThatIsOverIsNotHeld() throws Exception {
        try (SparkSession spark = SmallSpark.session(known("enforce"))) {
            WeakReference<RDD<?>> counted = counted(spark);

            soon("it is collected", () -> {
                System.gc();
                return counted.get() == null;
            });
        }
    }

    private static WeakReference<RDD<?>> counted(SparkSession spark) {
        JavaRDD<Integer> numbers =
                JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(List.of(1, 2, 3, 4), 2);
        assertThat(numbers.count()).isEqualTo(4);
        return new WeakReference<>(numbers.rdd());
    }

    private static SparkConf known(String mode) {
        return SmallSpark.conf(SmallSpark.MASTER)
                .set("spark.plugins", SmallSpark.KnownCluster.class.getName())
                .set("spark.fairlead.mode", mode)
                .set("spark.fairlead.plan.always", "true");
    }

    private static String scheduler(SparkSession spark) {
        return spark.sparkContext().taskScheduler().getClass().getSimpleName();
    }

    private static long count(SparkSession spark) {
        return spark.range(0, LINES, 1, 8).repartition(4).count();
    }

    private Path input() throws Exception {
        Path input = directory.resolve("input");
        if (!Files.exists(input)) {
            Files.createDirectory(input);
            Files.write(
                    input.resolve("lines.txt"),
                    IntStream.range(0, LINES).mapToObj(i -> "word" + i % 100).toList());
        }
        return input;
    }

    private List<String> wordCount(SparkSession spark) throws Exception {
        List<Row> rows = spark.read()
                .option("maxPartitionBytes", "32k")
                .text(input().toString())
                .groupBy("value")
                .count()
                .collectAsList();
        return rows.stream()
                .map(row -> row.getString(0) + "=" + row.getLong(1))
                .sorted()
                .collect(Collectors.toList());
    }

    private static List<String> expected() {
        return IntStream.range(0, 100)
                .mapToObj(word -> "word" + word + "=" + LINES / 100)
                .sorted()
                .toList();
    }

    private static List<Integer> barrier(SparkSession spark) {
        return JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(List.of(1, 2), 2)
                .rdd()
                .barrier()
                .mapPartitions(new BarrierStep(), false, ClassTag$.MODULE$.<Integer>apply(Integer.class))
                .toJavaRDD()
                .collect();
    }

    /** Waits for the stage's other tasks, and tells its own number. */
    private static final class BarrierStep extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>>
            implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Integer> apply(Iterator<Integer> numbers) {
            BarrierTaskContext.get().barrier();
            return CollectionConverters.asScala(
                    List.of(BarrierTaskContext.get().partitionId()).iterator());
        }
    }

    private long stream(SparkSession spark) throws Exception {
        StreamingQuery query = spark.readStream()
                .text(input().toString())
                .writeStream()
                .format("memory")
                .queryName("lines")
                .trigger(Trigger.AvailableNow())
                .start();
        query.awaitTermination();
        return spark.table("lines").count();
    }
}
