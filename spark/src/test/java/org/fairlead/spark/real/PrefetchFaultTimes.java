// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * By how much longer a job takes whose input is fetched ahead, when something fails, than one that has the same fault and fetches nothing. Run by its name alone, as {@link FaultTimes} says.
 */
@Timeout(3600)
final class PrefetchFaultTimes {
    private static final int SILENT_SECONDS = 4;

    @TempDir
    private static Path directory;

    private static final PrefetchedJob JOB = new PrefetchedJob(40);
    private static Path reads;
    private static SmallHdfs hdfs;
    private static JavaSparkContext spark;
    private static FaultTimes times;
    private static Optional<CompletableFuture<DataNodeProperties>> stopped = Optional.empty();
    private static int events;

    @BeforeAll
    static void start() throws Exception {
        reads = Files.writeString(directory.resolve("reads"), "none");
        hdfs = PrefetchedJob.slowHdfs(directory);
        JOB.writeInput(hdfs);
        spark = new JavaSparkContext(PrefetchedJob.confOfKnownCluster(SmallSpark.MASTER, directory)
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.plan.always", "true")
                .set("spark.fairlead.fault.prefetch", "file:" + reads));
        PrefetchOrders orders = PrefetchedJob.Asked.DRIVER.prefetchOrders().orElseThrow();
        times = new FaultTimes(
                "prefetch", PrefetchedJob.Asked.class, PrefetchedJob.modes(directory), () -> counted(orders));
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
        if (hdfs != null) {
            hdfs.close();
        }
    }

    @Test
    void nothingFails() throws Exception {
        compare("none", () -> Disturbance.NONE);
    }

    @Test
    void readsFromMemoryHang() throws Exception {
        compare("reads from memory hang", () -> {
            Files.writeString(reads, "hang");
            return Disturbance.NONE;
        });
    }

    @Test
    void readsFromMemoryThrow() throws Exception {
        compare("reads from memory throw", () -> {
            Files.writeString(reads, "throw");
            return Disturbance.NONE;
        });
    }

    @Test
    void anExecutorIsKilledThatHoldsAndFetches() throws Exception {
        compare("executor killed", () -> Disturbance.executorDies(event(), JOB.middle()));
    }

    @Test
    void anExecutorIsSilentThatHoldsAndFetches() throws Exception {
        compare("executor silent", () -> Disturbance.executorStandsStill(event(), JOB.middle(), SILENT_SECONDS));
    }

    @Test
    void aDataNodeIsKilledThatGives() throws Exception {
        compare("DataNode killed", () -> {
            String reached = event().toString();
            stopped = Optional.of(CompletableFuture.supplyAsync(() -> stopDataNodeAfter(Path.of(reached))));
            int middle = JOB.middle();
            return () -> {
                if (TaskContext.getPartitionId() == middle) {
                    Files.writeString(Path.of(reached), "");
                }
            };
        });
    }

    private static Path event() {
        return directory.resolve("event" + events++);
    }

    private static DataNodeProperties stopDataNodeAfter(Path event) {
        soon("the middle is reached", () -> Files.exists(event));
        return hdfs.daemons().stopDataNode(0);
    }

    private static void compare(String name, FaultTimes.Fault fault) throws Exception {
        times.compare(name, PrefetchFaultTimes::run, fault, PrefetchFaultTimes::cure);
    }

    private static void run(Disturbance whileReading) {
        soon("both executors run", () -> spark.sc().getExecutorIds().size() == 2);
        assertThat(JOB.run(spark, hdfs, whileReading)).isEqualTo(JOB.answer());
    }

    private static void cure() throws IOException {
        Files.writeString(reads, "none");
        if (stopped.isPresent()) {
            hdfs.daemons().restartDataNode(stopped.get().join(), true);
            hdfs.daemons().waitActive();
            stopped = Optional.empty();
        }
    }

    /** Bytes of input that were fetched ahead, and those that tasks read of them. */
    private static Map<String, Long> counted(PrefetchOrders orders) {
        return Map.of(
                "fetched_bytes",
                orders.count(PrefetchCount.BYTES_FETCHED),
                "read_bytes",
                orders.count(PrefetchCount.BYTES_READ));
    }
}
