// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.FlexFetchJobs;

/**
 * A table of jobs: where they run, which, and how bins are put together.
 *
 * @param workload by seed
 * @param small bins whose jobs have few maps
 * @param shuffling bins that shuffle much
 * @param paper the paper's figures, by metric
 */
record FlexFetchSetting(
        String key,
        String text,
        FlexFetchCluster site,
        LongFunction<Workload> workload,
        List<String> small,
        List<String> large,
        List<String> shuffling,
        Map<String, Double> paper) {
    static final String SMALL = "small_over_fifo";
    static final String ALL = "all_over_fifo";
    static final String SHUFFLING = "shuffling_over_fifo";
    static final List<Metric> METRICS = List.of(
            new Metric(SMALL, "small bins over fifo", ""),
            new Metric(ALL, "all bins", ""),
            new Metric("small_jobs_over_fifo", "small jobs", ""),
            new Metric("all_jobs_over_fifo", "all jobs", ""),
            new Metric(SHUFFLING, "shuffling", ""),
            new Metric("in_time", "in time", ""),
            new Metric("wasted", "wasted", ""),
            new Metric("right_executor", "right host", ""));

    private static final double TESTBED_SMALL = 1 - 0.418;
    private static final double TESTBED_ALL = 1 - 0.268;
    private static final double SLOW_SMALL = 1 / 1.3;
    private static final double SIMULATED_SMALL = 1 - 0.31;
    /** Of the testbed's gap, so that four times the machines are as busy. */
    private static final double SIMULATED_GAP = 3.5;

    /** @param rounds how often all jobs of Table II come */
    static List<FlexFetchSetting> all(int rounds) {
        return List.of(
                tableII(
                        "table-ii",
                        "the testbed, V. A",
                        5,
                        10,
                        1000,
                        rounds,
                        14,
                        Map.of(SMALL, TESTBED_SMALL, ALL, TESTBED_ALL)),
                tableII(
                        "table-ii-shared",
                        "five machines share a server's link, which the paper does not say",
                        5,
                        10,
                        200,
                        rounds,
                        14,
                        Map.of()),
                tableII(
                        "table-ii-slow",
                        "figure 9: the testbed at a tenth of its links, here with all ten bins",
                        5,
                        10,
                        100,
                        rounds,
                        14,
                        Map.of(SMALL, SLOW_SMALL)),
                tableII(
                        "racks",
                        "the simulation, V. C",
                        10,
                        20,
                        1000,
                        4 * rounds,
                        SIMULATED_GAP,
                        Map.of(SMALL, SIMULATED_SMALL)),
                new FlexFetchSetting(
                        "table-iii",
                        "Table III: small jobs, and now and then one that shuffles",
                        new FlexFetchCluster(5, 10, 100 * FlexFetchCluster.MEGABIT),
                        seed -> FlexFetchJobs.cardinal(new FlexFetchJobs.Cardinal(
                                FlexFetchJobs.Cardinal.USUAL.small() * rounds,
                                FlexFetchJobs.Cardinal.USUAL.gapSeconds(),
                                FlexFetchJobs.Cardinal.USUAL.largeGapSeconds(),
                                FlexFetchCluster.BLOCK_BYTES)),
                        bins(1, 2),
                        bins(3, 3),
                        bins(3, 3),
                        Map.of()));
    }

    private static FlexFetchSetting tableII(
            String key,
            String text,
            int racks,
            int hostsOfRack,
            double megabits,
            int rounds,
            double gapSeconds,
            Map<String, Double> paper) {
        return new FlexFetchSetting(
                key,
                text,
                new FlexFetchCluster(racks, hostsOfRack, megabits * FlexFetchCluster.MEGABIT),
                seed -> FlexFetchJobs.macro(
                        new FlexFetchJobs.Macro(rounds, gapSeconds, FlexFetchCluster.BLOCK_BYTES), seed),
                bins(1, 5),
                bins(6, 10),
                List.of("bin-6", "bin-9"),
                paper);
    }

    private static List<String> bins(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(bin -> "bin-" + bin).toList();
    }

    private List<String> bins() {
        List<String> all = new ArrayList<>(small);
        all.addAll(large);
        return all;
    }

    /** In the order of {@link #METRICS}; shares are of the baseline's run with the same seed. */
    private List<Double> values(BinMeans own, BinMeans base) {
        return List.of(
                own.ofBins(small, base),
                own.ofBins(bins(), base),
                own.ofJobs(small, base),
                own.ofJobs(bins(), base),
                own.ofBins(shuffling, base),
                own.inTime(),
                own.wasted(),
                own.requests().rightShare());
    }

    /** @param runs by contender, of each seed; those of the baseline first */
    ExperimentTable table(List<FlexFetchContender> contenders, List<List<BinMeans>> runs) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            FlexFetchContender contender = contenders.get(i);
            List<List<Double>> seeds = new ArrayList<>();
            for (int seed = 0; seed < runs.get(i).size(); seed++) {
                seeds.add(values(runs.get(i).get(seed), runs.get(0).get(seed)));
            }
            Map<String, Cell> cells = new HashMap<>();
            for (int metric = 0; metric < METRICS.size(); metric++) {
                int at = metric;
                String key = METRICS.get(metric).key();
                List<Double> values = seeds.stream().map(each -> each.get(at)).toList();
                double published = contender.isThePapers()
                        ? paper.getOrDefault(key, Double.NaN)
                        : i == 0 && paper.containsKey(key) ? 1 : Double.NaN;
                if (values.stream().allMatch(Double::isFinite)) {
                    cells.put(key, new Cell(values, published));
                }
            }
            rows.add(new Row(contender.name(), contender.kind(), contender.meaning(), cells));
        }
        return new ExperimentTable(key, text + "; " + site.text(), METRICS, rows);
    }
}
