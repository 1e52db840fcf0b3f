// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.TaskTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeanTaskTimesTest {
    private static RoundRecord round(int repetition, String contender, String notCounted, double hottest) {
        TaskTimes times = new TaskTimes(
                "sort-3",
                hottest + 2,
                1.5,
                Map.of("computing", 2.0, "shuffle_write", 0.25, "untold", 0.5),
                Map.of("computing", 1.0, "fetch_wait", hottest - 1, "launching", 0.1),
                0.4,
                48_000_000,
                12_000_000,
                new TaskTimes.HottestTask(
                        "h3",
                        40_000_000,
                        36_000_000,
                        3,
                        hottest,
                        Map.of("fetch_wait", hottest - 1, "computing", 1.0),
                        0.4,
                        12_000_000));
        return new RoundRecord(
                repetition,
                1,
                contender,
                notCounted,
                0,
                hottest + 3,
                0.5,
                false,
                List.of(MeasuredSample.seconds("operation_time", hottest + 2, "sort-3", "")),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(times));
    }

    private static RunRecord run() {
        return SampleRun.of(
                List.of(SampleRun.STOCK, SampleRun.TUNED),
                List.of(
                        round(1, SampleRun.STOCK, "", 3.5),
                        round(1, SampleRun.TUNED, "", 3),
                        round(2, SampleRun.STOCK, "", 4.5),
                        round(2, SampleRun.TUNED, "processors busy", 30)),
                "complete");
    }

    @Test
    void meansAreOfRoundsThatCount() {
        List<MeanTaskTimes> means = MeanTaskTimes.of(run().rounds(), List.of(SampleRun.STOCK, SampleRun.TUNED));

        assertThat(means).extracting(MeanTaskTimes::n).containsExactly(2, 1);
        MeanTaskTimes stock = means.get(0);
        assertThat(stock.seconds()).isEqualTo(6);
        assertThat(stock.mapOther()).isEqualTo(0.5);
        assertThat(stock.fetchWait()).isEqualTo(3);
        assertThat(stock.reduceComputing()).isEqualTo(0.6);
        assertThat(stock.shareAboveBound()).isEqualTo(0.25);
        assertThat(means.get(1).shareAboveBound()).isZero();
    }

    @Test
    void theTableAndThePageHaveThem() {
        String table = ConsoleTable.render(run());

        assertThat(table)
                .containsPattern(
                        "sort-3\\n  stock +6.00 +2.00 +0.250 +0.500 +3.00 +0.400 +0.600 +0.100 +12.0 +4.00 +3.00 +25 %\\n")
                .contains("operation time [sort-3]");
        assertThat(ConsoleTable.render(SampleRun.demo(1))).doesNotContain("hottest reduce");
        assertThat(PageData.of(run()).taskTimes()).hasSize(2);
    }

    @Test
    void reportJsonKeepsThem(@TempDir Path directory) throws Exception {
        ReportJson.write(run(), directory.resolve("report.json"));

        assertThat(ReportJson.read(directory.resolve("report.json")).rounds()).isEqualTo(run().rounds());
    }
}
