// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.Comparison;
import org.fairlead.testbed.results.ContenderPair;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.PairComparison;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.Slowdown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contenders that are compared with one another. */
class PairComparisonsTest {
    private static final ContenderPair BOTH_WITH_ONE = new ContenderPair("both", "one");

    @TempDir
    Path directory;

    private final List<RoundRecord> rounds = new ArrayList<>();

    private void round(int repetition, String contender, boolean processorBound, double q1, double q2) {
        rounds.add(new RoundRecord(
                repetition,
                1,
                contender,
                "",
                0,
                1,
                0.5,
                processorBound,
                List.of(
                        MeasuredSample.seconds("query_time", q1, "q1", "driver"),
                        MeasuredSample.seconds("query_time", q2, "q2", "driver")),
                List.of(),
                List.of(),
                List.of()));
    }

    private void repetitions(int count) {
        for (int repetition = 1; repetition <= count; repetition++) {
            round(repetition, "stock", false, 8 * repetition, 8);
            round(repetition, "one", false, 4 * repetition, 6);
            round(repetition, "both", false, 2 * repetition, 3 + repetition);
        }
    }

    private RunRecord run(ContenderPair... pairs) {
        return Comparisons.record(
                "complete",
                "2026-03-14T09:26:53+01:00",
                Map.of("name", "pairs"),
                Map.of(),
                new Comparisons.Roles("stock", "", "", "", List.of(pairs)),
                List.of("stock", "one", "both"),
                rounds);
    }

    @Test
    void theSecondStandsInTheBaselinesPlace() {
        repetitions(4);
        RunRecord run = run(BOTH_WITH_ONE);
        RunRecord asBaseline = Comparisons.record(
                "complete",
                "",
                Map.of(),
                Map.of(),
                new Comparisons.Roles("one", "", "", "", List.of()),
                List.of("one", "both"),
                rounds);

        PairComparison pair = run.pairs().get(0);

        assertThat(run.pairs()).hasSize(1);
        assertThat(pair.comparisons()).isNotEmpty().isEqualTo(asBaseline.comparisons());
        assertThat(pair.slowdowns())
                .isNotEmpty()
                .isEqualTo(asBaseline.slowdowns().stream()
                        .filter(each -> each.contender().equals("both"))
                        .toList());
        assertThat(pair.comparisons())
                .extracting(Comparison::metric)
                .containsExactly("query_time", "query_time[q1]", "query_time[q2]");
        assertThat(pair.comparisons().get(1).ratio()).isCloseTo(2, within(1e-9));
        assertThat(run.comparisons()).as("the baseline's stay").allMatch(each -> each.baseline()
                .equals("stock"));
    }

    @Test
    void aSecondWhoseProcessorsWereBusyIsNoMeasure() {
        repetitions(4);
        round(5, "one", true, 100, 100);
        round(5, "both", false, 1, 1);

        PairComparison pair = run(BOTH_WITH_ONE).pairs().get(0);

        assertThat(pair.comparisons().get(1).n()).isEqualTo(4);
        assertThat(pair.comparisons().get(1).ratio()).isCloseTo(2, within(1e-9));
    }

    @Test
    void aFirstWhoseProcessorsWereBusyIsABound() {
        repetitions(3);
        round(4, "one", false, 4, 6);
        round(4, "both", true, 2, 3);
        RunRecord run = run(BOTH_WITH_ONE);

        assertThat(run.pairs().get(0).comparisons().get(0).processorBound()).isOne();
        assertThat(ConsoleTable.render(run)).containsPattern("query time \\[q1] +4 .* ≥ 2\\.00×");
    }

    @Test
    void aFinishedRunIsComparedLaterAsIfItHadBeenAskedFor() {
        repetitions(4);
        ContenderPair back = new ContenderPair("one", "both");

        assertThat(Comparisons.alsoComparing(run(), List.of(BOTH_WITH_ONE, back)))
                .isEqualTo(run(BOTH_WITH_ONE, back));
        assertThat(Comparisons.alsoComparing(run(BOTH_WITH_ONE), List.of(back, BOTH_WITH_ONE)))
                .isEqualTo(run(BOTH_WITH_ONE, back));
    }

    @Test
    void everyFormHasThem() throws Exception {
        repetitions(4);
        RunRecord run = run(BOTH_WITH_ONE);

        String table = ConsoleTable.render(run);
        assertThat(table)
                .containsPattern("both made queries 1\\.\\d\\d× faster than one: ")
                .contains("\nboth against one: ratio = one / both\n")
                .containsPattern("  query time \\[q1] +4 +10\\.0 s +5\\.00 s +2\\.00× +2\\.00–2\\.00 +≤ 0\\.50×\n");
        assertThat(GridTable.render(List.of(run))).containsPattern("  query time: both against one +1\\.\\d\\d×");
        assertThat(PageData.of(run).pairs()).isEqualTo(run.pairs());
        Path file = directory.resolve("report.json");
        ReportJson.write(run, file);
        assertThat(ReportJson.read(file)).isEqualTo(run);
        assertThat(Files.readAllLines(file))
                .anyMatch(line -> line.contains("\"baseline\": \"one\", \"contender\": \"both\""));
    }

    @Test
    void whereNoRepetitionHasBothItIsSaidWhy() {
        round(1, "stock", false, 1, 1);
        round(1, "both", false, 1, 1);

        assertThat(ConsoleTable.render(run(BOTH_WITH_ONE)))
                .contains("both against one: ", "one was not measured: the run ended before its turn");
        round(2, "one", false, 1, 1);
        assertThat(ConsoleTable.render(run(BOTH_WITH_ONE))).contains("No repetition has a round that counts of both.");
    }

    @Test
    void reportsOfBeforeHaveNone() throws Exception {
        repetitions(3);
        Path file = directory.resolve("report.json");
        ReportJson.write(run(BOTH_WITH_ONE), file);
        ObjectNode older = (ObjectNode) ReportJson.MAPPER.readTree(file.toFile());
        older.remove("pairs");
        Files.writeString(file, older.toString());

        assertThat(ReportJson.read(file)).isEqualTo(run());
    }

    @Test
    void howMuchLongerAtMostIsThatOfTheSecond() {
        repetitions(5);

        Slowdown whole = run(BOTH_WITH_ONE).pairs().get(0).slowdowns().get(1);

        assertThat(whole.metric()).isEqualTo("query_time[q1]");
        assertThat(whole.ratio()).isCloseTo(0.5, within(1e-9));
        assertThat(whole.high()).isCloseTo(0.5, within(1e-9));
        assertThat(whole.slower()).isFalse();
    }

    @Test
    void pairsAreWrittenAsTwoNames() {
        List<String> others = List.of("one", "both");

        assertThat(ContenderPair.parse("both:one", others)).isEqualTo(BOTH_WITH_ONE);
        assertThatThrownBy(() -> ContenderPair.parse("both", others))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'both' does not name two contenders; accepted: CONTENDER:OTHER");
        assertThatThrownBy(() -> ContenderPair.parse("both:stock", others))
                .hasMessage("'stock' is no contender beside the baseline; accepted: one, both");
        assertThatThrownBy(() -> ContenderPair.parse("both:both", others))
                .hasMessage("'both' would be compared with itself");
        assertThatThrownBy(() -> ContenderPair.parse("a:b", List.of()))
                .hasMessage("'a' is no contender beside the baseline; accepted: none, there is no other");
    }
}
