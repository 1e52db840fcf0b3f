// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.real.WordCount.count;
import static org.fairlead.spark.real.WordCount.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.fairlead.spark.SmallSpark;
import scala.jdk.javaapi.CollectionConverters;

/** A real Spark on two hosts in which ours decides, one at a time; its input, and what stock makes of that. */
final class EnforcingSpark implements AutoCloseable {
    static final int LINES = 24_000;
    static final int WORDS = 100;
    static final int READERS = 12;
    /** On a machine that has other work, executors may take minutes to start. */
    static final int MOST_SECONDS = 240;

    private final Path directory;
    private final Map<String, Integer> stocks;
    private final TwoHosts hosts;
    private JavaSparkContext spark;
    private Map<String, String> options = Map.of();

    /** @param directory for its input and what steers it */
    EnforcingSpark(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectory(input());
        for (int file = 0; file < 3; file++) {
            int first = file * LINES / 3;
            Files.write(
                    input().resolve(file + ".txt"),
                    IntStream.range(first, first + LINES / 3)
                            .mapToObj(i -> "word" + i % WORDS)
                            .toList());
        }
        try (JavaSparkContext stock = new JavaSparkContext(SmallSpark.conf("local[2]"))) {
            stocks = result(job(stock, Disturbance.NONE, Disturbance.NONE));
        }
        assertThat(stocks).hasSize(WORDS);
        hosts = new TwoHosts();
    }

    /** Ours with {@code enforce}; the same one as before if that was asked for with the same options. */
    JavaSparkContext with(Map<String, String> wanted) {
        if (spark == null || !wanted.equals(options)) {
            stop();
            SparkConf conf = SmallSpark.conf(hosts.url())
                    .set("spark.plugins", TwoHosts.Known.class.getName())
                    .set("spark.executor.cores", "2")
                    .set("spark.fairlead.mode", "enforce")
                    .set("spark.fairlead.plan.always", "true")
                    .set("spark.fairlead.modes.file", modes().toString());
            wanted.forEach(conf::set);
            spark = new JavaSparkContext(conf);
            options = wanted;
        }
        return spark;
    }

    private void stop() {
        if (spark != null) {
            spark.stop();
            spark = null;
        }
    }

    JavaSparkContext usual() throws InterruptedException {
        return withTwoExecutors(Map.of("spark.scheduler.mode", "FAIR"));
    }

    /** Speculates, and excludes executors on which tasks fail. */
    JavaSparkContext distrustful() throws InterruptedException {
        return withTwoExecutors(Map.of(
                "spark.speculation", "true",
                "spark.speculation.interval", "100ms",
                "spark.speculation.quantile", "0.5",
                "spark.excludeOnFailure.enabled", "true",
                "spark.excludeOnFailure.stage.maxFailedTasksPerExecutor", "1",
                "spark.excludeOnFailure.application.maxFailedTasksPerExecutor", "1"));
    }

    private JavaSparkContext withTwoExecutors(Map<String, String> wanted) throws InterruptedException {
        JavaSparkContext context = with(wanted);
        soon("two executors", () -> executors().size() == 2);
        return context;
    }

    List<String> executors() {
        return CollectionConverters.asJava(spark.sc().getExecutorIds());
    }

    /** The file by which modes change while it runs. */
    Path modes() {
        return directory.resolve("modes.yaml");
    }

    /** The directory of its three files. */
    Path input() {
        return directory.resolve("input");
    }

    /** What stock counts. */
    Map<String, Integer> stocks() {
        return stocks;
    }

    /** Reads, samples by a seed, and counts over a shuffle. */
    JavaPairRDD<String, Integer> job(Disturbance whileReading, Disturbance whileCounting) {
        return job(spark, whileReading, whileCounting);
    }

    private JavaPairRDD<String, Integer> job(
            JavaSparkContext context, Disturbance whileReading, Disturbance whileCounting) {
        return count(context.textFile(input().toString(), READERS), whileReading, whileCounting);
    }

    long metric(String name) {
        return OurMetrics.of(spark.getConf().get("spark.plugins"), name);
    }

    void assertNothingOfOursFailed() {
        assertThat(metric("failures")).isZero();
        assertThat(spark.sc().taskScheduler().getClass().getSimpleName()).isEqualTo("FairleadTaskScheduler");
    }

    @Override
    public void close() {
        stop();
        hosts.close();
    }
}
