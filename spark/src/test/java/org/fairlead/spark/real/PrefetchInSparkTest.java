// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.PrefetchReport;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole way: an order in the driver, a fetch in an executor's process, a task of Spark's that reads from its memory. */
@Tag("long")
@Timeout(600)
class PrefetchInSparkTest {
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

    private SparkConf conf(String master) throws Exception {
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
        return SmallSpark.conf(master)
                .set("spark.plugins", Asked.class.getName())
                .set("spark.fairlead.topology.file", file.toString())
                .set("spark.fairlead.prefetch.mode", "enforce")
                .set(
                        "spark.fairlead.modes.file",
                        directory.resolve("modes.yaml").toString());
    }

    @Test
    void aTaskReadsFromMemoryWhatItsExecutorWasToldToFetch() throws Exception {
        try (SmallHdfs hdfs = SmallHdfs.start(directory.resolve("hdfs"))) {
            byte[] content = LINE.repeat(LINES).getBytes(StandardCharsets.UTF_8);
            hdfs.write("/lines", content);
            try (JavaSparkContext spark = new JavaSparkContext(conf("local-cluster[1,1,1024]"))) {
                PrefetchOrders orders = Asked.DRIVER.prefetchOrders().orElseThrow();
                List<ExtentRequest> requests = hdfs.requests("/lines", "h2");
                soon("the executor can be reached", () -> orders.order("0", requests.get(0), state -> {}));
                requests.stream().skip(1).forEach(request -> orders.order("0", request, state -> {}));
                soon("all is fetched", () -> orders.count(PrefetchCount.BYTES_FETCHED) == content.length);
                Map<String, Long> before = ServedBytes.of(hdfs.daemons());

                assertThat(spark.textFile(hdfs.daemons().getURI() + "/lines", 3).count())
                        .isEqualTo(LINES);

                assertThat(ServedBytes.of(hdfs.daemons())).isEqualTo(before);
                soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) == content.length);
                assertThat(orders.count(Order.ARRIVING)).isEqualTo(requests.size());
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();

                Files.writeString(directory.resolve("modes.yaml"), "prefetch: observe\n");
                soon("it only observes", () -> !orders.order("0", requests.get(1), state -> {}));
                soon(
                        "the executor has dropped all",
                        () -> reads(spark, hdfs)
                                > before.values().stream()
                                        .mapToLong(Long::longValue)
                                        .sum());
            }
        }
    }

    /** What goes wrong while a job's input is fetched ahead. */
    enum Fault {
        NONE,
        EXECUTOR_KILLED {
            @Override
            void strike(SmallHdfs hdfs, JavaSparkContext spark) {
                assertThat(executors().findFirst().orElseThrow().destroyForcibly())
                        .isTrue();
            }
        },
        /** As dynamic allocation does. */
        EXECUTOR_TAKEN_AWAY {
            @Override
            void strike(SmallHdfs hdfs, JavaSparkContext spark) {
                assertThat(spark.sc().killExecutor("0")).isTrue();
            }
        },
        DATANODE_KILLED {
            @Override
            void strike(SmallHdfs hdfs, JavaSparkContext spark) {
                hdfs.daemons().stopDataNode(0);
            }
        },
        HARDLY_ANY_MEMORY {
            @Override
            SparkConf with(SparkConf conf) {
                return conf.set("spark.fairlead.prefetch.memory", "1MiB");
            }
        };

        void strike(SmallHdfs hdfs, JavaSparkContext spark) {}

        SparkConf with(SparkConf conf) {
            return conf;
        }
    }

    private static Stream<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"));
    }

    @ParameterizedTest
    @EnumSource
    void whatTasksWillReadIsFetchedBeforeTheyStart(Fault fault) throws Exception {
        int blocks = 40;
        Path decisions = directory.resolve("decisions");
        try (SmallHdfs hdfs = SmallHdfs.start(directory.resolve("hdfs"))) {
            byte[] content = LINE.repeat(blocks * BLOCK / LINE.length()).getBytes(StandardCharsets.UTF_8);
            hdfs.write("/lines", content);
            SparkConf conf = fault.with(conf("local-cluster[2,1,1024]")
                    .set("spark.fairlead.mode", "enforce")
                    .set("spark.fairlead.decisions.dir", decisions.toString())
                    .set("spark.fairlead.plan.always", "true")); // the network is idle
            try (JavaSparkContext spark = new JavaSparkContext(conf)) {
                PrefetchOrders orders = Asked.DRIVER.prefetchOrders().orElseThrow();
                soon("both executors run", () -> executors().count() == 2);

                JavaFutureAction<Long> lines = spark.textFile(hdfs.daemons().getURI() + "/lines", blocks)
                        .mapPartitions(all -> {
                            Thread.sleep(300);
                            return all;
                        })
                        .countAsync();
                soon("something is fetched", () -> orders.count(PrefetchCount.BYTES_FETCHED) > 0);
                fault.strike(hdfs, spark);

                assertThat(lines.get()).isEqualTo(content.length / LINE.length());
                assertThat(orders.count(Order.GIVEN)).isGreaterThanOrEqualTo(blocks / 4);
                if (fault == Fault.NONE) {
                    soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) > content.length / 4);
                    assertThat(orders.count(PrefetchCount.FETCHES_FAILED)).isZero();
                }
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();
            }
        }
        saysWhatBecameOfIt(decisions, fault);
    }

    /** The file of decisions, after the application. */
    private static void saysWhatBecameOfIt(Path decisions, Fault fault) throws IOException {
        List<DecisionLine> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(decisions)) {
            DecisionsReader.read(files.findFirst().orElseThrow(), lines::add);
        }
        // An executor that stops may still tell what it read.
        PrefetchReport report = lines.stream()
                .map(DecisionLine::prefetch)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        Map<String, Long> requests = report.requests();
        assertThat(requests.get("requested")).isPositive();
        assertThat(requests.get("in_time")
                        + requests.get("late")
                        + requests.get("elsewhere")
                        + requests.get("cancelled"))
                .as("%s %s", requests, report.missed())
                .isLessThanOrEqualTo(requests.get("requested"));
        if (fault == Fault.NONE) {
            assertThat(requests.get("in_time"))
                    .as("%s %s %s", requests, report.missed(), report.bytes())
                    .isPositive();
            assertThat(report.bytes().get("in_time")).isPositive();
            long right = requests.get("in_time") + requests.get("late");
            assertThat(right)
                    .as("both executors are on one host: %s %s", requests, report.missed())
                    .isGreaterThan(2 * requests.get("elsewhere"));
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
