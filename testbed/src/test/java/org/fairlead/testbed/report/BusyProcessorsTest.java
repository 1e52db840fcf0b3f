// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.NotMeasured;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reports say where the processors were too busy: nothing vanishes, nothing is claimed that was not measured. */
class BusyProcessorsTest {
    private static final String BUSY = "processors busy: 86 %, above the limit of 75 %";

    @TempDir
    Path directory;

    private final List<RoundRecord> rounds = new ArrayList<>();

    private void round(String contender, String notCounted, boolean processorBound, double query, double write) {
        rounds.add(new RoundRecord(
                1,
                1
                        + (int) rounds.stream()
                                .filter(round -> round.contender().equals(contender))
                                .count(),
                contender,
                notCounted,
                0,
                30,
                processorBound || !notCounted.isEmpty() ? 0.86 : 0.5,
                processorBound,
                List.of(
                        MeasuredSample.seconds("query_time", query, "q1", "driver"),
                        MeasuredSample.seconds("block_write_time", write, "/a#0", "h1")),
                List.of(),
                List.of(),
                List.of()));
    }

    private RunRecord run(String... contenders) {
        return Comparisons.record(
                "complete",
                "2026-03-14T09:26:53+01:00",
                Map.of("name", "demo"),
                Map.of(),
                new Comparisons.Roles("stock", "stock (A/A)", "stock-no-traffic", "", List.of()),
                List.of(contenders),
                rounds);
    }

    @Test
    void theHeadlineGivesSecondsOfQueriesThenOfWrites() {
        round("stock", "", false, 5.4, 1.94);
        round("fairlead", "", false, 2.8, 1.07);

        assertThat(Headline.of(run("stock", "fairlead")))
                .isEqualTo(
                        "fairlead made queries 1.93× faster than stock: 5.40 s → 2.80 s (1 repetition, too few for an"
                                + " interval), and block writes 1.81× faster: 1.94 s → 1.07 s (1 repetition, too few for an"
                                + " interval).");
    }

    @Test
    void aFasterContenderWhoseProcessorsWereBusyIsFasterByAtLeastSoMuch() {
        round("stock", "", false, 5.4, 1.94);
        round("fairlead", "", true, 2.8, 1.07);
        RunRecord run = run("stock", "fairlead");

        assertThat(Headline.of(run))
                .startsWith("fairlead made queries at least 1.93× faster than stock: 5.40 s → 2.80 s");
        assertThat(ConsoleTable.render(run)).contains("≥ 1.93×", "≥: the processors were too busy");
        assertThat(run.comparisons())
                .allSatisfy(c -> assertThat(c.processorBound()).isOne());
    }

    @Test
    void aSlowerOneIsNotCalledSlowerSinceTheProcessorsMayBeWhy() {
        round("stock", "", false, 5.4, 1.0);
        round("fairlead", "", true, 5.9, 1.5);

        assertThat(Headline.of(run("stock", "fairlead")))
                .isEqualTo(
                        "what fairlead does to queries was not measured: processors busy (at most 5.90 s, stock 5.40 s),"
                                + " and block writes were not measured: processors busy.");
        assertThat(run("stock", "fairlead").slowdowns()).noneMatch(slowdown -> slowdown.slower());
    }

    @Test
    void whoHasNoRoundThatCountsStaysInTableHeadlinePageAndJson() throws Exception {
        round("stock", "", false, 5.4, 1.94);
        round("fairlead", "", false, 2.8, 1.07);
        round("stock-no-traffic", BUSY, false, 1.9, 0.6);
        round("stock-no-traffic", BUSY, false, 1.9, 0.6);
        RunRecord run = run("stock", "fairlead", "stock-no-traffic");
        NotMeasured missing = new NotMeasured("stock-no-traffic", BUSY);

        assertThat(run.notMeasured())
                .containsExactly(missing, new NotMeasured("stock (A/A)", "the run ended before its turn"));
        assertThat(Headline.rest(run)).containsExactly("stock-no-traffic was not measured: " + BUSY + ".");
        assertThat(ConsoleTable.render(run))
                .containsPattern("query time\n  stock .*\n  fairlead .*\n  stock-no-traffic +not measured: " + BUSY);
        assertThat(PageData.of(run).notMeasured()).contains(missing);
        Path file = directory.resolve("report.json");
        ReportJson.write(run, file);
        assertThat(ReportJson.read(file)).isEqualTo(run);
        JsonNode json = ReportJson.MAPPER.readTree(Files.readString(file));
        assertThat(json.at("/not_measured/0/contender").asText()).isEqualTo("stock-no-traffic");
        assertThat(json.at("/not_measured/0/reason").asText()).isEqualTo(BUSY);
    }

    @Test
    void withoutTheBaselineThereIsNothingToCompareAndTheHeadlineSaysWhy() {
        round("stock", BUSY, false, 5.4, 1.94);
        round("fairlead", "", false, 2.8, 1.07);
        RunRecord run = run("stock", "fairlead");

        assertThat(Headline.of(run)).isEqualTo("stock was not measured (" + BUSY + "): nothing to compare.");
        assertThat(ConsoleTable.render(run)).containsPattern("\n  stock +not measured: " + BUSY);
    }

    @Test
    void reportsOfBeforeAreStillRead() throws Exception {
        round("stock", "", false, 5.4, 1.94);
        round("fairlead", "", false, 2.8, 1.07);
        Path file = directory.resolve("report.json");
        ReportJson.write(run("stock", "fairlead"), file);
        String older = Files.readString(file)
                .replaceAll("\\s*\"processor_bound\": [a-z0-9]+,?", "")
                .replaceAll(",(\\s*})", "$1");
        int list = older.indexOf("\"not_measured\"");
        older = older.substring(0, older.lastIndexOf(',', list)) + "\n}\n";
        Files.writeString(file, older);

        RunRecord read = ReportJson.read(file);

        assertThat(read.notMeasured()).isEmpty();
        assertThat(read.comparisons())
                .allSatisfy(c -> assertThat(c.processorBound()).isZero());
    }
}
