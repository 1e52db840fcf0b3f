// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.spark.SmallSpark;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.RackMapping;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.plugin.ExecutorSide;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.HeldHere;
import org.fairlead.spark.prefetch.SmallHdfs;

/** A job that reads a file of HDFS with two executors on a host that has no DataNode, and whose answer is known without Spark. */
final class PrefetchedJob {
    static final double LINK_BYTES_PER_SECOND = 1e9;

    private static final String FILE = "/lines";
    private static final int LINE_BYTES = 64;
    private static final long TASK_MILLIS = 300;
    /** A task waits no longer for what is to be held in its executor. */
    private static final long MOST_WAITING_NANOS = 20_000_000_000L;

    private final int blocks;

    /** @param blocks of {@link SmallHdfs#BLOCK} bytes, each a task's */
    PrefetchedJob(int blocks) {
        this.blocks = blocks;
    }

    /** Our plug-in, whose driver's side a test can ask. */
    public static final class Asked implements SparkPlugin {
        /** Of the newest application. */
        static volatile LiveCluster cluster;

        static final DriverSide DRIVER = new DriverSide(
                (context, settings) -> {
                    cluster = LiveCluster.start(settings.cluster(), RackMapping.ONE, TimeSource.SYSTEM);
                    return cluster;
                },
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

    static Topology topology() {
        Topology.Builder apart = new Topology.Builder("apart").switchNode("e1");
        for (String host : List.of("localhost", "h1", "h2", "h3")) {
            apart.host(host, "r1").cable(host, "e1", LINK_BYTES_PER_SECOND);
        }
        return apart.build();
    }

    /**
     * Of an application that fetches ahead as {@link #modes} says, and knows its cluster by nobody yet.
     *
     * @param directory for what steers it
     */
    static SparkConf conf(String master, Path directory) {
        return SmallSpark.conf(master)
                .set("spark.plugins", Asked.class.getName())
                .set("spark.fairlead.prefetch.mode", "enforce")
                .set("spark.fairlead.modes.file", modes(directory).toString());
    }

    /** The same that knows its cluster by a file. */
    static SparkConf confOfKnownCluster(String master, Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("topology.yaml"), TopologyFile.text(topology()));
        return conf(master, directory).set("spark.fairlead.topology.file", file.toString());
    }

    static Path modes(Path directory) {
        return directory.resolve("modes.yaml");
    }

    /** Whose DataNodes give 4 MB a second each, so that fetches take a while. */
    static SmallHdfs slowHdfs(Path directory) throws IOException {
        return SmallHdfs.builder()
                .set("dfs.datanode.data.read.bandwidthPerSec", "4000000")
                .start(directory.resolve("hdfs"));
    }

    /** Of its input. */
    long bytes() {
        return (long) blocks * SmallHdfs.BLOCK;
    }

    private LongStream lines() {
        return LongStream.range(0, bytes() / LINE_BYTES);
    }

    void writeInput(SmallHdfs hdfs) throws IOException {
        hdfs.write(
                FILE,
                lines().mapToObj(PrefetchedJob::line)
                        .collect(Collectors.joining("\n", "", "\n"))
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Differs in each of its bytes from most others. */
    private static String line(long number) {
        return Long.toHexString(number * 0x9E3779B97F4A7C15L | 1L << 63)
                .repeat(LINE_BYTES / 16)
                .substring(1);
    }

    /** Without Spark and HDFS. */
    long answer() {
        return lines().map(number -> checksum(line(number))).sum();
    }

    /** For its input, each block from one host. */
    static List<ExtentRequest> requests(SmallHdfs hdfs, String source) throws IOException {
        return hdfs.requests(FILE, source);
    }

    private static long checksum(String line) {
        return line.hashCode() * 31L + line.length();
    }

    /**
     * Each line's checksum, in all.
     *
     * @param whileReading befalls tasks before they read
     */
    long run(JavaSparkContext spark, SmallHdfs hdfs, Disturbance whileReading) {
        return spark.textFile(hdfs.daemons().getURI() + FILE, blocks)
                .mapPartitions(lines -> {
                    whileReading.strike();
                    Thread.sleep(TASK_MILLIS);
                    return List.of(sum(lines)).iterator();
                })
                .reduce(Long::sum);
    }

    private static long sum(Iterator<String> lines) {
        long sum = 0;
        while (lines.hasNext()) {
            sum += checksum(lines.next());
        }
        return sum;
    }

    /** One executor dies, the first that comes to a task in the middle, as soon as something is held there, or arrives. */
    Disturbance executorDiesWith(HeldHere what, Path once) {
        int middle = middle();
        Disturbance dies = Disturbance.executorDies(once, middle);
        return () -> {
            if (TaskContext.getPartitionId() == middle && TaskContext.get().attemptNumber() == 0) {
                long end = System.nanoTime() + MOST_WAITING_NANOS;
                while (!what.isSo()) {
                    if (System.nanoTime() > end) {
                        return; // whoever planted it sees that nobody died
                    }
                    Thread.sleep(1);
                }
                dies.strike();
            }
        };
    }

    /** A task before which a quarter of the others begin. */
    int middle() {
        return blocks / 4;
    }
}
