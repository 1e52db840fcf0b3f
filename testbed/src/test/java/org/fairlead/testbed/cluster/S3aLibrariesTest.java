// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.junit.jupiter.api.Test;

final class S3aLibrariesTest {
    private static final Path REPOSITORY = Path.of("/m2");
    private static final List<Path> SPARK = jars(
            "org/apache/hadoop/hadoop-client-api/3.5.0/hadoop-client-api-3.5.0.jar",
            "io/netty/netty-common/4.2.13.Final/netty-common-4.2.13.Final.jar",
            "org/slf4j/slf4j-api/2.0.17/slf4j-api-2.0.17.jar");

    private static List<Path> jars(String... names) {
        return Stream.of(names).map(REPOSITORY::resolve).toList();
    }

    @Test
    void s3aIsOfTheReleaseOfSparksClient() {
        S3aLibraries libraries = S3aLibraries.of(SPARK);

        assertThat(libraries.name()).isEqualTo("s3a-3.5.0");
        assertThat(libraries.dependencies().get(0)).contains("hadoop-aws", "<version>3.5.0</version>");
        assertThatThrownBy(() -> S3aLibraries.of(SPARK.subList(1, 3)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("no hadoop-client-api");
    }

    @Test
    void ofLibrariesThatSparkHasItsOwnVersionCounts() {
        List<Path> resolved = jars(
                "org/apache/hadoop/hadoop-aws/3.5.0/hadoop-aws-3.5.0.jar",
                "io/netty/netty-common/4.1.126.Final/netty-common-4.1.126.Final.jar",
                "software/amazon/awssdk/s3/2.35.4/s3-2.35.4.jar");

        assertThat(S3aLibraries.of(SPARK).beside(SPARK, resolved))
                .startsWith(SPARK.toArray(Path[]::new))
                .endsWith(resolved.get(0), resolved.get(2))
                .hasSize(5);
    }

    @Test
    void thePluginIsTestedWithTheSameReleases() throws IOException {
        String pom = Files.readString(Path.of("").toAbsolutePath().resolveSibling("spark/pom.xml"));

        assertThat(pom)
                .contains(
                        "<awssdk.version>" + S3aLibraries.AWS_SDK + "</awssdk.version>",
                        "<analyticsaccelerator.version>" + S3aLibraries.ANALYTICS_ACCELERATOR
                                + "</analyticsaccelerator.version>");
    }
}
