// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.fairlead.testbed.results.TaskTimes;
import org.fairlead.testbed.workload.driver.DriverReply;
import org.junit.jupiter.api.Test;

class AttributionTest {
    private static final double RATE = 12e6;

    private static DriverReply.Task map(long start, long end, double processor, double write) {
        return new DriverReply.Task(
                "h1",
                "",
                start,
                end,
                new DriverReply.TaskMetrics(true, end - start - 100, processor, 0, 0, write, 0, 0, 0, 50_000_000, 0));
    }

    private static DriverReply.Task reduce(
            String host, boolean successful, long start, long end, long wait, long remote, long beside) {
        return new DriverReply.Task(
                host,
                "",
                start,
                end,
                new DriverReply.TaskMetrics(
                        successful, end - start, 500, 20, wait, 0, 300, remote, beside, 1_000, 7_000_000));
    }

    private static double sum(Map<String, Double> parts) {
        return parts.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    @Test
    void timeGoesToMapsAndReducesByTheirParts() {
        TaskTimes times = Attribution.of(
                "sort-3",
                9,
                List.of(
                        map(1_000, 2_000, 600, 200),
                        map(1_100, 2_600, 800, 100),
                        reduce("h2", true, 2_700, 9_700, 6_000, 75_000_000, 5_000_000),
                        reduce("h3", true, 2_700, 3_700, 100, 1_000_000, 0)),
                host -> RATE);

        assertThat(times.seconds()).isEqualTo(9);
        assertThat(times.mapSeconds()).isEqualTo(1.6);
        assertThat(times.map())
                .contains(
                        entry("computing", 1.4),
                        entry("launching", 0.2),
                        entry("fetch_wait", 0.0),
                        entry("shuffle_write", 0.3));
        assertThat(sum(times.map())).isEqualTo(2.5, within(1e-6));
        assertThat(times.reduce())
                .contains(entry("computing", 1.0), entry("fetch_wait", 6.1), entry("garbage_collection", 0.04));
        assertThat(sum(times.reduce())).isEqualTo(8, within(1e-6));
        assertThat(times.sortSeconds()).isEqualTo(0.6);
        assertThat(times.shuffledBytes()).isEqualTo(100_000_000);
        assertThat(times.spilledBytes()).isEqualTo(14_000_000);
        TaskTimes.HottestTask hottest = times.hottest();
        assertThat(hottest)
                .isEqualTo(new TaskTimes.HottestTask(
                        "h2", 80_000_000, 75_000_000, 6.25, 7, hottest.parts(), 0.3, 7_000_000));
        assertThat(hottest.parts()).contains(entry("fetch_wait", 6.0), entry("computing", 0.5));
        assertThat(sum(hottest.parts())).isEqualTo(7, within(1e-6));
    }

    @Test
    void theBoundIsThatOfTheLinkIntoTheTasksHost() {
        List<DriverReply.Task> tasks = List.of(
                reduce("slow", true, 0, 9_000, 0, 6_000_000, 0), reduce("fast", true, 0, 9_000, 0, 8_000_000, 0));

        assertThat(Attribution.of("s", 9, tasks, host -> host.equals("slow") ? 1e6 : 2e6)
                        .hottest()
                        .boundSeconds())
                .isEqualTo(4);
    }

    @Test
    void anAttemptThatFailedIsThrownAwayAndNeverTheHottest() {
        TaskTimes times = Attribution.of(
                "s",
                3,
                List.of(
                        reduce("h2", false, 0, 2_000, 100, 9_000_000, 0),
                        reduce("h3", true, 0, 1_000, 100, 6_000_000, 0)),
                host -> RATE);

        assertThat(times.reduce()).contains(entry("thrown_away", 2.0));
        assertThat(times.hottest().host()).isEqualTo("h3");
    }

    @Test
    void aJobWithoutShuffleHasNoHottestReduce() {
        TaskTimes times = Attribution.of("s", 1, List.of(map(0, 1_000, 900, 0)), host -> RATE);

        assertThat(times.hottest()).isEqualTo(TaskTimes.HottestTask.NONE);
        assertThat(times.reduce().values()).containsOnly(0.0);
        assertThat(Attribution.of("s", 0, List.of(), host -> RATE).mapSeconds()).isZero();
    }
}
