// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.testbed.cluster.process.ClusterException;

/**
 * The libraries by which Spark reads objects: Hadoop's S3A of the release that Spark has as its client, and of Amazon's SDK the parts that it needs, instead of the bundle of 600 MB.
 *
 * @param hadoop the release of S3A
 */
record S3aLibraries(String hadoop) {
    /** The same as in the plug-in's tests: see spark/pom.xml. */
    static final String AWS_SDK = "2.35.4";

    static final String ANALYTICS_ACCELERATOR = "1.3.1";

    private static final String AWS = "software.amazon.awssdk";
    private static final Pattern CLIENT = Pattern.compile("hadoop-client-api-(.+)\\.jar");

    /** Those that fit a Spark. */
    static S3aLibraries of(List<Path> spark) {
        for (Path jar : spark) {
            Matcher client = CLIENT.matcher(jar.getFileName().toString());
            if (client.matches()) {
                return new S3aLibraries(client.group(1));
            }
        }
        throw new ClusterException("Spark's jars have no hadoop-client-api, whose release S3A has to have");
    }

    String name() {
        return "s3a-" + hadoop;
    }

    /** As elements of a POM. */
    List<String> dependencies() {
        return List.of(
                RuntimeClasspath.dependency("org.apache.hadoop", "hadoop-aws", hadoop, "*:*"),
                RuntimeClasspath.dependency(AWS, "s3", AWS_SDK),
                RuntimeClasspath.dependency(AWS, "s3-transfer-manager", AWS_SDK),
                RuntimeClasspath.dependency(AWS, "sts", AWS_SDK),
                RuntimeClasspath.dependency(
                        "software.amazon.s3.analyticsaccelerator",
                        "analyticsaccelerator-s3",
                        ANALYTICS_ACCELERATOR,
                        AWS + ".crt:*",
                        AWS + ":aws-crt-client"));
    }

    /** Spark's jars, and behind them of these what Spark has in no version, so that Spark has the libraries that it always has. */
    List<Path> beside(List<Path> spark, List<Path> resolved) {
        Set<Path> present = new HashSet<>();
        spark.forEach(jar -> present.add(artifact(jar)));
        List<Path> jars = new ArrayList<>(spark);
        resolved.stream().filter(jar -> !present.contains(artifact(jar))).forEach(jars::add);
        return List.copyOf(jars);
    }

    /** What all versions of an artifact have in common: where a local repository has them. */
    private static Path artifact(Path jar) {
        return jar.getParent().getParent();
    }
}
