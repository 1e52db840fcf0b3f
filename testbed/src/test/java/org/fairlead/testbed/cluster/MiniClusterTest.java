// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.testbed.cluster.MiniClusterRound.samples;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.core.topology.Topology;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real HDFS on four hosts in two racks; {@link MiniSparkTest} has Spark besides. */
@Tag("testbed")
@Tag("untimed")
class MiniClusterTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"3.5.0", "3.4.3"})
    void whatIsWrittenIsReadAndTheWriterIsWhereItsHostIs(String hadoop) throws Exception {
        JsonNode round = MiniClusterRound.run(
                directory,
                hadoop,
                0,
                MiniClusterRound.STOCK,
                "[{write: {on: [h1, h2], files: 2, size: 3MiB, block-size: 1MiB, replication: 2}},"
                        + " {read: {on: all, from: write, files: 2}}]");

        assertThat(samples(round, "file_write_time")).hasSize(4);
        assertThat(samples(round, "file_read_time")).hasSize(8);
        assertThat(samples(round, "block_read_time")).hasSize(24);
        // 4 files of 3 blocks; the DataNode that received from its own address is the writer's: the first replica is
        // local.
        assertThat(samples(round, "block_write_time")
                        .map(sample -> sample.path("host").asText()))
                .hasSize(12)
                .containsOnly("h1", "h2");
        for (String host : List.of("h1", "h2")) {
            assertThat(Files.readString(directory.resolve("hdfs-0/logs/datanode-" + host + ".log"))
                            .lines()
                            .filter(line -> line.contains("op: HDFS_WRITE"))
                            .filter(line -> line.matches(".*src: /([0-9.]+):\\d+, dest: /\\1:.*")))
                    .as("blocks of the writer on " + host + " that its own DataNode took")
                    .hasSize(6);
        }
    }

    @Test
    void aContenderMayNameAPolicyOfAJarOfItsOwn() throws Exception {
        Path examples = Path.of("..", "examples", "policies").toAbsolutePath();
        ProcessBuilder builder = new ProcessBuilder(
                examples.resolve("build").toString(),
                directory.resolve("example.jar").toString(),
                Topology.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath());
        builder.environment().merge("PATH", System.getProperty("java.home") + "/bin", (path, jdk) -> jdk + ":" + path);
        assertThat(builder.inheritIO().start().waitFor()).isZero();
        Path contender = Files.writeString(directory.resolve("example.yaml"), """
                name: example
                jars: {hdfs: [%s, example.jar]}
                hdfs:
                  dfs.block.replicator.classname: org.fairlead.hdfs.placement.FairleadPlacementPolicy
                  dfs.net.topology.impl: org.fairlead.hdfs.read.FairleadNetworkTopology
                  dfs.namenode.plugins: org.fairlead.hdfs.FairleadNameNodePlugin
                  fairlead.policy: example
                  fairlead.write.mode: enforce
                  fairlead.link.host: 1gbit
                """.formatted(
                        examples.resolve("../../hdfs/target/fairlead-hdfs.jar").normalize()));

        MiniClusterRound.run(
                directory,
                Versions.standard().hadoop(),
                0,
                contender,
                "[{write: {on: [h1], size: 2MiB, block-size: 1MiB, replication: 2}}]");

        assertThat(Files.readString(directory.resolve("hdfs-0/logs/namenode.log")))
                .contains("policy example")
                .doesNotContain("Fairlead is off");
    }
}
