// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.report.Comparisons;
import org.fairlead.testbed.report.ReportJson;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The report of a finished run, with comparisons that nobody had asked for when it ran. */
final class ReportAgainTest {
    private static final List<String> CONTENDERS = List.of("stock", "one", "both");

    @TempDir
    private Path directory;

    @BeforeEach
    void aRun() throws IOException {
        List<RoundRecord> rounds = new ArrayList<>();
        for (int repetition = 1; repetition <= 3; repetition++) {
            for (String contender : CONTENDERS) {
                double seconds = 8.0 / (1 + CONTENDERS.indexOf(contender));
                rounds.add(new RoundRecord(
                        repetition,
                        1,
                        contender,
                        "",
                        0,
                        seconds,
                        0.5,
                        false,
                        List.of(MeasuredSample.seconds("query_time", seconds, "q1", "driver")),
                        List.of(),
                        List.of(),
                        List.of()));
            }
        }
        ReportJson.write(
                Comparisons.record(
                        "complete",
                        "2026-03-14T09:26:53+01:00",
                        Map.of("name", "again"),
                        Map.of(),
                        new Comparisons.Roles("stock", "", "", "", List.of()),
                        CONTENDERS,
                        rounds),
                directory.resolve("report.json"));
    }

    private int execute(StringWriter error, String... more) {
        List<String> arguments = new ArrayList<>(List.of("testbed", "report", directory.toString()));
        arguments.addAll(List.of(more));
        CommandLine command = Main.commandLine().setErr(new PrintWriter(error, true));
        return command.execute(arguments.toArray(new String[0]));
    }

    @Test
    void contendersAreComparedWithOneAnotherAndTheRunStaysAsItIs() throws IOException {
        String before = Files.readString(directory.resolve("report.json"));

        assertThat(execute(new StringWriter(), "--compare", "both:one,one:both"))
                .isZero();

        assertThat(Files.readString(directory.resolve("report.html")))
                .contains(
                        "\"pairs\":[{\"contender\":\"both\",\"with\":\"one\"",
                        "both made queries 1.50×\u00a0faster than one");
        assertThat(directory.resolve("report.json")).hasContent(before);
    }

    @Test
    void whatIsNoReportIsNamedAndBadInput() throws IOException {
        Path report = directory.resolve("report.json");
        StringWriter error = new StringWriter();

        Files.writeString(report, "{\"schema\": 9}");
        assertThat(execute(error)).isEqualTo(2);
        Files.writeString(report, "{");
        assertThat(execute(error)).isEqualTo(2);

        assertThat(error.toString())
                .contains(report + ": schema: is 9; this version reads 1", report + ":1: not a report");
    }

    @Test
    void whoIsNoContenderIsNamed() {
        StringWriter error = new StringWriter();

        assertThat(execute(error, "--compare", "both:two")).isEqualTo(2);

        assertThat(error.toString()).contains("'two' is no contender beside the baseline; accepted: one, both");
    }
}
