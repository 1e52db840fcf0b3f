package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.training.HdfsTraining;
import org.fairlead.testbed.cluster.training.SparkTraining;

/**
 * HDFS and Spark made ready to be started many times.
 *
 * @param hadoop the class path that every Hadoop process begins with
 * @param spark the same for Spark's processes: what {@code $SPARK_HOME/jars/*} expands to, in that order
 * @param hadoopOptions JVM options that make it start faster; may be empty
 * @param sparkOptions the same for Spark's processes
 */
public record Engines(
        RuntimeClasspath classpath,
        List<Path> hadoop,
        List<Path> spark,
        List<String> hadoopOptions,
        List<String> sparkOptions) {
    static final String SPARK_SUPPORT = "fairlead-support.jar";

    /** Resources that hadoop-hdfs does not ship and without which its web servers, and so its daemons, do not start. */
    private static final List<String> WEB_DIRECTORIES =
            List.of("webapps/", "webapps/hdfs/", "webapps/datanode/", "webapps/static/", "webapps/secondary/");

    /**
     * Inside the sandbox, since the training runs listen on loopback; takes half a minute the first time.
     *
     * @param progress takes one line per thing that takes long
     */
    public static Engines prepare(RuntimeClasspath classpath, Path cache, Consumer<String> progress) {
        try {
            Path archives = cache.toAbsolutePath().resolve("class-archives");
            Path support = ClassArchive.supportJar(
                    archives.resolve("hadoop-support.jar"), WEB_DIRECTORIES, HdfsTraining.class);
            List<Path> hadoop = Stream.concat(classpath.hadoop().stream(), Stream.of(support))
                    .toList();
            Path jars = classpath.sparkHome().resolve("jars");
            ClassArchive.supportJar(jars.resolve(SPARK_SUPPORT), List.of(), SparkTraining.class);
            List<Path> spark = expanded(jars);
            return new Engines(
                    classpath,
                    hadoop,
                    spark,
                    ClassArchive.options(
                            "hadoop-" + classpath.versions().hadoop(),
                            new ClassArchive.Training(HdfsTraining.class, hadoop, List.of(), Map.of()),
                            archives,
                            progress),
                    ClassArchive.options(
                            "spark-" + classpath.versions().spark(),
                            new ClassArchive.Training(
                                    SparkTraining.class,
                                    spark,
                                    SparkJvm.MODULE_OPTIONS,
                                    Map.of(
                                            "SPARK_HOME",
                                            classpath.sparkHome().toString(),
                                            "SPARK_SCALA_VERSION",
                                            Versions.SCALA)),
                            archives,
                            progress));
        } catch (IOException e) {
            throw new ClusterException("the cache directory " + cache + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** In the directory's own order, which is the order in which the JVM expands {@code *}. */
    private static List<Path> expanded(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, "*.jar")) {
            stream.forEach(jars::add);
        }
        return jars;
    }
}
