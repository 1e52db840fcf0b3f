// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.sql.SparkSession;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.schedule.MeasuredPicture;

/** A real Spark on this machine, workers and executors as processes of their own, with the class path of the tests. */
public final class SmallSpark {
    /** Of two executors with a core each. */
    public static final String MASTER = "local-cluster[2,1,1024]";

    private SmallSpark() {}

    /** Our plug-in on a cluster whose only host and its links are known and idle. */
    public static final class KnownCluster implements SparkPlugin {
        @Override
        public DriverPlugin driverPlugin() {
            Topology topology = new Topology.Builder("one host")
                    .switchNode("e1")
                    .host("localhost", "r1")
                    .cable("localhost", "e1", 125e6)
                    .host("elsewhere", "r1")
                    .cable("elsewhere", "e1", 125e6)
                    .build();
            return new DriverSide((context, settings) -> new MeasuredPicture(topology), TimeSource.SYSTEM);
        }

        @Override
        public ExecutorPlugin executorPlugin() {
            return null;
        }
    }

    /** A driver and executors of few hundred megabytes, whose workers start at once. */
    public static SparkConf conf(String master) {
        linkJars();
        return new SparkConf()
                .setMaster(master)
                .setAppName("small")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
                .set("spark.sql.shuffle.partitions", "4")
                .set("spark.default.parallelism", "4")
                .set("spark.sql.warehouse.dir", "target/warehouse")
                .set("spark.executor.extraClassPath", directories());
    }

    public static SparkSession session(SparkConf conf) {
        return SparkSession.builder().config(conf).getOrCreate();
    }

    private static List<String> classPath() {
        return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static String directories() {
        return classPath().stream()
                .filter(entry -> !entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Spark's workers start executors with {@code $SPARK_HOME/jars/*}. */
    private static void linkJars() {
        try {
            Path jars = Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
            for (String entry : classPath()) {
                Path jar = Path.of(entry);
                if (entry.endsWith(".jar") && Files.exists(jar)) {
                    link(jars.resolve(jar.getFileName()), jar);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void link(Path link, Path jar) throws IOException {
        try {
            Files.createSymbolicLink(link, jar);
        } catch (FileAlreadyExistsException e) {
            // From a run before; the file name has the version.
        }
    }
}
