// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.Dependency;
import org.apache.spark.MapOutputTrackerMaster;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.MapStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.CoalescedMapperPartitionSpec;
import org.apache.spark.sql.execution.CoalescedPartitionSpec;
import org.apache.spark.sql.execution.PartialMapperPartitionSpec;
import org.apache.spark.sql.execution.PartialReducerPartitionSpec;
import org.apache.spark.sql.execution.ShufflePartitionSpec;
import org.apache.spark.sql.execution.ShuffledRowRDD;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.BlockManagerId;
import org.fairlead.core.plan.StageTasks;
import org.fairlead.core.task.InputKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Map$;

@Tag("long")
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
    void aTaskReceivesFromTheHostsThatHoldItsOwnPart() {
        JavaPairRDD<String, Integer> counts = context()
                .textFile(file.toString(), 3)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 3);
        shuffled(counts.rdd().dependencies().head(), new long[][] {{100, 900, 0}, {100, 50, 0}, {100, 50, 7}});

        StageTasks.MapOutput output = of(counts.rdd()).mapOutput();

        assertThat(output.hosts()).containsExactly("h1", "h2", "h3");
        assertThat(shares(output, 0)).containsExactly(1 / 3.0, 1 / 3.0, 1 / 3.0);
        assertThat(shares(output, 1)[0]).isCloseTo(0.9, within(0.02)); // sizes are known to a twentieth
        assertThat(shares(output, 2)).containsExactly(0, 0, 1);
    }

    @Test
    void aStageReadsTheMapOutputOfAllItsShufflesWhereverItLies() {
        JavaPairRDD<String, Integer> words =
                context().textFile(file.toString(), 3).mapToPair(word -> new Tuple2<>(word, 1));
        JavaPairRDD<String, Integer> few = words.reduceByKey(Integer::sum, 1);
        JavaPairRDD<String, Integer> others = words.reduceByKey(Integer::max, 1);
        shuffled(few.rdd().dependencies().head(), new long[][] {{10}, {10}, {10}});
        MapOutputTrackerMaster outputs = (MapOutputTrackerMaster) SparkEnv.get().mapOutputTracker();

        assertThat(ShuffleWalk.readsMapOutputOn(few.rdd(), "h2", outputs)).isTrue();
        assertThat(ShuffleWalk.readsMapOutputOn(few.rdd(), "h4", outputs)).isFalse();
        assertThat(ShuffleWalk.readsMapOutputOn(
                        others.union(few).mapValues(count -> 2 * count).rdd(), "h3", outputs))
                .isTrue();
        assertThat(ShuffleWalk.readsMapOutputOn(others.rdd(), "h3", outputs)).isFalse();
        assertThat(ShuffleWalk.readsMapOutputOn(words.rdd(), "h1", outputs)).isFalse();
        outputs.removeOutputsOnHost("h2");
        assertThat(ShuffleWalk.readsMapOutputOn(few.rdd(), "h2", outputs)).isFalse();
    }

    @Test
    void aTaskOfSeveralPartitionsOrOfAPartOfOneReceivesWhatTheseDo() {
        ShuffleDependency<?, ?, ?> shuffle = (ShuffleDependency<?, ?, ?>) context()
                .textFile(file.toString(), 3)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 3)
                .rdd()
                .dependencies()
                .head();
        shuffled(shuffle, new long[][] {{9000, 1000, 1000}, {1000, 1000, 1000}, {1000, 0, 1000}});

        StageTasks.MapOutput output = of(adaptive(
                        shuffle,
                        new CoalescedPartitionSpec(0, 2, Option.empty()),
                        new PartialReducerPartitionSpec(0, 1, 2, 1000),
                        new PartialMapperPartitionSpec(0, 1, 3),
                        new CoalescedMapperPartitionSpec(1, 3, 3)))
                .mapOutput();

        assertThat(shares(output, 0)).containsExactly(new double[] {10 / 13.0, 2 / 13.0, 1 / 13.0}, within(0.02));
        assertThat(shares(output, 1)).containsExactly(0, 1, 0);
        assertThat(shares(output, 2)).containsExactly(1, 0, 0);
        assertThat(shares(output, 3)).containsExactly(new double[] {0, 3 / 5.0, 2 / 5.0}, within(0.02));
    }

    @Test
    void aBlockThatWasCopiedIsReceivedFromTheHostOfItsCopy() {
        JavaPairRDD<String, Integer> counts = context()
                .textFile(file.toString(), 3)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 2);
        shuffled(counts.rdd().dependencies().head(), new long[][] {{100, 100}, {100, 100}, {100, 100}});
        CopiedOutput copies = new CopiedOutput() {
            @Override
            public boolean isCopied(int shuffle) {
                return true;
            }

            @Override
            public String hostOfCopy(int shuffle, long map, int reduce) {
                return reduce == 0 && map != 2 ? "h9" : "";
            }
        };

        StageTasks.MapOutput output = StageInput.of(
                        counts.rdd(), (MapOutputTrackerMaster) SparkEnv.get().mapOutputTracker(), copies)
                .mapOutput();

        assertThat(output.hosts()).containsExactly("h1", "h2", "h3", "h9");
        assertThat(shares(output, 0)).containsExactly(0, 0, 1 / 3.0, 2 / 3.0);
        assertThat(shares(output, 1)).containsExactly(1 / 3.0, 1 / 3.0, 1 / 3.0, 0);
    }

    @Test
    void whatATaskReadsOfShufflesIsKnownByItsPartition() {
        JavaPairRDD<String, Integer> counts = context()
                .textFile(file.toString(), 3)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 3);
        ShuffleDependency<?, ?, ?> shuffle =
                (ShuffleDependency<?, ?, ?>) counts.rdd().dependencies().head();
        int id = shuffle.shuffleId();
        RDD<?> adaptive = adaptive(
                shuffle,
                new CoalescedPartitionSpec(0, 2, Option.empty()),
                new PartialReducerPartitionSpec(2, 1, 2, 1000),
                new CoalescedMapperPartitionSpec(1, 3, 3),
                new PartialMapperPartitionSpec(1, 0, 2));

        assertThat(ShuffleWalk.of(counts.mapValues(value -> value + 1).rdd(), 2))
                .containsExactly(new ShuffleRange(id, 2, 3));
        assertThat(ShuffleWalk.of(adaptive, 0)).containsExactly(new ShuffleRange(id, 0, 2));
        assertThat(ShuffleWalk.of(adaptive, 1)).containsExactly(new ShuffleRange(id, 2, 3));
        for (int besideItsMaps : new int[] {2, 3}) {
            assertThat(ShuffleWalk.of(adaptive, besideItsMaps)).containsExactly(new ShuffleRange(id, 0, 0));
        }
        assertThat(ShuffleWalk.of(context().textFile(file.toString(), 3).rdd(), 0))
                .isEmpty();
    }

    @Test
    void ofAVeryLargeShuffleAllReceiveAlike() {
        int maps = 2000;
        int reducers = 2100;
        JavaPairRDD<Integer, Integer> counts = context()
                .parallelize(List.of(1, 2, 3), maps)
                .mapToPair(number -> new Tuple2<>(number, 1))
                .reduceByKey(Integer::sum, reducers);
        long[][] bytes = new long[maps][];
        Arrays.setAll(bytes, map -> new long[reducers]);
        for (int reducer = 0; reducer < reducers; reducer++) {
            bytes[0][reducer] = 3000;
            bytes[1][reducer] = 1000;
        }
        shuffled(counts.rdd().dependencies().head(), bytes);

        StageTasks.MapOutput output = of(counts.rdd()).mapOutput();

        assertThat(output.bytes().differs()).isFalse();
        assertThat(output.bytes().whole().share(output.hosts().indexOf("h1"))).isCloseTo(0.75, within(0.02));
        assertThat(output.bytes().whole().bytes()).isCloseTo(4000.0 * reducers, withinPercentage(3));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static RDD<?> adaptive(ShuffleDependency<?, ?, ?> shuffle, ShufflePartitionSpec... specs) {
        return new ShuffledRowRDD((ShuffleDependency) shuffle, Map$.MODULE$.empty(), specs);
    }

    /** Has the tracker know of a shuffle's output: by map, the first on h1, and by reducer. */
    private static void shuffled(Dependency<?> dependency, long[][] bytes) {
        ShuffleDependency<?, ?, ?> shuffle = (ShuffleDependency<?, ?, ?>) dependency;
        MapOutputTrackerMaster tracker = (MapOutputTrackerMaster) SparkEnv.get().mapOutputTracker();
        tracker.registerShuffle(
                shuffle.shuffleId(), bytes.length, shuffle.partitioner().numPartitions());
        for (int map = 0; map < bytes.length; map++) {
            BlockManagerId host = BlockManagerId.apply("e" + (map + 1), "h" + (map + 1), 1000, Option.empty());
            tracker.registerMapOutput(shuffle.shuffleId(), map, MapStatus.apply(host, bytes[map], map, 0));
        }
    }

    private static double[] shares(StageTasks.MapOutput output, int task) {
        return IntStream.range(0, output.hosts().size())
                .mapToDouble(host -> output.bytes().of(task).share(host))
                .toArray();
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
