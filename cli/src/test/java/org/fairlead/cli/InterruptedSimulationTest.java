// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C during a long run: what is finished is written, marked partial, and the exit code is 130. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class InterruptedSimulationTest {
    @TempDir
    private Path directory;

    /** Sends SIGINT once the run has told how far it is, which it does after two seconds. */
    private String interrupted(String... arguments) throws IOException, InterruptedException {
        Process process = new CommandUnderTest(directory).start(arguments);
        process.getOutputStream().close();
        StringBuilder output = new StringBuilder();
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
                if (line.startsWith("[") && line.contains(" %")) {
                    new ProcessBuilder("kill", ignoresCtrlC() ? "-TERM" : "-INT", Long.toString(process.pid()))
                            .start()
                            .waitFor();
                }
            }
            assertThat(process.waitFor()).as(output.toString()).isEqualTo(ignoresCtrlC() ? 143 : 130);
        } finally {
            process.destroyForcibly();
        }
        return output.toString();
    }

    /** What a shell started in its background ignores SIGINT, and all that it starts does, too. */
    private static boolean ignoresCtrlC() throws IOException {
        String ignored = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        return (Long.parseUnsignedLong(ignored.split("\\s+")[1], 16) & 2) != 0;
    }

    private JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(directory.resolve(name).toFile());
    }

    @Test
    void flowsThatHaveEndedAreWritten() throws IOException, InterruptedException {
        Path topology = Files.writeString(
                directory.resolve("t.yaml"), "name: t\ntree:\n  racks: 2\n  hosts-per-rack: 2\n  host-link: 100mbit\n");
        // The second takes 2.5 years; a round every millisecond keeps the run busy.
        Path flows = Files.writeString(
                directory.resolve("f.csv"), "id,src,dst,arrival_s,bytes\na,h1,h2,0,1e6\nb,h3,h4,0,1e15\n");

        String said = interrupted(
                "simulate",
                "flows",
                "--topology",
                topology.toString(),
                "--flows",
                flows.toString(),
                "--paths",
                "hedera",
                "--hedera-round",
                "1ms",
                "--out",
                directory.resolve("o.csv").toString(),
                "--json",
                directory.resolve("o.json").toString());

        assertThat(said)
                .contains("interrupted; what is finished will be written")
                .contains("partial");
        assertThat(Files.readString(directory.resolve("o.csv"))).isEqualTo("id,finish_s\na,0.080000000000000002\n");
        assertThat(json("o.json").path("complete").asBoolean(true)).isFalse();
        assertThat(json("o.json").path("unfinished").asInt()).isEqualTo(1);
    }

    @Test
    void coflowsThatHaveEndedAreWritten() throws IOException, InterruptedException {
        int ports = 100;
        int coflows = 1000;
        String mappers = IntStream.range(1, ports).mapToObj(String::valueOf).collect(Collectors.joining(" "));
        StringBuilder trace = new StringBuilder(ports + " " + (coflows + 1) + "\nquick 0 1 " + ports + " 1 1:1\n");
        for (int coflow = 0; coflow < coflows; coflow++) {
            int number = coflow;
            trace.append(IntStream.range(1, ports)
                    .mapToObj(port -> port + ":" + (100 + (port * 37 + number * 101) % 997))
                    .collect(Collectors.joining(
                            " ",
                            "c" + coflow + " 1000 " + (ports - 1) + " " + mappers + " " + (ports - 1) + " ",
                            "\n")));
        }
        Path file = Files.writeString(directory.resolve("trace.txt"), trace);

        String said = interrupted(
                "simulate",
                "coflows",
                "--trace",
                file.toString(),
                "--orders",
                "sebf",
                "--json",
                directory.resolve("o.json").toString(),
                "--csv",
                directory.resolve("o.csv").toString(),
                "--html",
                directory.resolve("o.html").toString());

        assertThat(said).contains("partial").contains("sebf was stopped");
        assertThat(Files.readString(directory.resolve("o.csv"))).contains("sebf,quick,0.0000000000000000,");
        assertThat(json("o.json").path("complete").asBoolean(true)).isFalse();
        assertThat(json("o.json").path("orders").path("sebf").path("complete").asBoolean(true))
                .isFalse();
        assertThat(Files.readString(directory.resolve("o.html"))).contains("\"complete\" : false");
    }

    @Test
    void runsOfJobsThatHaveEndedAreReported() throws IOException, InterruptedException {
        Path cluster = Files.writeString(directory.resolve("c.yaml"), """
                name: small
                topology:
                  tree: {racks: 1, hosts-per-rack: 2, host-link: 1gbit}
                framework: spark
                machines: {slots: 2, processors: 2, disks: 1, disk: 80MB/s}
                hdfs: {block-size: 64MiB, replication: 1}
                """);
        Path workload = Files.writeString(directory.resolve("w.jsonl"), """
                {"fairlead-workload":1,"name":"one job"}
                {"job":"a","submit_s":0,"stages":[{"tasks":200,"input":{"blocks":"12800MiB"}}]}
                """);

        String said = interrupted(
                "simulate",
                "jobs",
                "--cluster",
                cluster.toString(),
                "--workload",
                workload.toString(),
                "--policies",
                "stock",
                "--seeds",
                "10000",
                "--out",
                directory.resolve("out").toString());

        assertThat(said)
                .contains("interrupted; what is finished will be written")
                .contains("partial");
        assertThat(json("out/report.json").path("status").asText()).isEqualTo("partial");
        assertThat(json("out/report.json")
                        .path("policies")
                        .path("stock")
                        .path("runs")
                        .asInt())
                .isBetween(1, 9999);
    }
}
