// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.fairlead.core.chance.Draw;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.calibration.CoordinateSearch;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.FitTarget;
import org.fairlead.sim.experiment.PublishedExperiment;
import org.fairlead.sim.experiment.Sensitivities;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.CormorantQueries;

/**
 * The experiment of Cormorant (P. Xiong, X. He, H. Hacigumus, P. Shenoy, Running Analytic Queries on MapReduce with Collaborative Software-defined Networking, section IV): TPC-H's queries,
 * one after the other, under five of its scenarios, ours and bounds. On other networks ({@link CormorantNetwork}) queries of many users arrive while others run.
 */
public final class CormorantExperiment implements PublishedExperiment {
    private static final String SOURCE =
            "P. Xiong, X. He, H. Hacigumus, P. Shenoy, Cormorant: Running Analytic Queries on MapReduce with"
                    + " Collaborative Software-defined Networking";
    static final String SETTING = "section-iv";
    static final String TOTAL = "total_s";
    static final String REMOVED = "cost_removed";
    private static final int HALVINGS = 1;
    /** Those of the testbed's scenario. */
    private static final List<Integer> SOME = List.of(1, 3, 5, 9, 18, 21);

    private static final JobSimulation.Options PAIRS_APART = new JobSimulation.Options(0, true, false, 0);
    /** On networks that are not the paper's: queries of an eighth of its size, one at a time for each eight hosts if each took {@value #SECONDS_OF_EIGHT} s. */
    private static final double SIZE_OF_EIGHT = 0.125;

    private static final double SECONDS_OF_EIGHT = 120;
    private static final int LEAST_QUERIES = 6;

    private final Batch batch;
    private final CormorantSetting setting;

    public CormorantExperiment(Batch batch, CormorantSetting setting) {
        this.batch = batch;
        this.setting = setting;
    }

    @Override
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        boolean small = scale.equals("small");
        return of(
                scale,
                small ? SOME : all(),
                1,
                frozen(),
                small ? List.of(0.5, 1.0, 1.5) : List.of(0.5, 0.75, 1.0, 1.25, 1.5),
                firstSeed,
                seeds);
    }

    static List<Integer> all() {
        return IntStream.rangeClosed(1, CormorantQueries.COUNT).boxed().toList();
    }

    ExperimentResult of(
            String scale,
            List<Integer> queries,
            double size,
            Constants constants,
            List<Double> factors,
            long firstSeed,
            int seeds) {
        CormorantConditions conditions = CormorantConditions.of(constants);
        Map<String, List<double[]>> runs = runs(setting.contenders(), queries, size, conditions, firstSeed, seeds);
        boolean whole = queries.equals(all()) && size == 1;
        List<ExperimentTable> tables = new ArrayList<>();
        tables.add(CormorantTables.totals(setting, runs, whole));
        if (setting.network().isThePapers()) {
            tables.add(CormorantTables.queries(setting.contenders(), runs, queries));
        }
        return new ExperimentResult(
                "cormorant",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                tables,
                ExperimentResult.Parameter.of(setting.network().key(), constants),
                setting.equals(CormorantSetting.PAPER) ? sensitivities(constants, size, factors, firstSeed) : List.of(),
                CormorantNotes.of(tables.get(0), setting.isThePapers()));
    }

    private List<ExperimentResult.Sensitivity> sensitivities(
            Constants constants, double size, List<Double> factors, long seed) {
        List<String> varied = List.of("default", "collaborative", "fairlead-network");
        return new Sensitivities(SETTING, varied, factors, seed, 1, batch)
                .of(constants, (other, name, one) -> Arrays.stream(
                                one(contender(name), SOME, size, CormorantConditions.of(other), one))
                        .sum());
    }

    static Constants frozen() {
        return Constants.from(Constants.resource(CormorantExperiment.class, "frozen.yaml")
                .allow(SETTING)
                .required(SETTING));
    }

    private CormorantContender contender(String name) {
        return setting.contenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** By contender, of each seed the seconds of each query. */
    private Map<String, List<double[]>> runs(
            List<CormorantContender> contenders,
            List<Integer> queries,
            double size,
            CormorantConditions conditions,
            long firstSeed,
            int seeds) {
        List<Supplier<double[]>> runs = new ArrayList<>();
        for (CormorantContender contender : contenders) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> one(contender, queries, size, conditions, seed));
            }
        }
        List<double[]> ended = batch.all(SETTING, runs);
        Map<String, List<double[]>> byContender = new HashMap<>();
        for (int i = 0; i < contenders.size(); i++) {
            byContender.put(contenders.get(i).name(), ended.subList(i * seeds, (i + 1) * seeds));
        }
        return byContender;
    }

    /** Seconds of each query; the paths of background flows are those of the seed, for all queries and contenders. */
    private double[] one(
            CormorantContender contender,
            List<Integer> queries,
            double size,
            CormorantConditions conditions,
            long seed) {
        Cluster cluster =
                CormorantCluster.cluster(setting.network(), setting.replicas(), conditions, contender.traffic(), seed);
        Policies policies = PolicySets.named(contender.policies(), Cluster.Framework.HADOOP);
        if (!setting.network().isThePapers()) {
            Workload together = together(queries.size() == CormorantQueries.COUNT, size, conditions, seed);
            return JobSimulation.run(cluster, together, policies, seed, PAIRS_APART, RunObserver.NONE).jobs().stream()
                    .mapToDouble(JobsOutcome.JobResult::seconds)
                    .toArray();
        }
        double[] seconds = new double[queries.size()];
        for (int i = 0; i < seconds.length; i++) {
            Workload workload = CormorantQueries.workload(queries.get(i), conditions.queries(size, blockBytes(size)));
            seconds[i] = JobSimulation.run(
                            cluster,
                            workload,
                            policies,
                            Draw.mixed(seed, queries.get(i)),
                            PAIRS_APART,
                            RunObserver.NONE)
                    .endSeconds();
        }
        return seconds;
    }

    private static long blockBytes(double size) {
        return Math.max(1, Math.round(CormorantCluster.BLOCK_BYTES * size));
    }

    private Workload together(boolean all, double size, CormorantConditions conditions, long seed) {
        double eights = setting.network().topology().hosts().size() / 8.0;
        int count = (int) Math.max(all ? CormorantQueries.COUNT : LEAST_QUERIES, all ? eights : eights / 4);
        return CormorantQueries.together(
                count, SECONDS_OF_EIGHT / eights, conditions.queries(SIZE_OF_EIGHT * size, blockBytes(size)), seed);
    }

    /**
     * What the paper does not say, fitted to its totals of the published scenarios. Ours is not run for it.
     *
     * @param scale at {@code small} some queries stand for all
     */
    @Override
    public List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress)
            throws InterruptedException {
        List<Integer> queries = scale.equals("small") ? SOME : all();
        if (!setting.isThePapers()) {
            throw new IllegalArgumentException("constants are fitted to figure 6: to " + SETTING + " with one replica");
        }
        List<CormorantContender> published = CormorantContender.ALL.stream()
                .filter(each -> each.paperSeconds() > 0)
                .toList();
        List<FitTarget> aims = new ArrayList<>();
        for (CormorantContender contender : published) {
            boolean isBase = contender.kind() == Kind.BASELINE;
            double paper = isBase
                    ? contender.paperSeconds()
                    : contender.paperSeconds() / published.get(0).paperSeconds();
            aims.add(new FitTarget(contender.name(), TOTAL, !isBase, paper, 1));
        }
        CoordinateSearch search = new CoordinateSearch(
                HALVINGS,
                List.of(),
                constants ->
                        FitTarget.distance(aims, "default", reached(published, queries, constants, firstSeed, seeds)),
                progress);
        Constants found = search.fit(frozen());
        FitTarget.lines(aims, "default", reached(published, queries, found, firstSeed, seeds))
                .forEach(progress);
        return List.of(new FitTarget.Fitted(SETTING, found));
    }

    private FitTarget.Reached reached(
            List<CormorantContender> published, List<Integer> queries, Constants constants, long firstSeed, int seeds) {
        Map<String, List<double[]>> runs =
                runs(published, queries, 1, CormorantConditions.of(constants), firstSeed, seeds);
        double share = (double) CormorantQueries.COUNT / queries.size();
        return (contender, metric) -> share
                * runs.get(contender).stream()
                        .mapToDouble(each -> Arrays.stream(each).sum())
                        .average()
                        .orElseThrow();
    }
}
