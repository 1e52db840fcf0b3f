// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.experiment.FitTarget;
import org.fairlead.sim.experiment.PublishedExperiment;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.workload.Workload;

/**
 * The experiments of FlexFetch (Z. Yu, M. Li, X. Yang, H. Zhao, X. Li, Taming Non-local Stragglers using Efficient Prefetching in MapReduce): Table II on its testbed, at a tenth of its links and on 200 machines, Table III, and
 * the link of figure 10.
 */
public final class FlexFetchExperiment implements PublishedExperiment {
    private static final String SOURCE =
            "Z. Yu, M. Li, X. Yang, H. Zhao, X. Li, Taming Non-local Stragglers using Efficient Prefetching in MapReduce";
    private static final String OURS = "ours; the paper does not say it";
    private static final int ROUNDS = 3;
    private static final String FIGURE_10 = "figure-10";

    private final Batch batch;

    public FlexFetchExperiment(Batch batch) {
        this.batch = batch;
    }

    /** @param scale at {@code small} all jobs of Table II come once, at {@code paper} three times */
    @Override
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        return of(
                scale,
                FlexFetchSetting.all(scale.equals("small") ? 1 : ROUNDS),
                FlexFetchContender.ALL,
                firstSeed,
                seeds);
    }

    ExperimentResult of(
            String scale,
            List<FlexFetchSetting> settings,
            List<FlexFetchContender> contenders,
            long firstSeed,
            int seeds) {
        List<ExperimentTable> tables = new ArrayList<>();
        for (FlexFetchSetting setting : settings) {
            tables.add(setting.table(contenders, runs(setting, contenders, firstSeed, seeds)));
        }
        tables.add(onOneLink(firstSeed, seeds));
        return new ExperimentResult(
                "flexfetch",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                tables,
                List.of(
                        new ExperimentResult.Parameter("", "block", "64 MiB", "Hadoop's usual, which I. A names"),
                        new ExperimentResult.Parameter("", "disk", "80 MB/s", OURS),
                        new ExperimentResult.Parameter("", "slots", "2 for maps, 2 for reduces", OURS),
                        new ExperimentResult.Parameter("", "racks", "of 10 machines, and of 20", OURS),
                        new ExperimentResult.Parameter("", "prefetch memory", "256 MiB of each machine", OURS)),
                List.of(),
                FlexFetchNotes.of(tables));
    }

    /** By contender, of each seed. */
    private List<List<BinMeans>> runs(
            FlexFetchSetting setting, List<FlexFetchContender> contenders, long firstSeed, int seeds) {
        List<Supplier<BinMeans>> runs = new ArrayList<>();
        for (FlexFetchContender contender : contenders) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> {
                    Cluster cluster = setting.site().cluster(contender.free());
                    return one(cluster, setting.workload().apply(seed), contender.on(cluster), seed);
                });
            }
        }
        return byContender(batch.all(setting.key(), runs), seeds);
    }

    private static List<List<BinMeans>> byContender(List<BinMeans> runs, int seeds) {
        List<List<BinMeans>> byContender = new ArrayList<>();
        for (int first = 0; first < runs.size(); first += seeds) {
            byContender.add(runs.subList(first, first + seeds));
        }
        return byContender;
    }

    private static BinMeans one(Cluster cluster, Workload workload, Policies policies, long seed) {
        return BinMeans.of(
                JobSimulation.run(cluster, workload, policies, seed, JobSimulation.Options.EXACT, RunObserver.NONE));
    }

    private ExperimentTable onOneLink(long firstSeed, int seeds) {
        List<FlexFetchContender> contenders = FlexFetchContender.ON_ONE_LINK;
        List<Supplier<BinMeans>> runs = new ArrayList<>();
        for (FlexFetchContender contender : contenders) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> {
                    Cluster cluster = OneLink.cluster();
                    Policies policies = contender.on(cluster);
                    Policies.Fetching roomy =
                            new Policies.Fetching(policies.fetching().admission(), OneLink.MEMORY);
                    return one(cluster, OneLink.workload(), policies.with(roomy), seed);
                });
            }
        }
        List<List<BinMeans>> ended = byContender(batch.all(FIGURE_10, runs), seeds);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            List<BinMeans> own = ended.get(i);
            boolean fetches = own.get(0).fetched().requested() > 0;
            Cell inTime = new Cell(own.stream().map(BinMeans::inTime).toList(), Double.NaN);
            Map<String, Cell> times = Map.of(
                    "fetching_s", seconds(own, OneLink.FETCHING), "shuffling_s", seconds(own, OneLink.SHUFFLING));
            Map<String, Cell> all = new HashMap<>(times);
            if (fetches) {
                all.put("in_time", inTime);
            }
            rows.add(new Row(
                    contenders.get(i).name(),
                    contenders.get(i).kind(),
                    contenders.get(i).meaning(),
                    all));
        }
        return new ExperimentTable(
                FIGURE_10,
                "four fetches of 500 MB for tasks at 20 s, and from 9 s on a shuffle into the same link of 1 Gbit/s",
                List.of(
                        new Metric("fetching_s", "job that reads", "s"),
                        new Metric("shuffling_s", "job that shuffles", "s"),
                        new Metric("in_time", "in time", "")),
                rows);
    }

    private static Cell seconds(List<BinMeans> runs, String kind) {
        return new Cell(runs.stream().map(run -> run.seconds(kind)).toList(), Double.NaN);
    }

    /** @throws IllegalArgumentException always: nothing is fitted */
    @Override
    public List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress) {
        throw new IllegalArgumentException(
                "--calibrate: 'flexfetch' has no constants that are fitted; status-aware, sinbad and cormorant have");
    }
}
