// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.report.ExperimentJson;
import org.fairlead.sim.report.ExperimentText;
import org.junit.jupiter.api.Test;

/** The arithmetic of an experiment's table, and its JSON. */
final class ExperimentTableTest {
    private static final Metric TIME = new Metric("job_time_s", "mean job time", "s");
    private static final Row BASE =
            new Row("default", Kind.BASELINE, "", Map.of("job_time_s", new Cell(List.of(100.0, 110.0, 120.0), 400)));
    private static final Row OURS =
            new Row("ours", Kind.OURS, "", Map.of("job_time_s", new Cell(List.of(50.0, 55.0, 60.0), 300)));
    private static final Row SILENT = new Row("silent", Kind.BOUND, "", Map.of());
    private static final ExperimentTable TABLE =
            new ExperimentTable("lab", "three runs", List.of(TIME), List.of(BASE, OURS, SILENT));

    @Test
    void anIntervalIsStudentsOfTheMean() {
        Cell cell = BASE.cells().get("job_time_s");
        assertThat(cell.mean()).isEqualTo(110);
        // Standard deviation 10, three values: 4.3027 · 10 / √3.
        assertThat(cell.halfInterval()).isCloseTo(24.84, within(0.01));
        assertThat(new Cell(List.of(1.0, 2.0), Double.NaN).halfInterval()).isNaN();
    }

    @Test
    void changesAreAgainstTheFirstRowHereAndInThePaper() {
        assertThat(TABLE.change(OURS, TIME)).isCloseTo(-0.5, within(1e-12));
        assertThat(TABLE.paperChange(OURS, TIME)).isCloseTo(-0.25, within(1e-12));
        assertThat(TABLE.change(SILENT, TIME)).isNaN();
        assertThat(TABLE.gain(OURS, TIME).orElseThrow().ratio()).isCloseTo(2, within(1e-9));
        assertThat(TABLE.gain(SILENT, TIME)).isEmpty();
    }

    @Test
    void jsonHasEverySeedAndNullWhereThePaperSaysNothing() throws IOException {
        ExperimentResult result = new ExperimentResult(
                "e", "paper", "small", 1, 3, List.of(TABLE), List.of(), List.of(), List.of("a note"));
        JsonNode root = new ObjectMapper().readTree(ExperimentJson.bytes(result));
        JsonNode ours = root.at("/tables/0/contenders/1");
        assertThat(ours.get("kind").asText()).isEqualTo("ours");
        assertThat(ours.at("/results/job_time_s/by_seed")).hasSize(3);
        assertThat(ours.at("/results/job_time_s/over_baseline").asDouble()).isEqualTo(0.5);
        assertThat(ours.at("/results/job_time_s/paper").asDouble()).isEqualTo(300);
        assertThat(root.at("/tables/0/contenders/2/results")).isEmpty();
        assertThat(ExperimentText.text(result)).contains("default", "-50.0 %", "a note");
    }
}
