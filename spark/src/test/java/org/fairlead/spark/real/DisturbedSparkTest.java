// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.real.EnforcingSpark.LINES;
import static org.fairlead.spark.real.EnforcingSpark.MOST_SECONDS;
import static org.fairlead.spark.real.EnforcingSpark.READERS;
import static org.fairlead.spark.real.EnforcingSpark.WORDS;
import static org.fairlead.spark.real.WordCount.count;
import static org.fairlead.spark.real.WordCount.inABarrierStage;
import static org.fairlead.spark.real.WordCount.result;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.resource.ExecutorResourceRequests;
import org.apache.spark.resource.ResourceProfile;
import org.apache.spark.resource.ResourceProfileBuilder;
import org.apache.spark.resource.TaskResourceRequests;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/**
 * A real Spark whose tasks, executors, map output, controller and modes come and go while ours decides: jobs end, with stock's results.
 * Tests that need the same Spark stand together.
 */
@Tag("long")
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DisturbedSparkTest {
    /** Partitions of a job that is to run until it is told to end. */
    private static final int MANY = 800;

    @TempDir
    private static Path directory;

    private static EnforcingSpark ours;

    @BeforeAll
    static void begin() throws IOException {
        ours = new EnforcingSpark(directory);
    }

    @AfterAll
    static void end() {
        if (ours != null) {
            ours.close();
        }
    }

    @Test
    @Order(1)
    void tasksThatFailAreTriedAgain() throws Exception {
        try (Seen seen = Seen.in(ours.usual().sc())) {
            assertThat(result(ours.job(Disturbance.firstAttemptsFail(), Disturbance.firstAttemptsFail())))
                    .isEqualTo(ours.stocks());
            seen.settle();
            assertThat(seen.failed).hasValueGreaterThanOrEqualTo(READERS / 3);
            assertThat(ours.metric("offers.planned")).isPositive();
            ours.assertNothingOfOursFailed();
        }
    }

    @Test
    @Order(1)
    void aStageRunsAgainWhenItsMapOutputIsLost() throws Exception {
        JavaSparkContext spark = ours.usual();
        JavaPairRDD<String, Integer> job = ours.job(Disturbance.NONE, Disturbance.NONE);
        assertThat(result(job)).isEqualTo(ours.stocks());
        Set<String> without = new HashSet<>();
        soon("no executor has map output", () -> {
            without.addAll(spark.parallelize(List.of(1, 2, 3, 4), 4)
                    .map(task -> Disturbance.mapOutputIsLost())
                    .collect());
            return without.containsAll(ours.executors());
        });
        try (Seen seen = Seen.in(spark.sc())) {
            assertThat(result(job)).isEqualTo(ours.stocks());
            seen.settle();
            assertThat(seen.fetchesFailed).hasPositiveValue();
            assertThat(seen.stagesAgain).hasPositiveValue();
            ours.assertNothingOfOursFailed();
        }
    }

    @Test
    @Order(1)
    void aBarrierStageThatFailsRunsAgainAsAWhole() throws Exception {
        JavaSparkContext spark = ours.usual();
        try (Seen seen = Seen.in(spark.sc())) {
            JavaRDD<Integer> lines =
                    inABarrierStage(spark.textFile(ours.input().resolve("0.txt").toString(), 2));
            assertThat(lines.mapToPair(count -> new Tuple2<>("lines", count))
                            .reduceByKey(Integer::sum, 1)
                            .collectAsMap())
                    .isEqualTo(Map.of("lines", LINES / 3));
            seen.settle();
            assertThat(seen.stagesAgain).hasValue(1);
            ours.assertNothingOfOursFailed();
        }
    }

    @Test
    @Order(1)
    void jobsOfTwoFairPoolsRunBesideEachOther() throws Exception {
        JavaSparkContext spark = ours.usual();
        Path never = directory.resolve("never");
        List<CompletableFuture<Map<String, Integer>>> jobs = Stream.of("etl", "reports", "etl", "reports")
                .map(pool -> CompletableFuture.supplyAsync(() -> {
                    spark.setLocalProperty("spark.scheduler.pool", pool);
                    Map<String, Integer> counts = result(ours.job(Disturbance.slowUntil(never), Disturbance.NONE));
                    spark.setLocalProperty("spark.scheduler.pool", null);
                    return counts;
                }))
                .toList();
        for (CompletableFuture<Map<String, Integer>> job : jobs) {
            assertThat(job.get(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo(ours.stocks());
        }
        ours.assertNothingOfOursFailed();
    }

    @Test
    @Order(1)
    void aTaskResourceProfileRunsOnTheUsualExecutors() throws Exception {
        ResourceProfile twoCores = new ResourceProfileBuilder()
                .require(new TaskResourceRequests().cpus(2))
                .build();
        JavaRDD<String> lines =
                ours.usual().textFile(ours.input().toString(), READERS).withResources(twoCores);
        assertThat(result(count(lines, Disturbance.NONE, Disturbance.NONE))).isEqualTo(ours.stocks());
        ours.assertNothingOfOursFailed();
    }

    @Test
    @Order(1)
    void modesChangeWhileAJobRuns() throws Exception {
        Path enough = directory.resolve("enough");
        JavaRDD<String> lines =
                ours.usual().textFile(ours.input().resolve("0.txt").toString(), MANY);
        CompletableFuture<Map<String, Integer>> job = CompletableFuture.supplyAsync(
                () -> result(count(lines, Disturbance.slowUntil(enough), Disturbance.NONE)));
        soon("ours is launched", () -> ours.metric("launches.planned") > 0);
        switchTo("observe", "launches.observed");
        switchTo("enforce", "launches.planned");
        switchTo("off", "launches.off");
        switchTo("canary", "mode.canary");
        Files.delete(ours.modes());
        awaitMode("enforce", "launches.planned");
        Files.createFile(enough);
        assertThat(job.get(MOST_SECONDS, TimeUnit.SECONDS).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isBetween(LINES / 3 / 4, LINES / 3);
        ours.assertNothingOfOursFailed();
    }

    private static void switchTo(String mode, String grows) throws Exception {
        Files.writeString(ours.modes(), "mode: " + mode + "\ncanary-share: 0.5\n");
        awaitMode(mode, grows);
    }

    private static void awaitMode(String mode, String grows) throws Exception {
        long before = ours.metric(grows);
        soon(mode, () -> ours.metric("mode." + mode) == 1);
        soon(grows, () -> ours.metric(grows) > before);
    }

    @Test
    @Order(1)
    void streamingQueriesOfSeveralBatchesGiveWhatTheyRead() throws Exception {
        SparkSession session =
                SparkSession.builder().config(ours.usual().getConf()).getOrCreate();
        StreamingQuery words = session.readStream()
                .option("maxFilesPerTrigger", 1)
                .text(ours.input().toString())
                .groupBy("value")
                .count()
                .writeStream()
                .outputMode("complete")
                .format("memory")
                .queryName("words")
                .trigger(Trigger.AvailableNow())
                .start();
        StreamingQuery rate = session.readStream()
                .format("rate-micro-batch")
                .option("rowsPerBatch", 100)
                .option("numPartitions", 2)
                .load()
                .writeStream()
                .format("memory")
                .queryName("numbers")
                .start();
        soon("three batches", () -> rate.recentProgress().length >= 3);
        rate.stop();
        soon("all files", () -> !words.isActive());
        assertThat(words.exception().isEmpty()).isTrue();
        assertThat(words.recentProgress()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(session.table("words").collectAsList()).hasSize(WORDS).allSatisfy(row -> assertThat(row.getLong(1))
                .isEqualTo(LINES / WORDS));
        Dataset<Row> numbers = session.table("numbers").select("value").distinct();
        assertThat(numbers.count()).isEqualTo(session.table("numbers").count()).isGreaterThanOrEqualTo(300);
        assertThat(numbers.count() % 100).isZero();
        ours.assertNothingOfOursFailed();
    }

    @Test
    @Order(2)
    void anExecutorDiesInTheMiddle() throws Exception {
        try (Seen seen = Seen.in(ours.usual().sc())) {
            Disturbance reading = Disturbance.executorDies(directory.resolve("first death"));
            Disturbance counting = Disturbance.executorDies(directory.resolve("second death"));
            assertThat(result(ours.job(reading, counting))).isEqualTo(ours.stocks());
            soon("two died", () -> seen.executorsGone.get() >= 2);
            assertThat(result(ours.job(Disturbance.NONE, Disturbance.NONE))).isEqualTo(ours.stocks());
            ours.assertNothingOfOursFailed();
        }
    }

    @Test
    @Order(3)
    void anotherAttemptEndsATaskThatHangs() throws Exception {
        try (Seen seen = Seen.in(ours.distrustful().sc())) {
            assertThat(result(ours.job(Disturbance.firstTaskHangs(), Disturbance.firstTaskHangs())))
                    .isEqualTo(ours.stocks());
            seen.settle();
            assertThat(seen.copies).hasValueGreaterThanOrEqualTo(2);
            ours.assertNothingOfOursFailed();
        }
    }

    /** After this, the Spark has one executor that gets tasks. */
    @Test
    @Order(4)
    void anExecutorOnWhichTasksFailIsExcluded() throws Exception {
        JavaSparkContext spark = ours.distrustful();
        String bad = ours.executors().get(0);
        try (Seen seen = Seen.in(spark.sc())) {
            assertThat(result(ours.job(Disturbance.allFailOn(bad), Disturbance.NONE)))
                    .isEqualTo(ours.stocks());
            seen.settle();
            assertThat(seen.failed).hasPositiveValue();
        }
        try (Seen seen = Seen.in(spark.sc())) {
            assertThat(result(ours.job(Disturbance.allFailOn(bad), Disturbance.NONE)))
                    .isEqualTo(ours.stocks());
            seen.settle();
            assertThat(seen.executors).doesNotContain(bad);
            ours.assertNothingOfOursFailed();
        }
    }

    @Test
    @Order(5)
    void executorsComeAndGoByDynamicAllocationWithAnyResourceProfile() throws Exception {
        JavaSparkContext spark = ours.with(Map.of(
                "spark.dynamicAllocation.enabled", "true",
                "spark.dynamicAllocation.minExecutors", "0",
                "spark.dynamicAllocation.maxExecutors", "2",
                "spark.dynamicAllocation.executorIdleTimeout", "1s",
                "spark.dynamicAllocation.shuffleTracking.timeout", "1s",
                "spark.dynamicAllocation.schedulerBacklogTimeout", "1s",
                "spark.executor.cores", "1"));
        assertThat(result(ours.job(Disturbance.NONE, Disturbance.NONE))).isEqualTo(ours.stocks());
        // the next stage needs executors of the usual profile while these still hold its input: both have to fit
        ResourceProfile own = new ResourceProfileBuilder()
                .require(new ExecutorResourceRequests().cores(1).memory("512m"))
                .require(new TaskResourceRequests().cpus(1))
                .build();
        JavaRDD<String> lines = spark.textFile(ours.input().toString(), READERS).withResources(own);
        assertThat(result(count(lines, Disturbance.NONE, Disturbance.NONE))).isEqualTo(ours.stocks());
        soon("all are idle and gone", () -> ours.executors().isEmpty());
        assertThat(result(ours.job(Disturbance.NONE, Disturbance.NONE))).isEqualTo(ours.stocks());
        ours.assertNothingOfOursFailed();
    }

    @Test
    @Order(6)
    void aControllerThatGoesAndExecutorsThatLieChangeNoResult() throws Exception {
        Path gone = directory.resolve("gone");
        CompletableFuture<Map<String, Integer>> job;
        try (Controller controller = Controller.start(
                ControllerSettings.of(TwoHosts.topology())
                        .interval(Duration.ofSeconds(1))
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .trustAddresses(true),
                TimeSource.SYSTEM)) {
            JavaSparkContext spark = ours.with(Map.of(
                    "spark.plugins",
                    LyingPlugin.class.getName(),
                    "spark.fairlead.controllers",
                    "127.0.0.1:" + controller.address().getPort()));
            soon("the controller's view", () -> LyingPlugin.cluster.snapshot().isPresent());
            JavaRDD<String> lines = spark.textFile(ours.input().resolve("0.txt").toString(), MANY / 4);
            job = CompletableFuture.supplyAsync(
                    () -> result(count(lines, Disturbance.slowUntil(gone), Disturbance.NONE)));
            soon("ours is launched", () -> ours.metric("launches.planned") > 0);
        }
        long planned = ours.metric("launches.planned");
        soon("ours goes on", () -> ours.metric("launches.planned") > planned + 20);
        soon("lies", () -> LyingPlugin.reported >= 2);
        soon("executors' own counts", () -> knows(TwoHosts.FIRST) && knows(TwoHosts.SECOND));
        assertThat(knows(LyingPlugin.OTHER_HOST)).isFalse();
        Files.createFile(gone);
        assertThat(job.get(MOST_SECONDS, TimeUnit.SECONDS)).hasSize(WORDS);
        assertThat(result(ours.job(Disturbance.NONE, Disturbance.NONE))).isEqualTo(ours.stocks());
        ours.assertNothingOfOursFailed();
    }

    private static boolean knows(String host) {
        ClusterView view =
                LyingPlugin.cluster.snapshot().orElseThrow().network().view();
        int up = view.topology().routes().upLink(view.topology().host(host).index());
        return view.knowledge(up, System.nanoTime()) != Freshness.UNKNOWN;
    }
}
