// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.real.CopiedJob.MAPS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.ExecutorAllocationClient;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.ExecutorDecommissionInfo;
import org.apache.spark.sql.SparkSession;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.exchange.CopyOutcome;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** One real Spark whose lengths, copies, memory, files, tasks and executors fail while map output is copied: the answer is stock's. */
@Tag("long")
@Timeout(300)
class CopyFaultsTest {
    @TempDir
    private static Path directory;

    private static long answer;
    private static Path fault;
    private static TwoHosts cluster;
    private static SparkSession spark;
    private static CopyPlanner copies;

    private Seen seen;

    @BeforeAll
    static void start() throws Exception {
        answer = CopiedJob.answer();
        fault = Files.writeString(directory.resolve("fault"), "none");
        cluster = new TwoHosts();
        spark = SmallSpark.session(CopiedJob.conf(cluster)
                .set("spark.fairlead.fault.shuffle", "file:" + fault)
                .set("spark.sql.adaptive.enabled", "false")
                // an indeterminate stage is then made again as a whole; else its readers are, where its rows differ
                .set("spark.sql.shuffle.orderIndependentChecksum.enableFullRetryOnMismatch", "false")
                .set("spark.shuffle.io.maxRetries", "1")
                .set("spark.shuffle.io.retryWait", "100ms")
                .set("spark.speculation", "true")
                .set("spark.speculation.interval", "100ms")
                .set("spark.speculation.quantile", "0.5")
                .set("spark.speculation.minTaskRuntime", "1s")
                .set("spark.decommission.enabled", "true")
                .set("spark.storage.decommission.enabled", "true")
                .set("spark.storage.decommission.shuffleBlocks.enabled", "true")
                .set("spark.storage.decommission.replicationReattemptInterval", "1s"));
        copies = CopiedJob.Asked.driver.copies().orElseThrow();
        soon("two executors", () -> executors().size() == 2);
        CopiedJob.run(
                spark,
                Disturbance
                        .NONE); // an executor's first tasks take seconds, in which the other one would run all that is
        // to be disturbed
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    private static SparkContext context() {
        return spark.sparkContext();
    }

    private static List<String> executors() {
        return CollectionConverters.asJava(context().getExecutorIds());
    }

    @BeforeEach
    void watch() {
        soon("two executors", () -> executors().size() == 2);
        seen = Seen.in(context());
    }

    @AfterEach
    void nothingOfOursFailedInFrontOfARead() {
        seen.close();
        assertThat(copies.count(CopyCount.FAILURES)).isZero();
    }

    private static long count(CopyCount what) {
        return copies.count(what);
    }

    @Test
    void lengthsThatAreNotTrueCostCopies() {
        long before = count(CopyCount.BYTES_CORRUPT);
        CopiedJob.Asked.lies = true;

        assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);

        CopiedJob.Asked.lies = false;
        soon("blocks are not as long as was told", () -> count(CopyCount.BYTES_CORRUPT) > before);
    }

    @Test
    void aCopyThatIsCutShortIsNotRead() {
        long before = count(CopyCount.BYTES_CORRUPT);

        assertThat(CopiedJob.run(spark, CopyDisturbance.cutShort())).isEqualTo(answer);

        soon("copies are found to be too short", () -> count(CopyCount.BYTES_CORRUPT) > before);
    }

    @Test
    void copiesMakeRoomForACachedTable() {
        long before = count(CopyCount.BYTES_EVICTED) + count(CopyCount.BYTES_GIVEN_WAY);

        assertThat(CopiedJob.run(spark, CopyDisturbance.memoryTaken())).isEqualTo(answer);

        context().unpersistRDD(CopyDisturbance.TABLE, true);
        soon("copies are gone", () -> count(CopyCount.BYTES_EVICTED) + count(CopyCount.BYTES_GIVEN_WAY) > before);
    }

    @Test
    void aPlannerThatHangsPlansNothingAfterwardsThatNobodyWants() throws IOException {
        long before = copies.count(CopyOutcome.LATE);
        Files.writeString(fault, "hang");

        assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);

        assertThat(copies.count(CopyOutcome.LATE)).isEqualTo(before);
        Files.writeString(fault, "none");
        soon("it is too late", () -> copies.count(CopyOutcome.LATE) > before);
    }

    @Test
    void aStageIsMadeAgainWhereOriginalsAreLost() throws Exception {
        assertThat(CopiedJob.run(spark, CopyDisturbance.outputLost())).isEqualTo(answer);

        seen.settle();
        assertThat(seen.fetchesFailed).hasPositiveValue();
        assertThat(seen.stagesAgain).hasPositiveValue();
        assertThat(copies.report().shuffles().stream().filter(each -> each.repeated() > 0))
                .extracting(CopiedShuffle::outcome)
                .contains("copied");
    }

    @Test
    void anIndeterminateStageIsMadeAgainAsAWhole() throws Exception {
        assertThat(CopiedJob.runIndeterminate(spark, CopyDisturbance.outputLost()))
                .isEqualTo(answer);

        seen.settle();
        assertThat(seen.fetchesFailed).hasPositiveValue();
        assertThat(seen.mostTasksAgain).hasValueGreaterThanOrEqualTo(MAPS);
    }

    @Test
    void mapTasksThatFailOrAreTriedTwiceAreReadOnce() throws Exception {
        Disturbance firstAttempts = Disturbance.firstAttemptsFail();
        Disturbance both = () -> {
            firstAttempts.strike();
            if (TaskContext.getPartitionId() == MAPS / 2 && TaskContext.get().attemptNumber() == 0) {
                new CountDownLatch(1).await(100, TimeUnit.SECONDS);
            }
        };

        assertThat(CopiedJob.run(spark, both)).isEqualTo(answer);

        seen.settle();
        assertThat(seen.failed).hasPositiveValue();
        assertThat(seen.copies).hasPositiveValue();
    }

    @Test
    void whoDiesBeforeAnythingIsCopiedIsDoneWithout() throws Exception {
        Disturbance dies = Disturbance.executorDies(directory.resolve("early death"));

        assertThat(CopiedJob.run(spark, dies)).isEqualTo(answer);

        seen.settle();
        assertThat(seen.executorsGone).hasPositiveValue();
    }

    @Test
    void aSenderThatDiesWhileItsOutputIsReadIsDoneWithout() throws Exception {
        Disturbance dies = Disturbance.executorDies(directory.resolve("death"));
        Disturbance slowly = () -> {
            dies.strike();
            Thread.sleep(200);
        };

        assertThat(CopiedJob.runAndDisturbReaders(spark, slowly)).isEqualTo(answer);

        seen.settle();
        assertThat(seen.executorsGone).hasPositiveValue();
        assertThat(seen.stagesAgain).hasPositiveValue();
    }

    /** As dynamic allocation takes them, and as whoever runs the machines does. */
    @Test
    void receiversThatAreTakenAwayAreDoneWithout() throws Exception {
        ExecutorAllocationClient client = (ExecutorAllocationClient) context().schedulerBackend();
        String decommissioned = executors().get(0);
        CompletableFuture<Long> first = whenBlocksAreOrdered();
        assertThat(client.decommissionExecutor(
                        decommissioned, new ExecutorDecommissionInfo("planted", Option.empty()), false, false))
                .isTrue();
        assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(answer);
        soon(
                "it is gone, and another one there",
                () -> !executors().contains(decommissioned) && executors().size() == 2);

        long before = accepted();
        soon(
                "the other one copies, too",
                () -> CopiedJob.run(spark, Disturbance.NONE) == answer && accepted() > before);

        CompletableFuture<Long> second = whenBlocksAreOrdered();
        assertThat(context().killExecutor(executors().get(0))).isTrue();
        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(answer);
        assertThat(context().requestExecutors(2)).isTrue();
    }

    /** Blocks that executors asked for. */
    private static long accepted() {
        return copies.figures().get("blocks.accepted").get();
    }

    /** A job that still runs and has begun to have its output copied; those before it, of which none was, answered alike. */
    private static CompletableFuture<Long> whenBlocksAreOrdered() {
        AtomicReference<CompletableFuture<Long>> job = new AtomicReference<>(CompletableFuture.completedFuture(answer));
        AtomicLong before = new AtomicLong();
        soon("blocks are ordered", () -> {
            if (job.get().isDone()) {
                assertThat(job.get().join()).isEqualTo(answer);
                before.set(accepted());
                job.set(CompletableFuture.supplyAsync(() -> CopiedJob.run(spark, Disturbance.NONE)));
            }
            return accepted() > before.get();
        });
        return job.get();
    }
}
