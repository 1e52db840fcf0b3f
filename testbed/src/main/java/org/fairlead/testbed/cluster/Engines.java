package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.training.HdfsTraining;

/**
 * HDFS and Spark made ready to be started many times.
 *
 * @param hadoop the class path that every Hadoop process begins with
 * @param hadoopOptions JVM options that make it start faster; may be empty
 * @param sparkOptions the same for Spark's processes
 */
public record Engines(
        RuntimeClasspath classpath,
        Path cache,
        List<Path> hadoop,
        List<String> hadoopOptions,
        List<String> sparkOptions) {

    /**
     * Inside the sandbox, since the training runs listen on loopback; takes half a minute the first time.
     *
     * @param progress takes one line per thing that takes long
     */
    public static Engines prepare(RuntimeClasspath classpath, Path cache, Consumer<String> progress) {
        try {
            Path absolute = cache.toAbsolutePath();
            Path support = ClassArchive.supportJar(absolute);
            List<Path> hadoop = Stream.concat(classpath.hadoop().stream(), Stream.of(support))
                    .toList();
            String version = classpath.versions().hadoop();
            List<String> hadoopOptions = ClassArchive.options(
                    "hadoop-" + version,
                    new ClassArchive.Training(HdfsTraining.class, hadoop, List.of()),
                    absolute,
                    progress);
            return new Engines(classpath, absolute, hadoop, hadoopOptions, List.of());
        } catch (IOException e) {
            throw new ClusterException("the cache directory " + cache + " cannot be used: " + e.getMessage(), e);
        }
    }
}
