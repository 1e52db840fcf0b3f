// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.report.WholeFile;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RunRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportJsonTest {
    @TempDir
    Path directory;

    @Test
    void whatIsWrittenIsReadBack() throws Exception {
        for (RunRecord run : List.of(SampleRun.demo(3), SampleRun.demo(1), HostileRun.run(), partial())) {
            Path file = directory.resolve("results/report.json");
            ReportJson.write(run, file);
            // Numbers of the free-form parts may come back in another class; as JSON they are the same.
            assertThat(ReportJson.MAPPER.writeValueAsString(ReportJson.read(file)))
                    .isEqualTo(ReportJson.MAPPER.writeValueAsString(run));
            assertThat(ReportJson.read(file).rounds()).isEqualTo(run.rounds());
            assertThat(ReportJson.read(file).comparisons()).isEqualTo(run.comparisons());
        }
        try (Stream<Path> files = Files.list(directory.resolve("results"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactly("report.json");
        }
    }

    @Test
    void keysAreInSnakeCaseAndInTheirOrder() throws Exception {
        Path file = directory.resolve("report.json");
        ReportJson.write(SampleRun.demo(3), file);
        JsonNode report = new JsonMapper().readTree(file.toFile());

        assertThat(keys(report))
                .containsExactly(
                        "schema",
                        "status",
                        "started_at",
                        "scenario",
                        "environment",
                        "baseline",
                        "aa_pair",
                        "baseline_without_traffic",
                        "bound",
                        "contenders",
                        "rounds",
                        "comparisons",
                        "gaps",
                        "slowdowns",
                        "pairs",
                        "not_measured");
        assertThat(keys(report.at("/rounds/0")))
                .containsExactly(
                        "repetition",
                        "attempt",
                        "contender",
                        "not_counted_because",
                        "start_seconds",
                        "duration_seconds",
                        "cpu_busy_share",
                        "processor_bound",
                        "samples",
                        "spans",
                        "links",
                        "checks",
                        "paths",
                        "task_times");
        assertThat(keys(report.at("/comparisons/0")))
                .containsExactly(
                        "metric",
                        "unit",
                        "baseline",
                        "contender",
                        "n",
                        "baseline_mean",
                        "contender_mean",
                        "ratio",
                        "ci_low",
                        "ci_high",
                        "processor_bound");
    }

    @Test
    void aSampleAndALinkTakeOneLine() throws Exception {
        Path file = directory.resolve("report.json");
        ReportJson.write(HostileRun.run(), file);
        List<String> lines = Files.readAllLines(file);

        assertThat(lines).anyMatch(line -> line.startsWith("        {\"metric\": \"query_time\", \"unit\": \"s\", "));
        assertThat(lines).anyMatch(line -> line.contains("\"bytes_per_second\": [10.0,120.0]}"));
        assertThat(lines).contains("  \"schema\": 1,", "      \"repetition\": 1,");
    }

    @Test
    void aFailedWriteLeavesTheOldFileAndNothingElse() throws Exception {
        Path file = directory.resolve("report.json");
        Files.writeString(file, "old");

        assertThatThrownBy(() -> WholeFile.write(file, out -> {
                    out.write(1);
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");

        assertThat(file).hasContent("old");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void whatIsNotAReportIsNamed() throws Exception {
        Path file = directory.resolve("report.json");
        Files.writeString(file, "{\"schema\": 9}");
        assertThatThrownBy(() -> ReportJson.read(file)).hasMessage(file + ": schema: is 9; this version reads 1");
        Files.writeString(file, "{}");
        assertThatThrownBy(() -> ReportJson.read(file)).hasMessage(file + ": schema: is missing; this version reads 1");
        Files.writeString(file, "{\"schema\": 1}");
        assertThatThrownBy(() -> ReportJson.read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(": not a report: ");
        Files.writeString(file, "{\"schema\": 1,\nx");
        assertThatThrownBy(() -> ReportJson.read(file))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageStartingWith(file + ":2: not a report: ");
    }

    @Test
    void numbersThatJsonDoesNotHaveNeverGetThere() {
        assertThatThrownBy(() -> MeasuredSample.seconds("read_time", Double.NaN, "/a", "h1"))
                .hasMessage("the sample of read_time for '/a' is NaN, not a finite number");
        assertThatThrownBy(() -> new LinkSeries("a", 1, List.of(Double.POSITIVE_INFINITY)))
                .hasMessageContaining("rate on link a");
        assertThatThrownBy(() -> new LinkSeries("a", 0, List.of())).hasMessageContaining("capacity of link a");
    }

    static RunRecord partial() {
        return SampleRun.of(List.of(SampleRun.STOCK), List.of(), "partial");
    }

    private static List<String> keys(JsonNode node) {
        List<String> keys = new ArrayList<>();
        node.fieldNames().forEachRemaining(keys::add);
        return keys;
    }
}
