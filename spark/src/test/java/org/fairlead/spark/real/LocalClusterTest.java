// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.spark.cluster.TaskProgress;
import org.fairlead.spark.read.PlacedSource;
import org.fairlead.spark.read.ServedBytes;
import org.fairlead.spark.source.AwaitedSenders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** Two executors in processes of their own, three DataNodes: what travels between Spark, HDFS and us. */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LocalClusterTest {
    private static final int BLOCK = 1 << 20;
    private static final String LINE = "x".repeat(63) + "\n";
    private static final int LINES = 3 * BLOCK / LINE.length();
    private static final String[] HOSTS = {"h1", "h2", "h3"};

    @TempDir
    private static Path directory;

    private static MiniDFSCluster hdfs;
    private static JavaSparkContext spark;
    private static String file;

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.resolve("hdfs").toString());
        conf.setLong("dfs.blocksize", BLOCK);
        hdfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(HOSTS.length)
                .hosts(HOSTS)
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/lines");
        try (OutputStream out = hdfs.getFileSystem().create(path, (short) HOSTS.length)) {
            out.write(LINE.repeat(LINES).getBytes(StandardCharsets.UTF_8));
        }
        file = hdfs.getURI() + "/lines";
        spark = new JavaSparkContext(sparkConf());
    }

    private static SparkConf sparkConf() throws IOException {
        Topology topology = new Topology.Builder("one")
                .switchNode("e1")
                .host("localhost", "r1")
                .cable("localhost", "e1", 1e9)
                .build();
        Path file = Files.writeString(directory.resolve("topology.yaml"), TopologyFile.text(topology));
        Path home = Path.of(System.getenv("SPARK_HOME"));
        Files.createDirectories(home.resolve("jars"));
        Files.writeString(home.resolve("RELEASE"), "of no release");
        return new SparkConf(false)
                .setMaster("local-cluster[2,1,1024]")
                .setAppName("local cluster")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
                .set("spark.ui.enabled", "false")
                .set("spark.shuffle.readHostLocalDisk", "false")
                .set("spark.plugins", WiredPlugin.class.getName())
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .set("spark.fairlead.topology.file", file.toString());
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
        if (hdfs != null) {
            hdfs.shutdown();
        }
    }

    /** First, since a DataNode counts what a cancelled task read when it gets to know of that. */
    @Test
    @Order(1)
    void tasksReadFromTheHostThatTheirPropertySays() throws Exception {
        for (String host : HOSTS) {
            Map<String, Long> before = ServedBytes.of(hdfs);
            spark.setLocalProperty(PlacedSource.PROPERTY, host);
            assertThat(spark.textFile(file, 3).count()).isEqualTo(LINES);
            spark.setLocalProperty(PlacedSource.PROPERTY, null);
            long bytes = (long) LINES * LINE.length();
            Map<String, Long> served = ServedBytes.since(before, hdfs, bytes);
            for (String other : HOSTS) {
                if (other.equals(host)) {
                    assertThat(served.get(other)).isGreaterThanOrEqualTo(bytes);
                } else {
                    assertThat(served.get(other)).as("by " + other).isZero();
                }
            }
        }
    }

    @Test
    @Order(2)
    void fromWhomTasksHaveReadIsTold() throws Exception {
        spark.setLocalProperty(PlacedSource.PROPERTY, "h2");
        assertThat(spark.textFile(file, 3).count()).isEqualTo(LINES);
        spark.setLocalProperty(PlacedSource.PROPERTY, null);

        int stage = Arrays.stream(spark.statusTracker().getJobIdsForGroup(null))
                .map(job -> spark.statusTracker().getJobInfo(job).stageIds()[0])
                .max()
                .orElseThrow();
        soon("three tasks are told of", () -> reads(stage).size() == 3);
        assertThat(reads(stage)).allSatisfy(task -> {
            assertThat(task.host()).as("as Spark names it").isNotEmpty();
            assertThat(task.sources()).allSatisfy(source -> {
                assertThat(source.kind()).isEqualTo(SourceReads.HDFS);
                assertThat(source.source()).isEqualTo("h2");
                assertThat(source.waited()).isPositive();
            });
        });
        assertThat(reads(stage).stream()
                        .flatMap(task -> task.sources().stream())
                        .mapToLong(SourceReads::bytes)
                        .sum())
                .isGreaterThanOrEqualTo((long) LINES * LINE.length());
    }

    private static List<TaskReads> reads(int stage) {
        return WiredPlugin.READS.stream().filter(task -> task.stage() == stage).toList();
    }

    /** The executors are on one host, and each other's map output is to come over the network all the same. */
    @Test
    @Order(3)
    void howMuchTasksFetchFromOthersAndHowLongTheyWaitIsTold() throws Exception {
        WiredPlugin.READS.clear();
        assertThat(spark.parallelize(IntStream.range(0, 100_000).boxed().toList(), 8)
                        .mapToPair(number -> new Tuple2<>(number % 1000, (long) number))
                        .reduceByKey(Long::sum, 4)
                        .count())
                .isEqualTo(1000);

        soon("tasks that fetched are told of", () -> WiredPlugin.READS.stream()
                .anyMatch(task -> task.shuffleBytes() > 0));
        assertThat(WiredPlugin.READS)
                .filteredOn(task -> task.shuffleBytes() > 0)
                .allSatisfy(task -> assertThat(task.sources())
                        .anySatisfy(source -> assertThat(source.kind()).isEqualTo(SourceReads.SHUFFLE)));
    }

    @Test
    void whomAnExecutorWaitsForCanBeSeenInThisSpark() throws Exception {
        assertThat(AwaitedSenders.of(SparkEnv.get().blockManager().blockStoreClient()))
                .isPresent();
    }

    @Test
    void anExecutorCountsItsHostForTheDriver() throws InterruptedException {
        soon("the host's link is known", () -> {
            ClusterView view =
                    WiredPlugin.cluster.snapshot().orElseThrow().network().view();
            int host = view.topology().host("localhost").index();
            int up = view.topology().routes().upLink(host);
            return view.knowledge(up, System.nanoTime()) == Freshness.FRESH
                    && view.status(host).memoryAvailableBytes() > 0;
        });
    }

    @Test
    void itsMemoryIsInTheSnapshot() throws InterruptedException {
        soon(
                "both tell",
                () -> WiredPlugin.cluster.snapshot().orElseThrow().memory().size() == 2);

        assertThat(WiredPlugin.cluster.snapshot().orElseThrow().memory())
                .allSatisfy((executor, memory) -> assertThat(memory.poolBytes())
                        .as("of a heap of 512 MB, 300 of them Spark's own")
                        .isBetween(50_000_000L, 250_000_000L));
    }

    @Test
    void howFarTasksAreIsSeenWhileTheyRun() throws Exception {
        JavaFutureAction<Long> job = spark.textFile(file, 1)
                .filter(line -> {
                    Thread.sleep(1);
                    return true;
                })
                .countAsync();
        soon("a part is read", () -> {
            for (long task = 0; task < 1000; task++) {
                long read = WiredPlugin.cluster
                        .progress(task)
                        .map(TaskProgress::bytesRead)
                        .orElse(0L);
                if (read > 0 && read < BLOCK) {
                    return true;
                }
            }
            return false;
        });
        job.cancel(true);
    }
}
