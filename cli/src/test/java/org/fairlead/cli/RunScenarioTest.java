// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fairlead.testbed.results.Comparison;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scenario from file to reports, as a user runs it: real HDFS on a real, if small, network. */
@Tag("testbed")
@Tag("untimed")
final class RunScenarioTest {
    private static final String SCENARIO = """
            name: small
            topology: small-topology.yaml
            traffic: small-traffic.yaml
            workload:
              - write: {on: all, size: 2MiB, block-size: 1MiB}
              - read: {on: all, from: write}
            contenders: [stock, stock-no-traffic]
            repetitions: %d
            warm-ups: 0
            cpu-limit: 100%%
            """;

    @TempDir
    private Path directory;

    private Path scenario(int repetitions) throws IOException {
        Files.writeString(
                directory.resolve("small-topology.yaml"),
                "tree: {racks: 2, hosts-per-rack: 2, host-link: 100mbit, oversubscription: 2}");
        Files.writeString(directory.resolve("small-traffic.yaml"), """
                flows:
                  - {type: tcp, from: h1, to: h3, connections: 2}
                  - {type: udp, from: h4, to: h2, rate: 20mbit}
                """);
        return Files.writeString(directory.resolve("small.yaml"), SCENARIO.formatted(repetitions));
    }

    @Test
    void everyContenderRunsInEachRepetitionAndTheRunVerifiesItself() throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(directory.resolve("testbeds"));

        String output = fairlead.succeed(
                "testbed",
                "run",
                scenario(2).toString(),
                "--out",
                directory.resolve("out").toString());

        JsonNode report =
                new ObjectMapper().readTree(directory.resolve("out/report.json").toFile());
        assertThat(report.path("status").asText()).isEqualTo("complete");
        assertThat(texts(report.path("contenders"))).containsExactly("stock", "stock-no-traffic", "stock (A/A)");
        assertThat(report.path("rounds")).hasSize(6);
        for (JsonNode round : report.path("rounds")) {
            assertThat(round.path("samples")).isNotEmpty();
            assertThat(round.path("links")).hasSize(2 * (4 + 2 + 2));
            for (JsonNode check : round.path("checks")) {
                assertThat(check.path("passed").asBoolean())
                        .as(check.toString())
                        .isTrue();
            }
        }
        List<String> keys = new ArrayList<>();
        report.path("comparisons").path(0).fieldNames().forEachRemaining(keys::add);
        assertThat(keys)
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
        assertThat(keys).hasSize(Comparison.class.getRecordComponents().length);
        assertThat(Files.readString(directory.resolve("out/report.html"))).contains("</html>");
        assertThat(output).contains("block write time").contains("Noise (A/A)").contains("report.html");
        assertThat(fairlead.filesLeft()).isEmpty();
        assertThat(fairlead.processesLeft()).isEmpty();
    }

    @Test
    void anInterruptedRunReportsWhatItHasAndAKilledOneLeavesNothing() throws Exception {
        CommandUnderTest fairlead = new CommandUnderTest(directory.resolve("testbeds"));
        Path out = Files.createDirectories(directory.resolve("out"));
        Path earlier = Files.writeString(out.resolve("report.json"), "an earlier one");
        Process begun = fairlead.start("testbed", "run", scenario(50).toString(), "--out", out.toString());
        awaitLine(begun, "starting HDFS");
        begun.toHandle().destroy();
        begun.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertThat(begun.waitFor(90, TimeUnit.SECONDS)).isTrue();
        assertThat(earlier).hasContent("an earlier one");

        Process run = fairlead.start("testbed", "run", scenario(50).toString(), "--out", out.toString());
        awaitLine(run, "repetition 2 of 50");

        run.toHandle().destroy(); // as Ctrl-C does

        run.getInputStream().transferTo(OutputStream.nullOutputStream());
        assertThat(run.waitFor(90, TimeUnit.SECONDS)).isTrue();
        JsonNode report = new ObjectMapper().readTree(out.resolve("report.json").toFile());
        assertThat(report.path("status").asText()).isEqualTo("partial");
        assertThat(report.path("rounds").size()).isGreaterThanOrEqualTo(3);
        assertThat(fairlead.filesLeft()).isEmpty();

        Process killed = fairlead.start("testbed", "run", scenario(50).toString(), "--out", out.toString());
        awaitLine(killed, "repetition 1 of 50");
        killed.destroyForcibly().waitFor();
        for (int i = 0; i < 300 && !fairlead.processesLeft().isEmpty(); i++) {
            Thread.sleep(100);
        }
        assertThat(fairlead.processesLeft()).isEmpty();
        assertThat(fairlead.filesLeft()).isEmpty();
    }

    private static void awaitLine(Process process, String text) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.append(line).append('\n');
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("no line with '" + text + "' in\n" + said);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
