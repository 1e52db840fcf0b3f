// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.exchange.CopyOutcome;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Map output that is copied while its stage runs, in a real Spark of two hosts: whatever becomes of copies, the answer is stock's. */
@Tag("long")
@Timeout(600)
class CopiedShuffleTest {
    @TempDir
    private static Path directory;

    private static TwoHosts cluster;
    private static long answer;

    @BeforeAll
    static void start() throws Exception {
        answer = CopiedJob.answer();
        cluster = new TwoHosts();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void slowLinks() {
        CopiedJob.Asked.linkBytesPerSecond = CopiedJob.LINK_BYTES_PER_SECOND;
    }

    /** Tasks are placed by plans, which stand on where copies are; files are encrypted. */
    @Test
    void whateverBecomesOfCopiesTheAnswerIsStocks() throws Exception {
        Path modes = directory.resolve("modes.yaml");
        Path fault = Files.writeString(directory.resolve("fault"), "none");
        Path decisions = directory.resolve("decisions");
        SparkConf conf = CopiedJob.conf(cluster)
                .set("spark.io.encryption.enabled", "true")
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.plan.always", "true")
                .set("spark.fairlead.modes.file", modes.toString())
                .set("spark.fairlead.decisions.dir", decisions.toString())
                .set("spark.fairlead.fault.shuffle", "file:" + fault);
        try (SparkSession spark = SmallSpark.session(conf)) {
            CopyPlanner copies = CopiedJob.Asked.driver.copies().orElseThrow();
            soon(
                    "both executors run",
                    () -> spark.sparkContext().getExecutorIds().size() == 2);

            assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);
            soon("copies are read", () -> copies.count(CopyCount.BYTES_READ) > 0);
            assertThat(copies.count(CopyCount.BYTES_CORRUPT)).isZero();

            spark.conf().set("spark.sql.adaptive.enabled", "false");
            long before = copies.count(CopyCount.BYTES_READ);
            assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);
            soon("more are read", () -> copies.count(CopyCount.BYTES_READ) > before);
            assertThat(copies.count(CopyCount.BYTES_READ)).isLessThanOrEqualTo(copies.count(CopyCount.BYTES_COPIED));
            soon("what was not read is gone", () -> copies.count(CopyCount.BYTES_HELD) == 0);

            long byTasks = copies.count(CopyCount.BYTES_READ);
            assertThat(CopiedJob.runAndReadElsewhere(spark)).isEqualTo(answer);
            soon("more are read", () -> copies.count(CopyCount.BYTES_READ) > byTasks);
            soon("none stays pinned", () -> copies.count(CopyCount.BYTES_HELD) == 0);

            assertThat(CopiedJob.run(spark, CopyDisturbance.altered())).isEqualTo(answer);
            soon("altered copies are found", () -> copies.count(CopyCount.BYTES_CORRUPT) > 0);

            Files.writeString(fault, "throw");
            assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);
            assertThat(copies.count(CopyOutcome.FAILED)).isPositive();
            Files.writeString(fault, "none");

            Files.writeString(modes, "shuffle: observe\n");
            soon(
                    "it only observes",
                    () -> CopiedJob.run(spark, Disturbance.NONE) == answer && copies.count(CopyOutcome.OBSERVED) > 0);
            Files.delete(modes);

            CompletableFuture<Void> killing = CompletableFuture.runAsync(() -> killWhileCopying(copies));
            soon("one is killed meanwhile", () -> CopiedJob.run(spark, Disturbance.NONE) == answer && killing.isDone());
            killing.get();
            assertThat(copies.count(CopyCount.FAILURES)).isZero();
        }
        assertItIsTold(decisions);
    }

    /** The last line of the file of decisions. */
    private static void assertItIsTold(Path decisions) throws IOException {
        List<DecisionLine> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(decisions)) {
            DecisionsReader.read(files.findFirst().orElseThrow(), lines::add);
        }
        CopiesReport told = lines.stream()
                .map(DecisionLine::copies)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        assertThat(told.outcomes().get("copied")).isPositive();
        assertThat(told.shuffles()).extracting(CopiedShuffle::outcome).contains("copied", "failed", "observed");
        assertThat(told.shuffles()).anySatisfy(shuffle -> {
            assertThat(shuffle.count("bytes.planned")).isGreaterThanOrEqualTo(shuffle.count("bytes.read"));
            assertThat(shuffle.count("bytes.read")).isPositive();
            assertThat(shuffle.count("bytes.arrived")).isLessThanOrEqualTo(shuffle.count("bytes.asked"));
            assertThat(shuffle.count("tasks.there"))
                    .isPositive()
                    .isGreaterThanOrEqualTo(shuffle.count("tasks.elsewhere"));
            assertThat(shuffle.gainSeconds()).isPositive();
            assertThat(shuffle.fetchWait().tasks()).isPositive();
            assertThat(shuffle.fetchWait().longestSeconds())
                    .isLessThanOrEqualTo(shuffle.fetchWait().seconds());
        });
    }

    private static void killWhileCopying(CopyPlanner copies) {
        long before = copies.count(CopyCount.BYTES_COPIED);
        soon("something is copied", () -> copies.count(CopyCount.BYTES_COPIED) > before);
        assertThat(executors().findFirst().orElseThrow().destroyForcibly()).isTrue();
    }

    @Test
    void withoutMemoryNothingIsCopied() throws IOException {
        SparkConf conf = CopiedJob.conf(cluster).set("spark.fairlead.shuffle.memory", "0");
        try (SparkSession spark = SmallSpark.session(conf)) {
            CopyPlanner copies = CopiedJob.Asked.driver.copies().orElseThrow();
            soon(
                    "both executors run",
                    () -> spark.sparkContext().getExecutorIds().size() == 2);

            assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);

            assertThat(copies.count(CopyOutcome.NO_MEMORY)).isPositive();
            assertThat(copies.count(CopyCount.BYTES_COPIED)).isZero();
            assertThat(copies.count(CopyCount.FAILURES)).isZero();
        }
    }

    /** Adaptive execution coalesces partitions, and Spark reads those of a map task as one block. */
    @Test
    void copiesAreReadInBatches() throws IOException {
        SparkConf conf = CopiedJob.conf(cluster)
                .set("spark.fairlead.mode", "enforce")
                .set("spark.sql.shuffle.partitions", "8")
                .set("spark.sql.adaptive.coalescePartitions.parallelismFirst", "false")
                .set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "3m");
        try (SparkSession spark = SmallSpark.session(conf)) {
            CopyPlanner copies = CopiedJob.Asked.driver.copies().orElseThrow();
            soon(
                    "both executors run",
                    () -> spark.sparkContext().getExecutorIds().size() == 2);

            soon(
                    "copies are read",
                    () -> CopiedJob.runCoalesced(spark) == answer && copies.count(CopyCount.BYTES_READ) > 0);
            assertThat(copies.count(CopyCount.FAILURES)).isZero();
        }
    }

    /** Links are fast enough for more than the cap to come. */
    @Test
    void theCapHoldsWhereTransfersAreAuthenticatedAndEncrypted() throws IOException {
        Map<String, String> secret = Map.of(
                "spark.authenticate", "true",
                "spark.authenticate.secret", "not told",
                "spark.network.crypto.enabled", "true");
        CopiedJob.Asked.linkBytesPerSecond = 10 * CopiedJob.LINK_BYTES_PER_SECOND;
        try (TwoHosts encrypted = new TwoHosts(secret)) {
            SparkConf conf = CopiedJob.conf(encrypted).set("spark.fairlead.shuffle.memory", "1MiB");
            secret.forEach(conf::set);
            try (SparkSession spark = SmallSpark.session(conf)) {
                CopyPlanner copies = CopiedJob.Asked.driver.copies().orElseThrow();
                soon(
                        "both executors run",
                        () -> spark.sparkContext().getExecutorIds().size() == 2);

                soon(
                        "credits are refused",
                        () -> CopiedJob.run(spark, Disturbance.NONE) == answer
                                && copies.count(CopyCount.CREDITS_REFUSED) > 0);
                soon("copies are read", () -> copies.count(CopyCount.BYTES_READ) > 0);
                assertThat(CopiedJob.runHot(spark))
                        .as("more than all memory together")
                        .isEqualTo(answer);
                assertThat(copies.count(CopyCount.BYTES_HELD)).isLessThanOrEqualTo(2L << 20);
                assertThat(copies.count(CopyCount.FAILURES)).isZero();
            }
        }
    }

    private static Stream<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"));
    }
}
