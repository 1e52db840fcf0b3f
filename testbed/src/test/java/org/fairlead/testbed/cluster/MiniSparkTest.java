// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.testbed.cluster.MiniClusterRound.samples;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real HDFS and Spark with two workers on four hosts in two racks. */
@Tag("testbed")
@Tag("untimed")
class MiniSparkTest {
    @TempDir
    Path directory;

    @Test
    void sparkAnswersFromWhatWasWrittenAndSeveralApplicationsWorkAtTheSameTimeInPools() throws Exception {
        JsonNode round = MiniClusterRound.run(
                directory,
                Versions.standard().hadoop(),
                2,
                MiniClusterRound.STOCK,
                "[{tpch: {scale: 0.01, queries: [q6, q14], writers: 2, block-size: 1MiB}},"
                        + " {applications: {run: {first: [{query: q6, pool: small}, {sort: 64KiB, pool: large}],"
                        + " second: [{query: q6, start: 500ms}]}, scale: 0.01, writers: 2}}]");

        assertThat(samples(round, "query_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly("q6", "q14");
        assertThat(samples(round, "spark_block_read_time")).isNotEmpty();
        assertThat(round.path("digests").path("q6").asText()).startsWith("1 rows ");
        assertThat(round.path("spans").toString()).contains("\"task\"");

        assertThat(samples(round, "job_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly("first/q6", "first/sort", "second/q6");
        assertThat(round.path("digests").path("first/q6").asText())
                .startsWith("1 rows ")
                .isEqualTo(round.path("digests").path("second/q6").asText());
        assertThat(round.path("checks").toString()).contains("sort of first keeps every byte");
        assertThat(round.path("spans").toString()).contains("first stage", "second stage");
    }

    @Test
    void skewedRowsGoThroughEveryOperationWithTheSameAnswer() throws Exception {
        // Adaptive execution would make one partition of so little.
        JsonNode round = MiniClusterRound.run(
                directory,
                Versions.standard().hadoop(),
                2,
                MiniClusterRound.STOCK.resolveSibling("stock-no-aqe.yaml"),
                "[{skewed: {operation: [sort, aggregate, join, outer-join], exponent: [0, 3], size: 2MiB,"
                        + " keys: 200, writers: 2}}]");

        assertThat(samples(round, "operation_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactly(
                        "sort-0",
                        "sort-3",
                        "aggregate-0",
                        "aggregate-3",
                        "join-0",
                        "join-3",
                        "outer-join-0",
                        "outer-join-3");
        assertThat(round.path("checks"))
                .filteredOn(check -> check.path("name").asText().endsWith("keeps every row"))
                .hasSize(8)
                .allSatisfy(check -> assertThat(check.path("passed").asBoolean())
                        .as(check.toString())
                        .isTrue());
        assertThat(round.path("taskTimes")).hasSize(8).allSatisfy(times -> {
            JsonNode hottest = times.path("hottest");
            assertThat(times.path("shuffledBytes").asLong()).isPositive();
            assertThat(hottest.path("bytes").asLong())
                    .isPositive()
                    .isGreaterThanOrEqualTo(hottest.path("bytesFromElsewhere").asLong());
            assertThat(hottest.path("host").asText()).startsWith("h");
        });
        // Of the rows with exponent 3 the first of 200 keys has 83 %.
        JsonNode hot = round.path("taskTimes").get(1);
        assertThat(hot.path("hottest").path("bytes").asDouble()
                        / hot.path("shuffledBytes").asDouble())
                .isBetween(0.75, 0.95);
    }

    @Test
    void aContendersExecutorsKeepTheirFilesInMemory() throws Exception {
        Path contender = MiniClusterRound.STOCK.resolveSibling("stock-memory-dirs.yaml");
        MiniClusterRound.run(
                directory,
                Versions.standard().hadoop(),
                2,
                contender,
                "[{skewed: {operation: sort, exponent: 1, size: 1MiB, writers: 2}}]");

        try (Stream<Path> files = Files.walk(directory.resolve("spark"))) {
            List<Path> logs = files.filter(file -> file.endsWith("stderr")).toList();
            assertThat(logs).hasSize(2).allSatisfy(log -> assertThat(Files.readString(log))
                    .containsPattern("Created local directory at '?"
                            + Pattern.quote(directory.resolve("memory").toString()) + "/blockmgr"));
        }
    }

    @Test
    void jobsReadFromAnObjectStoreWithTwoSlotsForEachExecutor() throws Exception {
        JsonNode round = MiniClusterRound.run(
                directory,
                Versions.standard().hadoop(),
                2,
                MiniClusterRound.STOCK.resolveSibling("stock-2x-slots.yaml"),
                "[{mix: {jobs: {a: [{search: 2MiB}, {word-count: 1MiB}]}, store: objects}}]");

        assertThat(samples(round, "job_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactlyInAnyOrder("a/1", "a/2");
        assertThat(round.path("digests").path("a/2").asText())
                .as("of 5000 words, all")
                .startsWith("5000 rows ");
        assertThat(samples(round, "spark_block_read_time")).as("from DataNodes").isEmpty();
    }

    @Test
    void jobsReadFromFilesOfTheMachineWhatLiesInHdfs() throws Exception {
        JsonNode round = MiniClusterRound.run(
                directory,
                Versions.standard().hadoop(),
                2,
                MiniClusterRound.STOCK.resolveSibling("bound-prefetch.yaml"),
                "[{mix: {jobs: {a: [{search: 2MiB}, {word-count: 1MiB}]}, writers: 2, keep: true}},"
                        + " {sort: {size: 1MiB, writers: 2}}]");

        assertThat(samples(round, "job_time")
                        .map(sample -> sample.path("subject").asText()))
                .containsExactlyInAnyOrder("a/1", "a/2");
        assertThat(round.path("digests").path("a/2").asText())
                .as("of 5000 words, all")
                .startsWith("5000 rows ");
        assertThat(round.path("checks").toString()).contains("keeps every byte");
        assertThat(samples(round, "spark_block_read_time")).as("from DataNodes").isEmpty();
    }
}
