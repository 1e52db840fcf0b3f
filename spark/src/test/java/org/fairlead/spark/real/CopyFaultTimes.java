// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.real.CopiedJob.MAPS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** By how much longer a job takes whose copies of map output fail than one that has the same fault and no copies. Run by its name alone, as {@link FaultTimes} says. */
@Timeout(3600)
final class CopyFaultTimes {
    /** Of the last wave: most copies are there. */
    private static final int LATE_TASK = MAPS - 4;

    private static final int SILENT_SECONDS = 4;

    @TempDir
    private static Path directory;

    private static long answer;
    private static Path plans;
    private static TwoHosts cluster;
    private static SparkSession spark;
    private static FaultTimes times;
    private static int events;

    @BeforeAll
    static void start() throws Exception {
        answer = CopiedJob.answer();
        Path modes = directory.resolve("modes.yaml");
        plans = Files.writeString(directory.resolve("plans"), "none");
        cluster = new TwoHosts();
        spark = SmallSpark.session(CopiedJob.conf(cluster)
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.modes.file", modes.toString())
                .set("spark.fairlead.fault.shuffle", "file:" + plans)
                .set("spark.sql.adaptive.enabled", "false"));
        CopyPlanner copies = CopiedJob.Asked.driver.copies().orElseThrow();
        times = new FaultTimes("shuffle", CopiedJob.Asked.class, modes, () -> counted(copies));
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

    @Test
    void nothingFails() throws Exception {
        compare("none", () -> Disturbance.NONE);
    }

    @Test
    void thePlannerHangs() throws Exception {
        compare("planner hangs", () -> {
            Files.writeString(plans, "hang");
            return Disturbance.NONE;
        });
    }

    @Test
    void copiesAreAltered() throws Exception {
        compare("copies altered", CopyDisturbance::altered);
    }

    @Test
    void aCachedTableTakesAllMemory() throws Exception {
        compare("no memory", CopyDisturbance::memoryTaken);
    }

    @Test
    void anExecutorIsKilledThatReceivesAndSends() throws Exception {
        compare("executor killed", () -> Disturbance.executorDies(event(), LATE_TASK));
    }

    @Test
    void anExecutorIsSilentThatReceivesAndSends() throws Exception {
        compare("executor silent", () -> Disturbance.executorStandsStill(event(), LATE_TASK, SILENT_SECONDS));
    }

    private static Path event() {
        return directory.resolve("event" + events++);
    }

    private static void compare(String name, FaultTimes.Fault fault) throws Exception {
        times.compare(name, CopyFaultTimes::run, fault, CopyFaultTimes::cure);
    }

    private static void run(Disturbance whileMapping) {
        soon("both executors run", () -> spark.sparkContext().getExecutorIds().size() == 2);
        assertThat(CopiedJob.run(spark, whileMapping)).isEqualTo(answer);
    }

    private static void cure() throws IOException {
        Files.writeString(plans, "none");
        spark.sparkContext().unpersistRDD(CopyDisturbance.TABLE, true);
    }

    /** Bytes of map output that were copied, that tasks read from copies, and of copies that were not what they should be or had to go. */
    private static Map<String, Long> counted(CopyPlanner copies) {
        return Map.of(
                "copied_bytes",
                copies.count(CopyCount.BYTES_COPIED),
                "read_bytes",
                copies.count(CopyCount.BYTES_READ),
                "lost_bytes",
                copies.count(CopyCount.BYTES_CORRUPT)
                        + copies.count(CopyCount.BYTES_EVICTED)
                        + copies.count(CopyCount.BYTES_GIVEN_WAY));
    }
}
