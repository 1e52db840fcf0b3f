// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code fairlead why}: what it says, what it writes, and the one line with which it refuses. */
final class WhyTest {
    static final Path LOG = Path.of("../sim/src/test/resources/spark/application-4.2");

    @TempDir
    private Path directory;

    record Outcome(int exitCode, String output, String error) {}

    static Outcome run(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(output, true)).setErr(new PrintWriter(error, true));
        return new Outcome(command.execute(arguments), output.toString(), error.toString());
    }

    @Test
    void aLogIsAnsweredWithASentenceThenTables() {
        Outcome why = run("why", LOG.toString());

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output())
                .startsWith("\"made for a test\" (local-")
                .contains("network", "Task time", "Saves of the time in which jobs ran", "What the log cannot tell");
        assertThat(why.output().lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        assertThat(why.error()).isEmpty();
    }

    @Test
    void aPageAndFiguresAreWritten() throws IOException {
        Path page = directory.resolve("why.html");
        Path figures = directory.resolve("why.json");

        Outcome why = run("why", LOG.toString(), "--html", page.toString(), "--json", figures.toString());

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(Files.readString(page)).contains("What could be saved at most");
        assertThat(Files.readString(figures)).contains("\"schema\" : 1", "\"at_most\"");
    }

    @Test
    void aDirectoryIsAnsweredLogByLog() throws IOException {
        Files.copy(LOG, directory.resolve("one"));
        Files.writeString(
                directory.resolve("two"), "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.2.0\"}\n");
        Files.writeString(directory.resolve("notes"), "nothing");

        Outcome why = run("why", directory.toString());

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output()).contains("\"made for a test\"", "Nothing to be said of:", "two: no task has ended");
    }

    @Test
    void severalLogsAreAnsweredOneAfterTheOther() throws IOException {
        Path two = Files.writeString(
                directory.resolve("two"), "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.2.0\"}\n");
        String again = Files.copy(LOG, directory.resolve("one")).toString();

        Outcome why = run("why", LOG.toString(), again, two.toString(), "nowhere", "--stages", "0");

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output().split("\"made for a test\"", -1)).hasSize(3);
        assertThat(why.output()).contains("Nothing to be said of:", "two: no task has ended", "nowhere: no such file");
        assertThat(run("why", LOG.toString(), again, "--json", again).error())
                .contains("this is a file that the command reads");
        assertThat(run("why", LOG.toString(), decisions("app-1.jsonl").toString())
                        .error())
                .contains("app-1.jsonl is a file of decisions: name it alone");
    }

    /** A file is written beside the one that it replaces. Root may write everywhere. */
    @Test
    void whereTheDirectoryCannotBeWrittenNoFileIsReplaced() throws IOException {
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Path file = Files.writeString(closed.resolve("why.json"), "earlier");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            boolean root = Files.isWritable(closed);
            for (Path output : List.of(file, link)) {
                Outcome why = run("why", LOG.toString(), "--json", output.toString());

                assertThat(why.exitCode()).as(why.error()).isEqualTo(root ? 0 : 2);
                assertThat(why.error())
                        .isEqualTo(
                                root
                                        ? ""
                                        : "fairlead: --json " + output + ": no permission to write there"
                                                + System.lineSeparator());
            }
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void aFileOfADirectoryThatIsReadIsNotReplaced() throws IOException {
        Path logs = Files.createDirectory(directory.resolve("logs"));
        Path log = Files.copy(LOG, logs.resolve("one"));
        Path rolled = Files.writeString(
                Files.createDirectory(logs.resolve("eventlog_v2_two")).resolve("events_1_two"), "mine");
        Path link = Files.createSymbolicLink(directory.resolve("link"), rolled);
        Path decisions = decisions("app-1.jsonl");

        for (Path output : List.of(log, rolled, link)) {
            Outcome why = run("why", logs.toString(), "--json", output.toString());
            assertThat(why.exitCode()).as(why.error()).isEqualTo(2);
            assertThat(why.error())
                    .contains("--json " + output + ": this is a file below " + logs + ", which the command reads");
        }
        assertThat(run("why", LOG.toString(), "--decisions", directory.toString(), "--html", decisions.toString())
                        .error())
                .contains("this is a file below " + directory);
        assertThat(log).hasSameBinaryContentAs(LOG);
        assertThat(rolled).hasContent("mine");
        assertThat(run(
                                "why",
                                logs.toString(),
                                "--json",
                                logs.resolve("new.json").toString())
                        .error())
                .doesNotContain("below");
    }

    /** Tasks of twelve hosts read a block each from three DataNodes; h5 takes five times as long. */
    private Path decisions(String name) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))));
        Random random = new Random(1);
        for (int task = 0; task < 120; task++) {
            List<SourceReads> sources = new ArrayList<>();
            for (int giver : new int[] {5, task % 5, 6 + task % 6}) {
                double waited = (giver == 5 ? 5 : 1) * (0.8 + 0.4 * random.nextDouble());
                sources.add(new SourceReads(SourceReads.HDFS, "h" + giver, false, 128_000_000, waited, 1));
            }
            lines.add(json(
                    DecisionLine.of(new TaskReads(2, 0, task, task, "w" + task % 12, 1000L * task, 10, 0, sources))));
        }
        lines.add(json(DecisionLine.of(new NicAllowance("w3", "ens5", "bw_in_allowance_exceeded", 1000, 4711))));
        return Files.write(directory.resolve(name), lines);
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    @Test
    void aFileOfDecisionsSaysWhichDataNodeIsSlow() throws IOException {
        Path figures = directory.resolve("why.json");

        Outcome why = run("why", decisions("app-1.jsonl").toString(), "--json", figures.toString());

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output().replaceAll("\\s+", " "))
                .startsWith("\"App\" (app-1): Disk or link of DataNode h5 gives slowly: readers wait ")
                .contains("120 tasks took 20.0 min", "The cloud held back 4711 packets of host w3");
        assertThat(why.output().lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        assertThat(Files.readString(figures))
                .contains("\"words\" : \"disk or link of DataNode h5\"", "\"place\" : \"disk or link\"");
    }

    @Test
    void aFileOfDecisionsIsNoEventLog() throws IOException {
        String file = decisions("app-1.jsonl").toString();

        Outcome page = run("why", file, "--html", directory.resolve("why.html").toString());
        assertThat(page.exitCode()).isEqualTo(2);
        assertThat(page.error()).contains("--html", "is for event logs", "--json is accepted");
        assertThat(run("why", file, "--stages", "10").error()).contains("--stages 10 is for event logs");
        Path empty = Files.writeString(
                directory.resolve("empty.jsonl"),
                json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))) + "\n");
        Outcome nothing = run("why", empty.toString());
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.error()).contains("empty.jsonl", "no task's reads are in it");
    }

    @Test
    void decisionsOfOtherApplicationsAreRefused() throws IOException {
        String file = decisions("app-1.jsonl").toString();

        Outcome why = run("why", LOG.toString(), "--decisions", file);

        assertThat(why.exitCode()).isEqualTo(2);
        assertThat(why.error()).contains("decisions of app-1, none of which is in " + LOG);
        Outcome both = run("why", file, "--decisions", file);
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.error()).contains("--decisions", "is for event logs");
    }

    /** Of the log's own application: two of its tasks waited for DataNodes. */
    @Test
    void decisionsBesideALogSayTaskTimeByCause() throws IOException {
        String id = "local-1795281752848";
        List<String> lines = List.of(
                json(DecisionLine.of(new DecisionLine.Application(id, "App", "fairlead"))),
                json(DecisionLine.of(new TaskReads(
                        0,
                        0,
                        0,
                        0,
                        "w1",
                        1000,
                        1,
                        0,
                        List.of(new SourceReads(SourceReads.HDFS, "h1", false, 1000, 0.01, 1))))),
                json(DecisionLine.of(new NicAllowance("w3", "ens5", "bw_in_allowance_exceeded", 1000, 4711))));
        Files.write(directory.resolve(id + ".jsonl"), lines);
        Path figures = directory.resolve("why.json");
        Path page = directory.resolve("why.html");

        Outcome why = run(
                "why",
                LOG.toString(),
                "--decisions",
                directory.toString(),
                "--json",
                figures.toString(),
                "--html",
                page.toString());

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output()).contains("Task time by cause", "of the task time has a cause", "DataNode h1");
        assertThat(why.output().lines()).allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                .isLessThanOrEqualTo(100));
        assertThat(Files.readString(figures)).contains("\"with_a_cause\"", "\"slot_wait_s\"");
        assertThat(Files.readString(page))
                .contains("Task time by cause", "\"counter\":\"bw_in_allowance_exceeded\"")
                .contains("id=\"slow-sources\"", "id=\"allowances\"")
                .contains("app.causes.slow_sources", "app.causes.allowances");
    }

    @Test
    void decisionsWithoutReadsLeaveTheLogsAnswer() throws IOException {
        String id = "local-1795281752848";
        Path file = Files.writeString(
                directory.resolve(id + ".jsonl"),
                json(DecisionLine.of(new DecisionLine.Application(id, "App", "fairlead"))) + "\n");

        for (Path decisions : List.of(file, directory)) {
            Outcome why = run("why", LOG.toString(), "--decisions", decisions.toString());

            assertThat(why.exitCode()).as(why.error()).isZero();
            assertThat(why.output()).contains("Task time").doesNotContain("Task time by cause");
            assertThat(why.error())
                    .isEqualTo("fairlead: " + file + ": no task's reads are in it; " + id
                            + " is answered by its log alone" + System.lineSeparator());
        }
    }

    @Test
    void zonesNeedNoMoreThanAFile() throws IOException {
        Path zones = Files.writeString(directory.resolve("zones.yaml"), "here: [\"*\"]\n");

        Outcome why = run("why", LOG.toString(), "--zones", zones.toString(), "--price", "0.02");

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output()).contains("Across zones: 0 B ($0.00) of ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nowhere | nowhere: no such file",
                "pom.xml | pom.xml:1: not an event log of Spark",
                "/dev/null | /dev/null: neither a file nor a directory; it is read twice: unpack it to a file",
                "src/main | src/main: no event log of Spark in this directory",
                "pom.xml --stages -1 | --stages -1 is not from 0 to 1000000",
                "pom.xml --price 0.02 | --price 0.02 needs --zones",
                "pom.xml --zones nowhere.yaml | nowhere.yaml: no such file",
                "pom.xml --zones x --price much | --price 'much' is not a number of dollars from 0 to 1000",
                "pom.xml --html target/nowhere/x | --html target/nowhere/x: there is no directory",
                "pom.xml --html - --json - | --json -: another option writes there, too",
                "ftp://x | ftp:/x: no such file",
                "http:// | http://: no address of a history server; accepted: http://host:18080",
            })
    void whatIsWrongIsSaidInOneLine(String arguments, String message) {
        Outcome outcome = run(("why " + arguments.strip()).split(" "));

        assertThat(outcome.exitCode()).as(outcome.error()).isEqualTo(2);
        assertThat(outcome.error().strip())
                .startsWith("fairlead: ")
                .contains(message)
                .hasLineCount(1);
    }

    @Test
    void aHistoryServerThatDoesNotAnswerIsSaid() {
        Outcome outcome = run("why", "http://localhost:1/history/app-1");

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.error()).contains("http://localhost:1 does not answer");
        assertThat(List.of(outcome.output())).containsExactly("");
    }

    @Test
    void aHistoryServerThatFailsEndsNothingWhereOthersAreAnswered() {
        Outcome why = run("why", "http://localhost:1", "http://", LOG.toString(), "--stages", "0");

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output().replaceAll("\\s+", " "))
                .contains("\"made for a test\"", "Nothing to be said of: http://localhost:1 does not answer")
                .contains("http://: no address of a history server");
    }

    @Test
    void whereOneApplicationIsAskedForSourcesThatFailAreSaidToo() {
        Outcome why = run(
                "why",
                "http://localhost:1",
                "nowhere",
                LOG.toString(),
                "--application",
                "local-1795281752848",
                "--stages",
                "0");

        assertThat(why.exitCode()).as(why.error()).isZero();
        assertThat(why.output().replaceAll("\\s+", " "))
                .contains("\"made for a test\"", "http://localhost:1 does not answer", "nowhere: no such file");
    }

    @Test
    void whereNothingIsAnsweredWhatIsWrongDecidesTheExitCode() {
        Outcome silent = run("why", "http://localhost:1", "http://localhost:1/history/app-1");
        Outcome bad = run("why", "http://localhost:1", "nowhere");

        assertThat(silent.exitCode()).isEqualTo(1);
        assertThat(bad.exitCode()).isEqualTo(2);
        assertThat(List.of(silent, bad))
                .allSatisfy(each -> assertThat(each.error().strip())
                        .contains("nothing to be said: http://localhost:1 does not answer")
                        .hasLineCount(1));
    }
}
