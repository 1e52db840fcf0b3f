// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code simulate jobs}: what it writes, and the one line with which it refuses. */
final class SimulateJobsTest {
    @TempDir
    private Path directory;

    private Path cluster;
    private Path workload;

    private record Outcome(int exitCode, String output, String error) {}

    @BeforeEach
    void aSmallClusterWithTwoJobs() throws IOException {
        cluster = Files.writeString(directory.resolve("c.yaml"), """
                name: small
                topology:
                  tree: {racks: 2, hosts-per-rack: 2, host-link: 1gbit}
                framework: hadoop
                machines: {map-slots: 2, reduce-slots: 1, processors: 2, disks: 1, disk: 80MB/s}
                hdfs: {block-size: 64MiB, replication: 2}
                """);
        workload = Files.writeString(directory.resolve("w.jsonl"), WORKLOAD);
    }

    private static final String WORKLOAD = """
            {"fairlead-workload":1,"name":"two jobs"}
            {"job":"a","submit_s":0,"stages":[{"tasks":4,"input":{"blocks":268435456}}]}
            {"job":"b","submit_s":1,"stages":[{"tasks":2,"input":{"blocks":134217728}}]}
            """;

    private Outcome run(String policies, String out, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "simulate",
                "jobs",
                "--cluster",
                cluster.toString(),
                "--workload",
                workload.toString(),
                "--policies",
                policies,
                "--out",
                directory.resolve(out).toString()));
        arguments.addAll(List.of(more));
        StringWriter output = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(error, true));
        int exitCode = command.execute(arguments.toArray(String[]::new));
        return new Outcome(exitCode, output.toString(), error.toString());
    }

    private JsonNode json(String out) throws IOException {
        return new ObjectMapper()
                .readTree(directory.resolve(out).resolve("report.json").toFile());
    }

    private List<String> names(String out) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(out))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void everyContenderRunsWithEverySeed() throws IOException {
        Outcome outcome = run("stock,stock[reduce-slots=2]", "out", "--seeds", "3", "--keep-tasks");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(names("out")).containsExactly("jobs.csv", "report.html", "report.json", "tasks.csv");
        assertThat(Files.readAllLines(directory.resolve("out/jobs.csv"))).hasSize(1 + 2 * 3 * 2);
        assertThat(json("out").path("policies").path("stock").path("seeds"))
                .extracting(seed -> seed.path("seed").asInt())
                .containsExactly(1, 2, 3);
        assertThat(json("out")
                        .path("policies")
                        .path("stock")
                        .path("runs_that_count")
                        .asInt())
                .isEqualTo(3);
        assertThat(outcome.output())
                .contains("2 jobs of 6 tasks on small: 4 machines in 2 racks")
                .contains("stock[reduce-slots=2]")
                .contains("report: " + directory.resolve("out/report.html"));
    }

    @Test
    void pairsApartAreAComponentOfThoseContendersAloneThatSaySo() throws IOException {
        Outcome outcome = run("stock,stock[pairs-apart=on]", "out", "--no-timelines");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        JsonNode policies = json("out").path("policies");
        assertThat(policies.path("stock").path("components").has("pairs_apart")).isFalse();
        assertThat(policies.path("stock[pairs-apart=on]")
                        .path("components")
                        .path("pairs_apart")
                        .asBoolean())
                .isTrue();
        assertThat(json("out").path("options").path("pairs_apart").asBoolean()).isFalse();
    }

    @Test
    void whatWasFetchedAheadIsToldByWhatBecameOfIt() throws IOException {
        Outcome outcome = run(
                "stock,clairvoyant-prefetch,stock[prefetch=clairvoyant;admission=cardinal-packed],hot-block-cache",
                "out",
                "--no-timelines");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(outcome.output()).contains("What was fetched ahead, bytes of a run in the mean");
        JsonNode policies = json("out").path("policies");
        JsonNode fetched = policies.path("clairvoyant-prefetch").path("fetched");
        assertThat(fetched.path("bytes").asDouble())
                .isEqualTo(fetched.path("in_time").asDouble()
                        + fetched.path("late").asDouble()
                        + fetched.path("wasted").asDouble());
        assertThat(policies.path("stock").path("fetched").path("bytes").asDouble())
                .isZero();
        JsonNode components = policies.path("stock[prefetch=clairvoyant;admission=cardinal-packed]")
                .path("components");
        assertThat(components.path("prefetch").asText()).isEqualTo("clairvoyant");
        assertThat(components.path("admission").asText()).isEqualTo("cardinal-packed");
    }

    @Test
    void whatCouldBeFetchedAheadIsToldAndFreeUnderItsBound() throws IOException {
        Outcome outcome = run(
                "stock[placer=random],stock[prefetch=bound],bound-prefetch", "out", "--seeds", "3", "--no-timelines");

        assertThat(outcome.exitCode()).as(outcome.error()).isZero();
        assertThat(outcome.output()).contains("What could be fetched ahead");
        JsonNode policies = json("out").path("policies");
        JsonNode off = policies.path("stock[placer=random]");
        JsonNode bound = policies.path("bound-prefetch");
        assertThat(off.path("components").path("prefetch").asText()).isEqualTo("off");
        assertThat(bound.path("components").path("prefetch").asText()).isEqualTo("bound");
        assertThat(policies.path("stock[prefetch=bound]").path("job_time")).isEqualTo(bound.path("job_time"));
        JsonNode ahead = off.path("fetch_ahead");
        double sum = ahead.path("no_lead").asDouble();
        for (String cause : List.of("later_wave", "queue", "parents", "offer")) {
            sum += ahead.path("in_time").path(cause).asDouble()
                    + ahead.path("too_short").path(cause).asDouble();
        }
        JsonNode counts = off.path("counts");
        assertThat(ahead.path("bytes").asDouble())
                .isEqualTo(counts.path("bytes_rack").asDouble()
                        + counts.path("bytes_remote").asDouble())
                .isEqualTo(sum)
                .isPositive();
        assertThat(ahead.path("bytes_in_time").asDouble())
                .isBetween(0.0, ahead.path("bytes").asDouble());
        assertThat(Files.readString(directory.resolve("out/report.html"))).contains("What could be fetched ahead");
    }

    @Test
    void resultsDoNotDependOnHowManyRunsThereAreAtTheSameTime() throws IOException {
        assertThat(run("stock,fairlead", "one", "--seeds", "2", "--jobs", "1").exitCode())
                .isZero();
        assertThat(run("stock,fairlead", "two", "--seeds", "2", "--jobs", "4").exitCode())
                .isZero();

        for (String name : List.of("report.json", "report.html", "jobs.csv")) {
            assertThat(directory.resolve("one").resolve(name))
                    .hasSameBinaryContentAs(directory.resolve("two").resolve(name));
        }
    }

    @Test
    void anEarlierReportIsReplacedAndOtherFilesStay() throws IOException {
        Path out = Files.createDirectory(directory.resolve("out"));
        Files.writeString(out.resolve("notes.txt"), "mine");
        Files.writeString(out.resolve("report.json"), "old");

        assertThat(run("stock", "out", "--seeds", "1", "--seed", "7").exitCode())
                .isZero();

        assertThat(out.resolve("notes.txt")).hasContent("mine");
        assertThat(json("out").path("options").path("first_seed").asInt()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nobody   |             |          | there is no 'nobody'; accepted: stock, stock-hadoop
            stock[prefetch=all] |  |          | prefetch: there is no 'all'; accepted: off, shadow, clairvoyant, hot-block-cache, bound, bound-in-parts
            stock    | --baseline  | fairlead | --baseline 'fairlead' is not one of --policies: stock
            stock    | --seeds     | 0        | --seeds must be from 1 to 10000
            stock    | --jobs      | 0        | --jobs must be at least 1
            stock    | --step      | soon     | --step 'soon' is not a time such as 500ms or 1s
            stock    | --step      | 2h       | --step 2h is not from 0s to 3600s
            stock    | --seed      | 9223372036854775807 | there are no 3 seeds from there on
            stock    | --json      | /nowhere/x.json | there is no directory /nowhere
            stock    | --workload  | /nowhere.jsonl  | nowhere.jsonl: no such file
            stock    | --cluster   | /nowhere.yaml   | nowhere.yaml
            """)
    void badInputIsOneLineAndExitCodeTwo(String policies, String option, String value, String message) {
        Outcome outcome = option == null
                ? run(policies, "out")
                : option.equals("--workload") || option.equals("--cluster")
                        ? runOn(option, Path.of(value))
                        : run(policies, "out", option, value);

        assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(2);
        assertThat(outcome.error().strip())
                .startsWith("fairlead: ")
                .contains(message)
                .hasLineCount(1);
        assertThat(directory.resolve("out")).doesNotExist();
    }

    private Outcome runOn(String option, Path file) {
        if (option.equals("--cluster")) {
            cluster = file;
        } else {
            workload = file;
        }
        return run("stock", "out");
    }

    @Test
    void aCopyOfTheFiguresReplacesNoOtherReport() throws IOException {
        Path out = Files.createDirectory(directory.resolve("out"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), out);

        for (Path json : List.of(out.resolve("report.html"), out.resolve("jobs.csv"), link.resolve("tasks.csv"))) {
            Outcome outcome = run("stock", "out", "--json", json.toString());
            assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(2);
            assertThat(outcome.error())
                    .contains("--json " + json + ": --out writes " + json.getFileName() + " there, too");
        }
        assertThat(names("out")).isEmpty();
        assertThat(run("stock", "out", "--json", out.resolve("report.json").toString())
                        .exitCode())
                .isZero();
        assertThat(json("out").has("policies")).isTrue();
    }

    @Test
    void whereNoReportCanBeWrittenNothingIsRun() throws IOException {
        Files.writeString(directory.resolve("file"), "x");
        Files.createDirectories(directory.resolve("taken/report.html"));

        assertThat(run("stock", "file").error()).contains("is a file; a directory is expected");
        assertThat(run("stock", "file/below").exitCode()).isEqualTo(2);
        assertThat(run("stock", "taken").error()).contains("report.html: not a file; the report would replace it");
    }
}
