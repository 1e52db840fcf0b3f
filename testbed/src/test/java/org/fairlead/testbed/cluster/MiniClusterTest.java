// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.SandboxedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real HDFS and Spark on four hosts in two racks. */
@Tag("testbed")
class MiniClusterTest {
    private static final Path CACHE = RuntimeClasspath.userCache();
    private static final Path STOCK = Path.of("..", "contenders", "stock.yaml").toAbsolutePath();

    @TempDir
    Path directory;

    private List<JsonNode> run(String hadoop, int racks, int workers, String workload) throws Exception {
        return run(hadoop, racks, workers, STOCK, workload);
    }

    private List<JsonNode> run(String hadoop, int racks, int workers, Path contender, String workload)
            throws Exception {
        // Outside the sandbox, which has no way to the network.
        RuntimeClasspath.resolve(new Versions(hadoop, Versions.SPARK), CACHE, System.err::println);
        String printed = SandboxedTest.run(
                MiniCluster.class,
                360,
                hadoop,
                directory.toString(),
                CACHE.toString(),
                "" + racks,
                "" + workers,
                "1",
                contender.toString(),
                workload);
        List<JsonNode> rounds = new ArrayList<>();
        for (String line : printed.lines().filter(text -> text.startsWith("{")).toList()) {
            rounds.add(new ObjectMapper().readTree(line));
        }
        assertThat(rounds).isNotEmpty();
        for (JsonNode check : rounds.get(0).path("checks")) {
            assertThat(check.path("passed").asBoolean()).as(check.toString()).isTrue();
        }
        return rounds;
    }

    private static Stream<JsonNode> samples(JsonNode round, String metric) {
        return Stream.of(round.path("samples"))
                .flatMap(list ->
                        Stream.iterate(0, i -> i < list.size(), i -> i + 1).map(list::get))
                .filter(sample -> sample.path("metric").asText().equals(metric));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.0", "3.4.3"})
    void whatIsWrittenIsReadAndTheWriterIsWhereItsHostIs(String hadoop) throws Exception {
        JsonNode round = run(
                        hadoop,
                        2,
                        0,
                        "[{write: {on: [h1, h2], files: 2, size: 3MiB, block-size: 1MiB, replication: 2}},"
                                + " {read: {on: all, from: write, files: 2}}]")
                .get(0);

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

        run("3.5.0", 2, 0, contender, "[{write: {on: [h1], size: 2MiB, block-size: 1MiB, replication: 2}}]");

        assertThat(Files.readString(directory.resolve("hdfs-0/logs/namenode.log")))
                .contains("policy example")
                .doesNotContain("Fairlead is off");
    }

    @Test
    void sparkAnswersFromWhatWasWritten() throws Exception {
        JsonNode round = run("3.5.0", 2, 2, "[{tpch: {scale: 0.01, queries: [q6, q14], writers: 2, block-size: 1MiB}}]")
                .get(0);

        assertThat(samples(round, "query_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly("q6", "q14");
        assertThat(samples(round, "spark_block_read_time")).isNotEmpty();
        assertThat(round.path("digests").path("q6").asText()).startsWith("1 rows ");
        assertThat(round.path("spans").toString()).contains("\"task\"");
    }

    @Test
    void severalApplicationsWorkAtTheSameTimeInPools() throws Exception {
        JsonNode round = run(
                        "3.5.0",
                        2,
                        2,
                        "[{applications: {run: {first: [{query: q6, pool: small}, {sort: 64KiB, pool: large}],"
                                + " second: [{query: q6, start: 500ms}]}, scale: 0.01, writers: 2}}]")
                .get(0);

        assertThat(samples(round, "job_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly("first/q6", "first/sort", "second/q6");
        assertThat(round.path("digests").path("first/q6").asText())
                .startsWith("1 rows ")
                .isEqualTo(round.path("digests").path("second/q6").asText());
        assertThat(round.path("checks").toString()).contains("sort of first keeps every byte");
        assertThat(round.path("spans").toString()).contains("first stage", "second stage");
    }
}
