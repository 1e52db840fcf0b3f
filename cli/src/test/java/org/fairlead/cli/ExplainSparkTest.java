// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.protocol.application.ApplicationReport;
import org.fairlead.protocol.application.ApplicationVerdict;
import org.fairlead.protocol.application.CopiedShuffle;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.PredictedSaving;
import org.fairlead.protocol.application.Predictions;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.application.TaskTime;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said of a Spark application's decisions, from its web UI and from its file. */
final class ExplainSparkTest {
    private static final GroundsReport CHOSEN = new GroundsReport(
            0,
            List.of(
                    new GroundsReport.Candidate("h3", "h1", 0, 2.0, "link e1->h3"),
                    new GroundsReport.Candidate("h1", "h1", 5.5, 1.0, "disk of h1")),
            new GroundsReport.Stock(5, "rack", 9.0));
    private static final GroundsReport WAITS = new GroundsReport(
            7,
            List.of(
                    new GroundsReport.Candidate("h5", "h1", 0, 9.1, "link e2->h5"),
                    new GroundsReport.Candidate("h4", "h4", 2.1, 3.1, "computing")),
            new GroundsReport.Stock(7, "any", 9.1));
    private static final LaunchReport FIRST = launch(0, 10, 1000, 2.0, 4.0);
    private static final LaunchReport SECOND = launch(7, 11, 2000, null, null);
    private static final DeclineReport DECLINE = new DeclineReport(
            3, 0, "5", "h5", "receiver_busy", "the host receives at a high rate", 12, 500, 1300, 2700, WAITS);
    private static final StageReport STAGE = new StageReport(
            3,
            0,
            "count at \u001b[31mApp.java:12",
            "",
            "enforce",
            true,
            "",
            400,
            0,
            8,
            1,
            0,
            Map.of("planned", 2L),
            Map.of("ANY", 2L),
            new StageReport.BytesRead(0, 128_000_000, 0, 0, 0, 0),
            Map.of("receiver_busy", 12L),
            0.8,
            4.0,
            4.0,
            new Predictions(1, 2, 4, 2),
            new PredictedSaving(2, 1, 9, 5),
            new TaskTime(0.9, 0, 0, 0, 0.1, 3.4, 0, 0.6),
            List.of(
                    new SourceReads(SourceReads.HDFS, "h1", false, 96_000_000, 3.2, 2),
                    new SourceReads(SourceReads.HDFS, "h3", true, 32_000_000, 0.1, 1)));

    private static final NicAllowance ALLOWANCE =
            new NicAllowance("h5", "ens5", "bw_in_allowance_exceeded", 3000, 4711);
    private static final PrefetchReport PREFETCH = new PrefetchReport(
            "enforce",
            Map.of("fetched", 200_000_000L, "wasted", 30_000_000L),
            Map.of("requested", 20L, "in_time", 13L, "late", 4L, "elsewhere", 3L),
            Map.of("slow_fetch", 4L, "slot_taken", 3L),
            Map.of("at_once", 7L),
            0.21);
    private static final CopiesReport COPIES = new CopiesReport(
            "enforce",
            Map.of("copied", 1L, "little_gain", 2L),
            Map.of("bytes.planned", 50_000_000L, "bytes.copied", 40_000_000L, "bytes.read", 30_000_000L),
            null,
            List.of(
                    new CopiedShuffle(
                            7,
                            "enforce",
                            "copied",
                            48,
                            1,
                            Map.of("bytes.planned", 50_000_000L, "bytes.refetched", 6_000_000L),
                            4.0,
                            2.5,
                            new CopiedShuffle.FetchWait(12, 60_000_000, 5.2, 1.31)),
                    new CopiedShuffle(5, "enforce", "little_gain", 40, 0, Map.of(), 0.2, 0.01, null)));
    private static final TaskReads READS = new TaskReads(
            3,
            0,
            0,
            10,
            "h3",
            5000,
            4.0,
            0,
            List.of(new SourceReads(SourceReads.HDFS, "h7", false, 128_000_000, 3.2, 2)));

    @TempDir
    private Path directory;

    private HttpServer ui;

    private static LaunchReport launch(int task, long id, long millis, Double expected, Double taken) {
        return new LaunchReport(
                3,
                0,
                task,
                id,
                millis,
                "2",
                "h3",
                "h1",
                "rack",
                "ANY",
                128e6,
                expected,
                "planned",
                "as planned",
                "",
                taken,
                taken == null ? "RUNNING" : "SUCCESS",
                taken == null ? null : 128_000_000L,
                taken == null ? null : CHOSEN);
    }

    @BeforeEach
    void start() throws IOException {
        ui = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StageDetail detail = new StageDetail("app-1", STAGE, List.of(SECOND, FIRST), List.of(DECLINE), List.of());
        ApplicationReport report = new ApplicationReport(
                "app-1",
                "App",
                3000,
                "enforce",
                "fairlead",
                0.1,
                null,
                ApplicationVerdict.of("enforce", null, List.of(STAGE)),
                Map.of("1", new ExecutorMemory(400_000_000, 100_000_000, 0)),
                List.of(STAGE),
                detail.launches(),
                detail.declines(),
                List.of(ALLOWANCE),
                PREFETCH,
                COPIES);
        ui.createContext(
                "/fairlead/stage/json/",
                exchange -> answer(
                        exchange,
                        exchange.getRequestURI().getQuery().equals("id=3&attempt=0") ? 200 : 400,
                        Encoding.JSON.write(detail)));
        ui.createContext("/fairlead/json/", exchange -> answer(exchange, 200, Encoding.JSON.write(report)));
        ui.createContext("/stock/", exchange -> answer(exchange, 200, "<html>".getBytes(StandardCharsets.UTF_8)));
        ui.start();
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void stop() {
        ui.stop(0);
    }

    private String address() {
        return "http://127.0.0.1:" + ui.getAddress().getPort();
    }

    private record Said(int exitCode, String output, String error) {}

    private static Said explain(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter error = new StringWriter();
        CommandLine command =
                Main.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(error, true));
        String[] all = new String[arguments.length + 2];
        all[0] = "explain";
        all[1] = "spark";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return new Said(command.execute(all), out.toString(), error.toString());
    }

    private Path file(String... lines) throws IOException {
        return Files.writeString(directory.resolve("app-1.jsonl"), String.join("\n", lines));
    }

    private static String json(DecisionLine line) {
        return new String(Encoding.JSON.write(line), StandardCharsets.UTF_8);
    }

    private Path wholeFile() throws IOException {
        return file(
                json(DecisionLine.of(new DecisionLine.Application("app-1", "App", "fairlead"))),
                json(DecisionLine.of(FIRST)),
                json(DecisionLine.of(DECLINE)),
                json(DecisionLine.of(STAGE)),
                json(DecisionLine.of(READS)),
                json(DecisionLine.of(ALLOWANCE)),
                json(DecisionLine.of(PREFETCH)),
                json(DecisionLine.of(COPIES)),
                "{\"launch\":{\"sta");
    }

    @Test
    void aTableSaysWhatWasDecidedOldestFirst() {
        Said said = explain("--ui", address() + "/");

        assertThat(said.exitCode()).isZero();
        assertThat(said.output().lines())
                .anySatisfy(line ->
                        assertThat(line).contains("h3", "h1 (rack)", "128 MB", "2.00 s", "4.00 s", "as planned"))
                .anySatisfy(line -> assertThat(line).contains("h5", "800", "12", "9.10 s here", "5.20 s on h4"));
        assertThat(said.output().indexOf("4.00 s")).isLessThan(said.output().indexOf("runs"));
    }

    @Test
    void aStageHasItsFiguresAndNothingThatATerminalObeys() {
        Said said = explain("--ui", address(), "--stage", "3");

        assertThat(said.output())
                .contains("2 of 2 tasks launched as planned", "128 MB rack", "receiver busy 12")
                .doesNotContain("\u001b");
    }

    @Test
    void aStageSaysWhereTheTimeOfItsTasksWent() throws IOException {
        assertThat(explain("--ui", address(), "--stage", "3").output())
                .contains("task time  computing 20 %, reading 75 %, scheduling, launching 2 %, unexplained 2 %; waited"
                        + " 0.600 s for a slot on average");
    }

    @Test
    void aStageSaysFromWhomItsTasksHaveRead() throws IOException {
        assertThat(explain("--ui", address(), "--stage", "3").output())
                .contains(
                        "read from  DataNode h1 96.0 MB, waited 3.20 s (30.0 MB/s)",
                        "DataNode h3, on the same host 32.0 MB, waited 0.100 s (320 MB/s)");
        assertThat(explain("--file", wholeFile().toString(), "--stage", "3").output())
                .as("by the tasks' own lines")
                .contains("read from  DataNode h7 128 MB, waited 3.20 s (40.0 MB/s)")
                .doesNotContain("DataNode h1");
    }

    @Test
    void aHostThatTheCloudHoldsBackIsNamed() throws IOException {
        String said = "The cloud held back 4711 packets of host h5: ens5 bw_in_allowance_exceeded.";

        assertThat(explain("--ui", address()).output()).contains(said);
        assertThat(explain("--file", wholeFile().toString()).output()).contains(said);
    }

    @Test
    void whatWasFetchedAheadIsToldWithWhyNot() throws IOException {
        for (Said said : List.of(
                explain("--ui", address()), explain("--file", wholeFile().toString()))) {
            assertThat(said.output())
                    .contains(
                            "input fetched ahead",
                            "requests: 13 in time, 4 late, 3 elsewhere, 0 cancelled, of 20; the right executor in 85 % of 20 launches",
                            "200 MB fetched: 0 B read, 30.0 MB wasted (15 %)",
                            "elsewhere: the foreseen slot was not free 3",
                            "not asked: launched before any look-ahead had it later 7");
        }
        assertThat(explain("--ui", address(), "--stage", "3").output()).doesNotContain("fetched ahead");
        JsonNode json = new ObjectMapper()
                .readTree(explain("--file", wholeFile().toString(), "--json").output());
        assertThat(json.at("/prefetch/missed/slot_taken").asInt()).isEqualTo(3);
    }

    @Test
    void whatWasCopiedIsToldByShuffleWithWhyNot() throws IOException {
        for (Said said : List.of(
                explain("--ui", address()), explain("--file", wholeFile().toString()))) {
            assertThat(said.output().replaceAll("\\s+", " "))
                    .contains(
                            "map output copied while its stage ran",
                            "shuffles: too little to gain 2; copied 1",
                            "50.0 MB planned: 0 B asked for, 40.0 MB copied, of these 30.0 MB read (75 %)",
                            "fetching: predicted 4.00 s without copies, 2.50 s less with them; waited 1.31 s where that was longest, over 1 shuffle",
                            "shuffle 7: copied; stage made again 1× (enforce), 48 maps",
                            "6.00 MB fetched instead",
                            "12 tasks waited 5.20 s for 60.0 MB, an executor at most 1.31 s",
                            "shuffle 5: too little to gain (enforce), 40 maps; fetching predicted 0.200 s, 10.0 ms less with copies");
        }
        assertThat(explain("--ui", address(), "--stage", "3").output()).doesNotContain("map output copied");
        JsonNode json = new ObjectMapper()
                .readTree(explain("--file", wholeFile().toString(), "--json").output());
        assertThat(json.at("/copies/shuffles/0/fetch_wait/longest_seconds").asDouble())
                .isEqualTo(1.31);
    }

    @Test
    void theApplicationBeginsWithAVerdictThatSaysHowItIsKnown() {
        assertThat(explain("--ui", address()).output())
                .contains("1 of 2 tasks were placed otherwise than stock would have", "save 4.00 s", "not measured");
        assertThat(explain("--ui", address(), "--stage", "3").output()).doesNotContain("Enforcing");
    }

    @Test
    void aTaskHasItsCandidatesWhatDecidedAndWhatStockWouldHaveDone() {
        String said = explain("--ui", address(), "--stage", "3", "--task", "0").output();

        assertThat(said)
                .contains("stock      would have launched task 5 from its rack, after its locality wait, in 9.00 s");
        assertThat(said.lines())
                .anySatisfy(line -> assertThat(line).contains("h3", "h1", "now", "2.00 s", "link e1->h3"))
                .anySatisfy(line -> assertThat(line).contains("h1", "5.50 s", "1.00 s", "6.50 s", "disk of h1"))
                .anySatisfy(line -> assertThat(line).contains("before", "9.10 s here (link e2->h5), 5.20 s on h4"));
        assertThat(explain("--ui", address(), "--stage", "3", "--task", "7").output())
                .contains("not kept");
    }

    @Test
    void aTaskIsToldInAParagraph() {
        Said said = explain("--ui", address(), "--stage", "3", "--task", "0");

        assertThat(said.output())
                .contains("task 0 of stage 3", "h1 (rack), 128 MB", "h5 left free")
                .doesNotContain("task 7 of stage");
    }

    @Test
    void jsonHasTheSame() throws IOException {
        JsonNode said = new ObjectMapper()
                .readTree(explain("--ui", address(), "--stage", "3", "--task", "7", "--json")
                        .output());

        assertThat(said.get("application").asText()).isEqualTo("app-1");
        assertThat(said.get("launches")).hasSize(1);
        assertThat(said.get("launches").get(0).get("taken_seconds").isNull()).isTrue();
    }

    @Test
    void afterTheEndTheFileTells() throws IOException {
        String path = wholeFile().toString();

        assertThat(explain("--file", path, "--stage", "3").output())
                .contains("2 of 2 tasks launched as planned", "4.00 s", "h5");
        assertThat(explain("--file", path, "--stage", "4").output()).contains("no decision is kept");
        assertThat(explain("--file", path, "--last", "1").output()).contains("application app-1", "h3");
    }

    @Test
    void whatIsWrongIsOneErrorAndTwo() throws IOException {
        refused("Missing required argument");
        refused("mutually exclusive", "--ui", address(), "--file", "x");
        refused("--ui nowhere: an address is expected", "--ui", "nowhere");
        refused("--stage three: a stage's number is expected", "--ui", address(), "--stage", "three");
        refused("stage 4 is not known there", "--ui", address(), "--stage", "4");
        refused("--task 1 needs --stage", "--ui", address(), "--task", "1");
        refused("--last 0 is not from 1", "--ui", address(), "--last", "0");
        refused("nowhere.jsonl: no such file", "--file", "nowhere.jsonl");
        refused("app-1.jsonl:1: not valid JSON", "--file", file("nonsense", "").toString());
        refused(
                "app-1.jsonl:1: application, stage, launch, decline, reads, allowance, prefetch or copies is expected",
                "--file",
                file("{\"id\":1}", "").toString());
    }

    private static void refused(String error, String... arguments) {
        Said said = explain(arguments);
        assertThat(said.error()).contains(error);
        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.output()).isEmpty();
    }

    @Test
    void whoHasNoTabIsTold() {
        Said said = explain("--ui", address() + "/stock");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.error()).contains("has no tab of Fairlead's");
        assertThat(said.error().lines()).hasSize(1);
        assertThat(explain("--ui", "http://localhost:1").error())
                .contains("http://localhost:1 does not answer: no connection");
    }
}
