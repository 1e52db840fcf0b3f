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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.HeldHere;
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
    private static final long MOST_SECONDS = 240;

    @TempDir
    private Path directory;

    private SparkConf conf(String master) throws IOException {
        return PrefetchedJob.confOfKnownCluster(master, directory);
    }

    @Test
    void aTaskReadsFromMemoryWhatItsExecutorWasToldToFetch() throws Exception {
        PrefetchedJob job = new PrefetchedJob(3);
        try (SmallHdfs hdfs = SmallHdfs.start(directory.resolve("hdfs"))) {
            job.writeInput(hdfs);
            try (JavaSparkContext spark = new JavaSparkContext(conf("local-cluster[1,1,1024]"))) {
                PrefetchOrders orders =
                        PrefetchedJob.Asked.DRIVER.prefetchOrders().orElseThrow();
                List<ExtentRequest> requests = PrefetchedJob.requests(hdfs, "h2");
                soon("the executor can be reached", () -> orders.order("0", requests.get(0), state -> {}));
                requests.stream().skip(1).forEach(request -> orders.order("0", request, state -> {}));
                soon("all is fetched", () -> orders.count(PrefetchCount.BYTES_FETCHED) == job.bytes());
                Map<String, Long> before = ServedBytes.of(hdfs.daemons());

                assertThat(job.run(spark, hdfs, Disturbance.NONE)).isEqualTo(job.answer());

                assertThat(ServedBytes.of(hdfs.daemons())).isEqualTo(before);
                soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) == job.bytes());
                assertThat(orders.count(Order.ARRIVING)).isEqualTo(requests.size());
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();

                Files.writeString(PrefetchedJob.modes(directory), "prefetch: observe\n");
                soon("it only observes", () -> !orders.order("0", requests.get(1), state -> {}));
                soon("the executor has dropped all", () -> {
                    assertThat(job.run(spark, hdfs, Disturbance.NONE)).isEqualTo(job.answer());
                    return sum(ServedBytes.of(hdfs.daemons())) > sum(before);
                });
            }
        }
    }

    private static long sum(Map<String, Long> served) {
        return served.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What goes wrong while a job's input is fetched ahead. */
    enum Fault {
        NONE(false),
        EXECUTOR_KILLED_WHILE_IT_HOLDS(true) {
            @Override
            Disturbance ofTasks(PrefetchedJob job, Path directory) {
                return job.executorDiesWith(HeldHere.HELD, directory.resolve("death"));
            }
        },
        EXECUTOR_KILLED_WHILE_IT_FETCHES(true) {
            @Override
            Disturbance ofTasks(PrefetchedJob job, Path directory) {
                return job.executorDiesWith(HeldHere.ARRIVING, directory.resolve("death"));
            }
        },
        /** As dynamic allocation does. */
        EXECUTOR_TAKEN_AWAY(true) {
            @Override
            void strike(SmallHdfs hdfs, JavaSparkContext spark) {
                assertThat(spark.sc().killExecutor("0")).isTrue();
            }
        },
        DATANODE_KILLED(false) {
            @Override
            void strike(SmallHdfs hdfs, JavaSparkContext spark) {
                hdfs.daemons().stopDataNode(0);
            }
        },
        HARDLY_ANY_MEMORY(false) {
            @Override
            SparkConf with(SparkConf conf) {
                return conf.set("spark.fairlead.prefetch.memory", "1MiB");
            }
        };

        private final boolean losesAnExecutor;

        Fault(boolean losesAnExecutor) {
            this.losesAnExecutor = losesAnExecutor;
        }

        /** What befalls tasks in their executors. */
        Disturbance ofTasks(PrefetchedJob job, Path directory) {
            return Disturbance.NONE;
        }

        /** When something has been fetched. */
        void strike(SmallHdfs hdfs, JavaSparkContext spark) {}

        boolean hasStruck(Seen seen) {
            return !losesAnExecutor || seen.executorsGone.get() > 0;
        }

        SparkConf with(SparkConf conf) {
            return conf;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatTasksWillReadIsFetchedBeforeTheyStart(Fault fault) throws Exception {
        int blocks = 40;
        PrefetchedJob job = new PrefetchedJob(blocks);
        Path decisions = directory.resolve("decisions");
        try (SmallHdfs hdfs = PrefetchedJob.slowHdfs(directory)) {
            job.writeInput(hdfs);
            SparkConf conf = fault.with(conf(SmallSpark.MASTER)
                    .set("spark.fairlead.mode", "enforce")
                    .set("spark.fairlead.decisions.dir", decisions.toString())
                    .set("spark.fairlead.plan.always", "true")); // the network is idle
            try (JavaSparkContext spark = new JavaSparkContext(conf);
                    Seen seen = Seen.in(spark.sc())) {
                PrefetchOrders orders =
                        PrefetchedJob.Asked.DRIVER.prefetchOrders().orElseThrow();
                awaitTwoExecutors(spark);

                CompletableFuture<Long> answer =
                        CompletableFuture.supplyAsync(() -> job.run(spark, hdfs, fault.ofTasks(job, directory)));
                soon("something is fetched", () -> orders.count(PrefetchCount.BYTES_FETCHED) > 0);
                fault.strike(hdfs, spark);

                assertThat(answer.get(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo(job.answer());
                assertThat(orders.count(Order.GIVEN)).isGreaterThanOrEqualTo(blocks / 4);
                soon("it has struck", () -> fault.hasStruck(seen));
                if (fault == Fault.NONE) {
                    soon("it is told", () -> orders.count(PrefetchCount.BYTES_READ) > job.bytes() / 4);
                    assertThat(orders.count(PrefetchCount.FETCHES_FAILED)).isZero();
                }
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();
            }
        }
        saysWhatBecameOfIt(decisions, fault);
    }

    private static void awaitTwoExecutors(JavaSparkContext spark) {
        soon("both executors run", () -> spark.sc().getExecutorIds().size() == 2);
    }

    @Test
    void onIdleLinksAndWithoutControllersNothingNewIsFetched() throws Exception {
        PrefetchedJob job = new PrefetchedJob(120);
        try (SmallHdfs hdfs = PrefetchedJob.slowHdfs(directory);
                ControlledNetwork network = new ControlledNetwork(PrefetchedJob.topology())) {
            job.writeInput(hdfs);
            SparkConf conf = PrefetchedJob.conf(SmallSpark.MASTER, directory)
                    .set("spark.fairlead.mode", "enforce")
                    .set("spark.fairlead.controllers", network.addresses());
            try (JavaSparkContext spark = new JavaSparkContext(conf);
                    Seen seen = Seen.in(spark.sc())) {
                PrefetchOrders orders =
                        PrefetchedJob.Asked.DRIVER.prefetchOrders().orElseThrow();
                LiveCluster cluster = PrefetchedJob.Asked.cluster;
                awaitTwoExecutors(spark);
                soon("somebody admits", () -> !cluster.lacksController());
                soon("links are idle", () -> OurMetrics.of(PrefetchedJob.Asked.class.getName(), "uncontended") == 1);

                CompletableFuture<Long> answer =
                        CompletableFuture.supplyAsync(() -> job.run(spark, hdfs, Disturbance.NONE));
                soon("tasks have ended on both", () -> seen.executors.size() == 2);
                assertThat(orders.count(Order.GIVEN)).isZero();

                network.load("h2", PrefetchedJob.LINK_BYTES_PER_SECOND);
                soon("something is fetched", () -> orders.count(PrefetchCount.BYTES_FETCHED) > 0);
                network.loseOne();
                long before = orders.count(Order.GIVEN);
                soon("the standby admits", () -> !cluster.lacksController() && orders.count(Order.GIVEN) > before + 5);
                network.loseOne();
                soon("nobody admits", cluster::lacksController);
                Thread.sleep(4000); // whoever is silent for three seconds is gone; a look-ahead each half second
                long given = orders.count(Order.GIVEN);

                assertThat(answer.isDone()).as("tasks are left").isFalse();
                assertThat(answer.get(MOST_SECONDS, TimeUnit.SECONDS)).isEqualTo(job.answer());
                assertThat(orders.count(Order.GIVEN)).isEqualTo(given);
                assertThat(orders.count(PrefetchCount.FAILURES)).isZero();
            }
        }
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
}
