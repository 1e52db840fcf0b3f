// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The simulator's commands: what they write, and the one line with which they refuse. */
final class SimulateTest {
    private static final String HEADER = "id,src,dst,arrival_s,bytes\n";

    @TempDir
    private Path directory;

    private Path topology;
    private Path flows;
    private Path out;

    private record Outcome(int exitCode, String output, String error) {}

    @BeforeEach
    void aNetworkOfTwoRacks() throws IOException {
        topology = file("t.yaml", "name: t\ntree:\n  racks: 2\n  hosts-per-rack: 2\n  host-link: 8e6bit\n");
        flows = file("f.csv", HEADER + "a,h1,h2,0,1e6\nb,h1,h2,1,1e6\n");
        out = directory.resolve("out.csv");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static Outcome run(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(error, true));
        int exitCode = command.execute(arguments);
        return new Outcome(exitCode, output.toString(), error.toString());
    }

    private Outcome runFlows(Path flowsFile, String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "simulate",
                                "flows",
                                "--topology",
                                topology.toString(),
                                "--flows",
                                flowsFile.toString(),
                                "--out",
                                out.toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    /** Exit code 2, one line, nothing written. */
    private void refused(Outcome outcome, String message) throws IOException {
        assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(2);
        assertThat(outcome.error().strip())
                .startsWith("fairlead: ")
                .contains(message)
                .hasLineCount(1);
        assertThat(out).doesNotExist();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part"));
        }
    }

    @Test
    void flowsAreWrittenInTheirOrderWithASummary() throws IOException {
        Outcome outcome = runFlows(flows, "--json", directory.resolve("s.json").toString());

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        // The link carries 10^6 bytes/s: the first is alone for a second.
        assertThat(Files.readString(out)).isEqualTo("id,finish_s\na,1.0000000000000000\nb,2.0000000000000000\n");
        assertThat(outcome.output()).contains("2 flows: 2 ended");
        assertThat(outcome.error()).isEmpty();
        assertThat(Files.readString(directory.resolve("s.json"))).contains("\"paths\" : \"ecmp\"");
    }

    @Test
    void aFlowThatCanNeverEndIsReported() throws IOException {
        Path events = file("e.csv", "at_s,link,bytes_per_s\n0.5,h1->e1,down\n");

        Outcome outcome = runFlows(flows, "--events", events.toString());

        assertThat(outcome.exitCode()).isZero();
        assertThat(Files.readString(out)).isEqualTo("id,finish_s\na,inf\nb,inf\n");
        assertThat(outcome.error()).contains("2 flows can never end").contains(": a, b; finish_s is inf");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a,h1,h9,0,1      | f.csv:2: dst: no host 'h9' in topology 't'
            a,h1,h2,0,-1     | f.csv:2: bytes: '-1' is not a number of bytes from 0 to 1e15 (a petabyte)
            a,h1,h2,0,1e18   | f.csv:2: bytes: '1e18' is not a number of bytes
            a,h1,h2,NaN,1    | f.csv:2: arrival_s: 'NaN' is not a number of seconds
            a,h1,h2          | f.csv:2: 3 values for the 5 columns of the first line
            a,h1,h2,0,1,2    | f.csv:2: more values than the 5 columns
            """)
    void aBadRowIsNamedWithFileLineAndColumn(String row, String message) throws IOException {
        refused(runFlows(file("f.csv", HEADER + row + "\n")), message);
    }

    @Test
    void aFileThatIsNoTableIsNamed() throws IOException {
        refused(runFlows(file("f.csv", "")), "f.csv: empty; a first line id,src,dst,arrival_s,bytes");
        refused(runFlows(file("f.csv", "id,src,dst,bytes\n")), "f.csv:1: arrival_s: this column is missing");
        refused(runFlows(directory), "a directory; a file is expected");
        refused(runFlows(directory.resolve("nowhere.csv")), "nowhere.csv: no such file");
        refused(
                runFlows(file("f.csv", HEADER + "a,h1,h2,0,1\n\0\u0001\u001b[2J")),
                "f.csv:3: 1 value for the 5 columns");
    }

    @Test
    void aVeryLongLineIsRefused() throws IOException {
        Path file = directory.resolve("long.csv");
        try (OutputStream to = Files.newOutputStream(file)) {
            byte[] block = "x".repeat(1 << 20).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            for (int i = 0; i < 64; i++) {
                to.write(block);
            }
        }
        refused(runFlows(file), "long.csv:1: longer than 16384 bytes");
        refused(
                run("simulate", "coflows", "--trace", file.toString(), "--csv", out.toString()),
                "is longer than 256 bytes");
    }

    @Test
    void outputsAreCheckedBeforeAnythingRuns() throws IOException {
        refused(
                run(
                        "simulate",
                        "flows",
                        "--topology",
                        topology.toString(),
                        "--flows",
                        flows.toString(),
                        "--out",
                        directory.resolve("no/where.csv").toString()),
                "--out " + directory.resolve("no/where.csv") + ": there is no directory " + directory.resolve("no"));
        refused(
                run(
                        "simulate",
                        "flows",
                        "--topology",
                        topology.toString(),
                        "--flows",
                        flows.toString(),
                        "--out",
                        flows.toString()),
                "this is a file that the command reads");
        refused(runFlows(flows, "--json", out.toString()), "another option writes there, too");
        refused(runFlows(flows, "--json", directory.toString()), "a directory; a file is expected");
        assertThat(Files.readString(flows)).startsWith(HEADER);
    }

    @Test
    void namesThatDoNotExistAreAnsweredWithThoseThatDo() throws IOException {
        refused(runFlows(flows, "--paths", "shortest"), "accepted: single, ecmp, most-available, hedera");
        refused(runFlows(flows, "--sharing", "fair"), "max-min, max-min-with-minima, htb");
        refused(runFlows(flows, "--hedera-round", "soon"), "'soon' is not a time");
        Path trace = file("t.txt", "2 1\n1 0 1 0 1 1:1\n");
        refused(
                run("simulate", "coflows", "--trace", trace.toString(), "--orders", "best"),
                "--orders: no order 'best'");
        refused(run("simulate", "coflows", "--trace", trace.toString(), "--port-rate", "fast"), "--port-rate 'fast'");
        refused(run("simulate", "coflows", "--trace", trace.toString(), "--jobs", "0"), "--jobs must be at least 1");
    }

    @Test
    void aTraceWithAMistakeIsNamedWithItsLine() throws IOException {
        for (List<String> each : List.of(
                List.of("2 2\n1 0 1 0 1 1:1\n", "t.txt:3: the file ends after 1 of the 2 coflows"),
                List.of("2 1\n1 0 1 0 1 1:1e18\n", "t.txt:2: reducer 1: '1e18' is not a number of megabytes"),
                List.of("2 1\n1 0 2 0\n", "t.txt:2: mapper 2 of 2: the line ends"),
                List.of("", "t.txt:1: empty"))) {
            refused(
                    run(
                            "simulate",
                            "coflows",
                            "--trace",
                            file("t.txt", each.get(0)).toString(),
                            "--csv",
                            out.toString()),
                    each.get(1));
        }
    }

    @Test
    void aNumberOrAFileThatCannotBeIsNamedWithItsOption() throws IOException {
        assertThat(runFlows(flows, "--seed", "x").error())
                .contains("'x' is not a whole number")
                .contains("--seed");
        refused(runFlows(flows, "--hedera-round", "0s"), "--hedera-round 0s is less than 1ms");
        refused(runFlows(flows, "--hedera-round", "soon"), "--hedera-round: 'soon' is not a time");
        refused(runFlows(flows, "--json", ""), "--json needs the name of a file, or - for standard output");
    }

    @Test
    void aFullDiskIsNamedWithItsFile() {
        assertThat(runFlows(flows, "--json", "/dev/full"))
                .satisfies(outcome -> assertThat(outcome.exitCode()).isEqualTo(1))
                .satisfies(
                        outcome -> assertThat(outcome.error()).contains("--json /dev/full: No space left on device"));
    }

    @Test
    void roundsAreTimedInTheSummaryAndNowhereElse() throws IOException {
        Path summary = directory.resolve("s.json");

        Outcome outcome = runFlows(flows, "--paths", "hedera", "--json", summary.toString());

        assertThat(outcome.output()).contains("a round took ");
        assertThat(Files.readString(summary)).contains("\"round_wall_clock\" : {");
        assertThat(Files.readString(out)).isEqualTo("id,finish_s\na,1.0000000000000000\nb,2.0000000000000000\n");
    }
}
