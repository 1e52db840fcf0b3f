// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.real.CopiedJob.MAPS;

import com.codahale.metrics.Gauge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;
import org.apache.spark.sql.SparkSession;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * By how much longer a job takes whose copies of map output fail than one that has the same fault and no copies, in turns in one application of a real Spark. Prints a line of JSON for each fault; {@code copies.pairs} says how
 * many jobs of each there are. Answers are judged, times are not. Run by its name alone:
 * {@code mvn -q -B -pl spark -am test -Dtest=CopyFaultTimes -Dsurefire.failIfNoSpecifiedTests=false -Dcopies.pairs=10}.
 */
@Timeout(3600)
final class CopyFaultTimes {
    private static final int PAIRS = Integer.getInteger("copies.pairs", 1);
    private static final String WITH = "enforce";
    private static final String WITHOUT = "off";
    /** Of the last wave: most copies are there. */
    private static final int LATE_TASK = MAPS - 4;

    private static final int SILENT_SECONDS = 4;
    private static final long REPORTED_MILLIS = 1500;

    @TempDir
    private static Path directory;

    private static long answer;
    private static Path modes;
    private static Path plans;
    private static TwoHosts cluster;
    private static SparkSession spark;
    private static CopyPlanner copies;
    private static int events;

    /**
     * A job.
     *
     * @param copiedBytes of its map output
     * @param readBytes that tasks read from copies
     * @param lostBytes of copies that were not what they should be, or had to go
     */
    private record Run(double seconds, long copiedBytes, long readBytes, long lostBytes) {}

    /** What befalls map tasks, anew for each job. */
    private interface Fault {
        Disturbance anew() throws IOException;
    }

    @BeforeAll
    static void start() throws Exception {
        answer = CopiedJob.answer();
        modes = directory.resolve("modes.yaml");
        plans = Files.writeString(directory.resolve("plans"), "none");
        cluster = new TwoHosts();
        spark = SmallSpark.session(CopiedJob.conf(cluster)
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.modes.file", modes.toString())
                .set("spark.fairlead.fault.shuffle", "file:" + plans)
                .set("spark.sql.adaptive.enabled", "false"));
        copies = CopiedJob.Asked.driver.copies().orElseThrow();
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

    private static void compare(String name, Fault fault) throws Exception {
        List<Run> with = new ArrayList<>();
        List<Run> without = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            if (pair % 2 == 0) {
                without.add(run(WITHOUT, fault));
                with.add(run(WITH, fault));
            } else {
                with.add(run(WITH, fault));
                without.add(run(WITHOUT, fault));
            }
        }
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("fault", name);
        line.put("seconds_longer", secondsLonger(with, without));
        line.put("with", with);
        line.put("without", without);
        System.out.println(new String(Encoding.JSON.write(line), StandardCharsets.UTF_8));
    }

    private static List<Double> secondsLonger(List<Run> with, List<Run> without) {
        return IntStream.range(0, PAIRS)
                .mapToObj(pair -> with.get(pair).seconds() - without.get(pair).seconds())
                .toList();
    }

    /** A job, after another one in which executors get warm. */
    private static Run run(String mode, Fault fault) throws IOException, InterruptedException {
        Files.writeString(modes, "shuffle: " + mode + "\n");
        soon("the mode is " + mode, () -> isInForce(mode));
        soon("both executors run", () -> spark.sparkContext().getExecutorIds().size() == 2);
        assertThat(CopiedJob.run(spark, Disturbance.NONE)).isEqualTo(answer);
        Run before = counted();
        Disturbance disturbance = fault.anew();
        long begun = System.nanoTime();
        long found = CopiedJob.run(spark, disturbance);
        double seconds = (System.nanoTime() - begun) / 1e9;
        Files.writeString(plans, "none");
        spark.sparkContext().unpersistRDD(CopyDisturbance.TABLE, true);
        assertThat(found).isEqualTo(answer);
        Run after = counted();
        return new Run(
                seconds,
                after.copiedBytes - before.copiedBytes,
                after.readBytes - before.readBytes,
                after.lostBytes - before.lostBytes);
    }

    /** Until now. */
    private static Run counted() throws InterruptedException {
        Thread.sleep(REPORTED_MILLIS); // executors say once a second what they have counted
        return new Run(
                0,
                copies.count(CopyCount.BYTES_COPIED),
                copies.count(CopyCount.BYTES_READ),
                copies.count(CopyCount.BYTES_CORRUPT)
                        + copies.count(CopyCount.BYTES_EVICTED)
                        + copies.count(CopyCount.BYTES_GIVEN_WAY));
    }

    private static boolean isInForce(String mode) {
        Source ours = SparkEnv.get()
                .metricsSystem()
                .getSourcesByName("plugin." + CopiedJob.Asked.class.getName())
                .head();
        Gauge<?> gauge = ours.metricRegistry().getGauges().get("shuffle.mode." + mode);
        return ((Number) gauge.getValue()).intValue() == 1;
    }
}
