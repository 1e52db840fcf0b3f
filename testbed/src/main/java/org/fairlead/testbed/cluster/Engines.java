// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.training.HdfsTraining;

/**
 * HDFS and Spark made ready to be started many times.
 *
 * @param hadoop the class path that every Hadoop process begins with
 * @param hadoopOptions JVM options that make it start faster; may be empty
 */
public record Engines(RuntimeClasspath classpath, List<Path> hadoop, List<String> hadoopOptions) {
    /** Resources that hadoop-hdfs does not ship and without which its web servers, and so its daemons, do not start. */
    private static final List<String> WEB_DIRECTORIES =
            List.of("webapps/", "webapps/hdfs/", "webapps/datanode/", "webapps/static/", "webapps/secondary/");

    /**
     * Inside the sandbox, since the training run listens on loopback; takes a quarter of a minute the first time.
     *
     * @param cache a directory that survives runs
     * @param progress takes one line per thing that takes long
     */
    public static Engines prepare(RuntimeClasspath classpath, Path cache, Consumer<String> progress) {
        try {
            Path archives = cache.toAbsolutePath().resolve("class-archives");
            Path support = ClassArchive.supportJar(
                    archives.resolve("hadoop-support.jar"), WEB_DIRECTORIES, HdfsTraining.class);
            List<Path> hadoop = Stream.concat(classpath.hadoop().stream(), Stream.of(support))
                    .toList();
            String name = "hadoop-" + classpath.versions().hadoop();
            List<String> options = ClassArchive.options(
                    name, new ClassArchive.Training(HdfsTraining.class, hadoop), archives, progress);
            return new Engines(classpath, hadoop, options);
        } catch (IOException e) {
            throw new ClusterException("the cache directory " + cache + " cannot be used: " + e.getMessage(), e);
        }
    }
}
