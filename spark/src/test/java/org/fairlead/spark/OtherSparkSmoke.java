// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.spark.FairleadPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/**
 * The jar as it is shipped, compiled against one Spark and run by another: a profile of this module names it. Nothing is used here that
 * differs between them.
 */
@Timeout(300)
class OtherSparkSmoke {
    private static final int LINES = 20_000;

    @TempDir
    private static Path directory;

    private static Map<String, Integer> countWords(JavaSparkContext spark) throws Exception {
        Path input = Files.write(
                directory.resolve("lines.txt"),
                IntStream.range(0, LINES).mapToObj(i -> "word" + i % 100).toList());
        JavaPairRDD<String, Integer> counts = spark.textFile(input.toString(), 8)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 4);
        return counts.collectAsMap();
    }

    private static void assertRight(Map<String, Integer> counts) {
        assertThat(counts)
                .hasSize(100)
                .allSatisfy((word, count) -> assertThat(count).as(word).isEqualTo(LINES / 100));
    }

    @Test
    void thisIsTheOtherSpark() {
        assertThat(org.apache.spark.package$.MODULE$.SPARK_VERSION())
                .isEqualTo(System.getProperty("other.spark.version"));
    }

    /** Hosts are found out while the first jobs run, so that stock may have decided of those. */
    @Test
    void thePluginDecidesAndResultsAreRight() throws Exception {
        SparkConf conf = SmallSpark.conf(SmallSpark.MASTER)
                .set("spark.plugins", FairleadPlugin.class.getName())
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.plan.always", "true")
                .set("spark.fairlead.plan.wait", "10s")
                .set("spark.fairlead.shuffle.mode", "enforce")
                .set("spark.fairlead.decisions.dir", directory.toString());
        String application;
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            assertThat(spark.sc().taskScheduler().getClass().getSimpleName()).isEqualTo("FairleadTaskScheduler");
            assertThat(spark.master()).isEqualTo(SmallSpark.MASTER);
            assertThat(spark.env().shuffleManager().getClass().getSimpleName()).isEqualTo("FairleadShuffleManager");
            application = spark.sc().applicationId();
            for (int job = 0; job < 10; job++) {
                assertRight(countWords(spark));
            }
        }
        assertThat(directory.resolve(application + ".jsonl")).content().contains("\"rule\":\"planned\"");
    }
}
