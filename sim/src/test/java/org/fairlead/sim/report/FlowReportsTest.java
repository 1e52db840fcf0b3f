// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.FlowOutcome;
import org.fairlead.sim.flows.FlowTable;
import org.junit.jupiter.api.Test;

final class FlowReportsTest {
    private static final Topology TOPOLOGY =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 100, 1).build();
    private static final int H1 = TOPOLOGY.host("h1").index();
    private static final int H2 = TOPOLOGY.host("h2").index();

    private static FlowTable flows() {
        FlowTable flows = new FlowTable();
        flows.add("usual", H1, H2, 1, 1000);
        flows.add("slow", H1, H2, 2, 1000);
        flows.add("stuck", H1, H2, 0, 1000);
        flows.add("to-itself", H2, H2, 5, 1000);
        return flows;
    }

    @Test
    void finishTimesStandInTheOrderOfTheTableAndAStuckOneIsInfinite() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        FinishTimesCsv.write(
                flows(),
                new FlowOutcome(new double[] {11, 32, Double.POSITIVE_INFINITY, Double.NaN}, false, 0),
                out,
                RunObserver.NONE);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("id,finish_s\nusual,11.000000000000000\nslow,32.000000000000000\nstuck,inf\n");
    }

    @Test
    void theSummaryComparesWithWhatTheHostsLinksAllow() throws IOException {
        FlowSummary summary = FlowSummary.of(
                TOPOLOGY, flows(), new FlowOutcome(new double[] {11, 32, Double.POSITIVE_INFINITY, 5}, true, 0), false);

        assertThat(summary.finished()).isEqualTo(3);
        assertThat(summary.stuck()).isEqualTo(1);
        assertThat(summary.stuckIds()).containsExactly("stuck");
        assertThat(summary.seconds().max()).isEqualTo(30);
        assertThat(summary.slowdown().p50()).isEqualTo(2); // of 1 and 3; the one to itself takes no time
        assertThat(summary.makespanSeconds()).isEqualTo(32);
        assertThat(summary.text()).contains("4 flows: 3 ended, 1 can never end").contains("slowdown");

        JsonNode json = new ObjectMapper().readTree(summary.json(Map.of("seed", 7)));
        assertThat(json.path("seed").asInt()).isEqualTo(7);
        assertThat(json.path("complete").asBoolean()).isTrue();
        assertThat(json.path("completion_time").path("max_s").asDouble()).isEqualTo(30);
    }

    @Test
    void aRunWithoutFlowsHasNoFigures() throws IOException {
        FlowSummary summary = FlowSummary.of(TOPOLOGY, new FlowTable(), new FlowOutcome(new double[0], true, 0), false);

        assertThat(summary.text()).isEqualTo("0 flows: 0 ended\n");
        assertThat(new ObjectMapper()
                        .readTree(summary.json(Map.of()))
                        .path("makespan_s")
                        .isNull())
                .isTrue();
    }
}
