// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.fairlead.sim.coflow.Coflow;
import org.fairlead.sim.coflow.CoflowOutcome;
import org.fairlead.sim.coflow.CoflowTrace;
import org.junit.jupiter.api.Test;

final class CoflowReportTest {
    /** Alone, the first takes 3 s (300 bytes into port 2) and the second 1 s. */
    private static final CoflowTrace TRACE = new CoflowTrace(
            3,
            List.of(
                    new Coflow("first", 1, new int[] {0, 1}, new int[] {2}, new double[] {300}),
                    new Coflow("</script><b>", 2, new int[] {0}, new int[] {1}, new double[] {100})));

    private static CoflowReport report(CoflowOutcome... outcomes) {
        return new CoflowReport("trace.txt", TRACE, 100, 1e6, List.of(outcomes));
    }

    private static final CoflowOutcome FAIR =
            new CoflowOutcome("fair", "All flows share alike; at once.", false, new double[] {4, 4}, true);
    private static final CoflowOutcome STOPPED =
            new CoflowOutcome("other", "Another rule; at once.", true, new double[] {4, Double.NaN}, false);

    @Test
    void theJsonHasTheFiguresOfEachOrder() throws IOException {
        JsonNode json = new ObjectMapper().readTree(report(FAIR, STOPPED).json());

        JsonNode fair = json.path("orders").path("fair");
        assertThat(fair.path("mean_s").asDouble()).isEqualTo(2.5);
        assertThat(fair.path("p50_s").asDouble()).isEqualTo(2.5);
        assertThat(fair.path("p90_s").asDouble()).isCloseTo(2.9, within(1e-12)); // linear between 2 and 3
        assertThat(fair.path("max_s").asDouble()).isEqualTo(3);
        assertThat(fair.path("makespan_s").asDouble()).isEqualTo(3);
        assertThat(fair.path("over_alone").asDouble()).isEqualTo(1.25);
        assertThat(fair.path("rules").asText()).isEqualTo("All flows share alike; at once.");
        assertThat(fair.has("p95_s") && fair.has("p99_s")).isTrue();
        assertThat(json.path("complete").asBoolean()).isFalse();
        assertThat(json.path("port_rate_bytes_per_s").asDouble()).isEqualTo(100);
        assertThat(json.path("flows").asInt()).isEqualTo(3);
        assertThat(json.path("alone").path("mean_s").asDouble()).isEqualTo(2);
        JsonNode stopped = json.path("orders").path("other");
        assertThat(stopped.path("finished").asInt()).isEqualTo(1);
        assertThat(stopped.path("complete").asBoolean()).isFalse();
    }

    @Test
    void theCsvHasARowForEachOrderAndCoflowThatEnded() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        report(FAIR, STOPPED).writeCsv(out);

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(4)
                .startsWith("order,id,arrival_s,finish_s,cct_s,alone_s,flows,bytes")
                .contains(
                        "fair,first,1.0000000000000000,4.0000000000000000,3.0000000000000000,3.0000000000000000,2,300")
                .noneMatch(row -> row.contains("NaN"));
    }

    @Test
    void theTableSaysWhatWasStoppedAndByWhichRules() {
        assertThat(report(FAIR, STOPPED).text())
                .contains("2 coflows, 3 flows")
                .contains("other *")
                .contains("other was stopped: 1 of 2 coflows had ended.")
                .contains("fair: All flows share alike\n")
                .contains("fair, other: at once.");
    }

    @Test
    void theBoundIsNoOrderThatCouldBeBest() {
        CoflowReport report = report(FAIR, new CoflowOutcome("alone", "the bound", true, new double[] {4, 3}, true));

        assertThat(report.text().lines().filter(line -> line.startsWith("alone")))
                .hasSize(1);
        String page = new String(CoflowPage.render(report), StandardCharsets.UTF_8);
        assertThat(page)
                .contains("2.50 s under fair, 1.25× what it takes alone")
                .doesNotContain("under alone");
    }

    @Test
    void theTableFitsATerminalOfAHundredColumns() {
        assertThat(report(FAIR, STOPPED).text().lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void thePageIsWholeAndNothingInItComesFromElsewhere() {
        String page = new String(CoflowPage.render(report(FAIR, STOPPED)), StandardCharsets.UTF_8);

        assertThat(page)
                .contains("default-src 'none'")
                .endsWith("</html>\n")
                .doesNotContain("{{")
                .contains("echarts");
        assertThat(page).doesNotContain("</script><b>");
    }

    @Test
    void aReportWithoutAnyEndIsDrawnToo() {
        CoflowReport none = report(new CoflowOutcome("x", "y", false, new double[] {Double.NaN, Double.NaN}, false));

        assertThat(none.text()).contains("x *");
        assertThat(new String(CoflowPage.render(none), StandardCharsets.UTF_8)).contains("No order was run to its end");
    }
}
