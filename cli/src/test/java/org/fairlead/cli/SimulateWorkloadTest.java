// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code fairlead simulate workload}: what it writes, what it shows, and the one line with which it refuses. */
final class SimulateWorkloadTest {
    @TempDir
    private Path directory;

    private record Outcome(int exitCode, String output, String error) {}

    private static Outcome run(String arguments) {
        StringWriter output = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(error, true));
        int exitCode =
                command.execute(("simulate workload " + arguments).strip().split(" ", -1));
        return new Outcome(exitCode, output.toString(), error.toString());
    }

    @Test
    void aKindIsWrittenAndShown() throws IOException {
        Path file = directory.resolve("sort.jsonl");

        Outcome made = run("sort-jobs --jobs 3 --bytes 1GiB --maps 4 --out " + file);
        Outcome shown = run("--show " + file);

        assertThat(made.exitCode()).as(made.error()).isZero();
        assertThat(made.output())
                .startsWith("sort-jobs: 3 jobs with 42 tasks, submitted within 10.0 s\n")
                .endsWith("workload: " + file + System.lineSeparator());
        assertThat(made.output()).startsWith(shown.output());
        assertThat(Files.readAllLines(file)).hasSize(4);
    }

    @Test
    void aSeedDecidesEveryByteAndAPackedFileIsReadAgain() throws IOException {
        Path one = directory.resolve("one.jsonl.gz");
        Path other = directory.resolve("other.jsonl.gz");
        Path plain = directory.resolve("plain.jsonl");

        assertThat(run("flexfetch-macro --seed 7 --out " + one).exitCode()).isZero();
        assertThat(run("flexfetch-macro --seed 7 --out " + other).exitCode()).isZero();
        assertThat(run("flexfetch-macro --seed 7 --out " + plain).exitCode()).isZero();
        assertThat(other).hasSameBinaryContentAs(one);
        assertThat(run("--from " + one + " --out " + other.resolveSibling("again.jsonl"))
                        .exitCode())
                .isZero();
        assertThat(directory.resolve("again.jsonl")).hasSameBinaryContentAs(plain);
    }

    @Test
    void aTraceOfSwimIsReadWithItsOptions() throws IOException {
        Path trace = Files.writeString(directory.resolve("t.tsv"), "a\t10\t0\t1048576\t0\t5\n");

        Outcome shown = run("--show " + trace + " --block-size 256KiB --time-scale 0.5");

        assertThat(shown.output()).startsWith("t: 1 jobs with 4 tasks, submitted within 5.00 s\n");
    }

    @Test
    void aFileOfADirectoryThatIsReadIsNotReplaced() throws IOException {
        Path log = Files.writeString(directory.resolve("events_1_app"), "mine");

        Outcome made = run("--from " + directory + " --out " + log);

        assertThat(made.exitCode()).isEqualTo(2);
        assertThat(made.error())
                .contains("--out " + log + ": this is a file below " + directory + ", which the command reads");
        assertThat(log).hasContent("mine");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | one of KIND, --from FILE and --show FILE is expected; kinds: flexfetch-macro,",
                "sort-jobs --show x | one of KIND, --from FILE and --show FILE is expected",
                "sort-job | no kind 'sort-job'; there are flexfetch-macro,",
                "sort-jobs --tasks 5 | --tasks does not belong to sort-jobs; accepted: --bytes,",
                "sort-jobs --jobs 0 | jobs must be from 1 to 10^6",
                "sort-jobs --bytes much | --bytes 'much' is not a size such as 8MiB",
                "--show nowhere | nowhere: no such file",
                "--show nowhere --out x | --out belongs to KIND or --from",
                "--show nowhere --jobs 5 | --jobs does not belong to a file that is read; accepted: --block-size",
                "facebook-mix --jobs 10 --tasks 1000000 | 1000000 tasks cannot be reached with 10 jobs",
            })
    void whatIsWrongIsSaidInOneLine(String arguments, String message) {
        Outcome outcome = run(arguments.strip());

        assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(2);
        assertThat(outcome.error().strip())
                .startsWith("fairlead: ")
                .contains(message)
                .hasLineCount(1);
    }
}
