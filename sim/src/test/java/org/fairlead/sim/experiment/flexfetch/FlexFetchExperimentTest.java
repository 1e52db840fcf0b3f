// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.junit.jupiter.api.Test;

/** FlexFetch's experiments: what rates do on one link, how bins are put together, and a small one from end to end. */
class FlexFetchExperimentTest {
    private static final FlexFetchExperiment EXPERIMENT = new FlexFetchExperiment(Batch.IN_TURN);

    private static double mean(ExperimentTable table, String contender, String metric) {
        return table.row(contender).orElseThrow().cells().get(metric).mean();
    }

    @Test
    void onOneLinkFetchesAreInTimeWithRatesAndTheShuffleIsNoLaterThanWithout() {
        ExperimentTable table =
                EXPERIMENT.of("small", List.of(), List.of(), 1, 1).tables().get(0);

        assertThat(table.key()).isEqualTo("figure-10");
        assertThat(mean(table, "clairvoyant", "in_time")).isLessThan(1);
        for (String admission : List.of("cardinal", "cardinal-repaired", "cardinal-packed")) {
            assertThat(mean(table, "clairvoyant " + admission, "in_time")).isCloseTo(1, within(1e-6));
            assertThat(mean(table, "clairvoyant " + admission, "fetching_s"))
                    .isLessThan(mean(table, "clairvoyant", "fetching_s"));
            assertThat(mean(table, "clairvoyant " + admission, "shuffling_s"))
                    .isLessThan(1.02 * mean(table, "clairvoyant", "shuffling_s"));
        }
        assertThat(table.row("fifo").orElseThrow().cells()).doesNotContainKey("in_time");
    }

    @Test
    void smallIsAMeanOverBinsAndByJobOverJobs() {
        BinMeans base = new BinMeans(
                Map.of("bin-1", List.of(10.0, 10.0, 10.0), "bin-2", List.of(100.0)),
                FetchedBytes.NOTHING,
                RequestCounts.NONE);
        BinMeans own = new BinMeans(
                Map.of("bin-1", List.of(4.0, 5.0, 6.0), "bin-2", List.of(100.0)),
                new FetchedBytes(60, 20, 20, 100, 0),
                RequestCounts.NONE);

        assertThat(own.ofBins(List.of("bin-1", "bin-2"), base)).isCloseTo(0.75, within(1e-12));
        assertThat(own.ofJobs(List.of("bin-1", "bin-2"), base)).isCloseTo(115 / 130.0, within(1e-12));
        assertThat(own.inTime()).isEqualTo(0.3);
        assertThat(own.wasted()).isEqualTo(0.2);
        assertThat(base.inTime()).isNaN();
    }

    @Test
    void aSmallExperimentHasThePapersFiguresBesideItsAdmission() {
        FlexFetchSetting setting = FlexFetchSetting.all(1).get(0);
        List<FlexFetchContender> some = FlexFetchContender.ALL.stream()
                .filter(each -> List.of("fifo", "shadow cardinal", "bound").contains(each.name()))
                .toList();

        ExperimentResult result = EXPERIMENT.of("small", List.of(setting), some, 7, 2);

        ExperimentTable table = result.tables().get(0);
        assertThat(table.rows())
                .extracting(ExperimentTable.Row::contender)
                .containsExactly("fifo", "shadow cardinal", "bound");
        assertThat(mean(table, "fifo", FlexFetchSetting.SMALL)).isEqualTo(1);
        assertThat(mean(table, "bound", FlexFetchSetting.SMALL)).isBetween(0.3, 1.0);
        ExperimentTable.Row published = table.row("shadow cardinal").orElseThrow();
        assertThat(table.paperChange(published, FlexFetchSetting.METRICS.get(0)))
                .isCloseTo(-0.418, within(1e-9));
        assertThat(published.cells().get("in_time").mean()).isBetween(0.1, 1.0);
    }

    @Test
    void nothingIsFitted() {
        assertThatThrownBy(() -> EXPERIMENT.calibrate("small", 1, 1, line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no constants that are fitted");
    }
}
