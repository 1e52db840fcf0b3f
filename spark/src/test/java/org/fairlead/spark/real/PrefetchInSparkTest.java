// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.soon;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.RackMapping;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.plugin.ExecutorSide;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.fairlead.spark.prefetch.order.PrefetchOrders.Order;
import org.fairlead.spark.read.ServedBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole way: an order in the driver, a fetch in an executor's process, a task of Spark's that reads from its memory. */
@Timeout(600)
class PrefetchInSparkTest {
    private static final Consumer<State> UNHEARD = state -> {};
    private static final String LINE = "x".repeat(63) + "\n";
    private static final int LINES = 3 * BLOCK / LINE.length();

    @TempDir
    private Path directory;

    /** Our plug-in, whose driver's side the test can ask. */
    public static final class Asked implements SparkPlugin {
        static final DriverSide DRIVER = new DriverSide(
                (context, settings) -> LiveCluster.start(settings.cluster(), RackMapping.ONE, TimeSource.SYSTEM),
                TimeSource.SYSTEM);

        @Override
        public DriverPlugin driverPlugin() {
            return DRIVER;
        }

        @Override
        public ExecutorPlugin executorPlugin() {
            return new ExecutorSide(TimeSource.SYSTEM);
        }
    }

    private SparkConf conf() throws Exception {
        Topology topology = new Topology.Builder("apart")
                .switchNode("e1")
                .host("localhost", "r1")
                .host("h1", "r1")
                .host("h2", "r1")
                .host("h3", "r1")
                .cable("localhost", "e1", 1e9)
                .cable("h1", "e1", 1e9)
                .cable("h2", "e1", 1e9)
                .cable("h3", "e1", 1e9)
                .build();
        Path file = Files.writeString(directory.resolve("topology.yaml"), TopologyFile.text(topology));
        return SmallSpark.conf("local-cluster[1,1,1024]")
                .set("spark.plugins", Asked.class.getName())
                .set("spark.fairlead.topology.file", file.toString())
                .set("spark.fairlead.prefetch.mode", "enforce")
                .set(
                        "spark.fairlead.modes.file",
                        directory.resolve("modes.yaml").toString());
    }

    @Test
    void aTaskReadsFromMemoryWhatItsExecutorWasToldToFetch() throws Exception {
        try (SmallHdfs hdfs = SmallHdfs.start(directory.resolve("hdfs"), new Configuration(false))) {
            byte[] content = LINE.repeat(LINES).getBytes(StandardCharsets.UTF_8);
            hdfs.write("/lines", content);
            try (JavaSparkContext spark = new JavaSparkContext(conf())) {
                PrefetchOrders orders = Asked.DRIVER.prefetchOrders().orElseThrow();
                List<ExtentRequest> requests = hdfs.requests("/lines", "h2");
                soon("the executor can be reached", () -> orders.order("0", requests.get(0), UNHEARD));
                requests.stream().skip(1).forEach(request -> orders.order("0", request, UNHEARD));
                soon("all is fetched", () -> orders.count(PrefetchCount.BYTES_FETCHED) == content.length);
                Map<String, Long> before = ServedBytes.of(hdfs.daemons());

                assertThat(spark.textFile(hdfs.daemons().getURI() + "/lines", 3).count())
                        .isEqualTo(LINES);

                assertThat(ServedBytes.of(hdfs.daemons())).isEqualTo(before);
                soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) == content.length);
                assertThat(orders.count(Order.ARRIVING)).isEqualTo(requests.size());
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();

                Files.writeString(directory.resolve("modes.yaml"), "prefetch: observe\n");
                soon("it only observes", () -> !orders.order("0", requests.get(1), UNHEARD));
                soon(
                        "the executor has dropped all",
                        () -> reads(spark, hdfs)
                                > before.values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum());
            }
        }
    }

    @Test
    void whatTasksWillReadIsFetchedBeforeTheyStart() throws Exception {
        int blocks = 30;
        try (SmallHdfs hdfs = SmallHdfs.start(directory.resolve("hdfs"), new Configuration(false))) {
            byte[] content = LINE.repeat(blocks * BLOCK / LINE.length()).getBytes(StandardCharsets.UTF_8);
            hdfs.write("/lines", content);
            SparkConf conf = conf().set("spark.fairlead.mode", "enforce")
                    .set("spark.fairlead.plan.always", "true"); // the network is idle
            try (JavaSparkContext spark = new JavaSparkContext(conf)) {
                PrefetchOrders orders = Asked.DRIVER.prefetchOrders().orElseThrow();

                long lines = spark.textFile(hdfs.daemons().getURI() + "/lines", blocks)
                        .mapPartitions(all -> {
                            Thread.sleep(200);
                            return all;
                        })
                        .count();

                assertThat(lines).isEqualTo(content.length / LINE.length());
                assertThat(orders.count(Order.GIVEN)).isBetween(blocks / 2L, (long) blocks);
                soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) > content.length / 2);
                assertThat(orders.count(PrefetchCount.FETCHES_FAILED)).isZero();
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();
            }
        }
    }

    /** What DataNodes have served, after the file was read once more. */
    private static long reads(JavaSparkContext spark, SmallHdfs hdfs) throws Exception {
        assertThat(spark.textFile(hdfs.daemons().getURI() + "/lines", 3).count())
                .isEqualTo(LINES);
        return ServedBytes.of(hdfs.daemons()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
