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
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.generated.CormorantQueries;

/**
 * The experiment of Cormorant (P. Xiong, X. He, H. Hacigumus, P. Shenoy, Running Analytic Queries on MapReduce with Collaborative Software-defined Networking, section IV): TPC-H's queries,
 * one after the other, under five of its scenarios, ours and bounds.
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

    static final List<CormorantContender> CONTENDERS = List.of(
            published("default", Kind.BASELINE, "Hadoop, ECMP", "stock-hadoop", true, 17757),
            published("task/replica", Kind.PUBLISHED, "the paper's tasks and replicas, ECMP", "cormorant", true, 16043),
            published("flow", Kind.PUBLISHED, "Hadoop, the paper's paths", "flows", true, 16090),
            published("collaborative", Kind.PUBLISHED, "the paper's, together", "cormorant-network", true, 13756),
            ours("tasks", Kind.ABLATION, "our tasks and replicas, ECMP"),
            ours("tasks+flows", Kind.KNOWN, "our tasks and the paper's paths, each by itself"),
            ours("plb", Kind.KNOWN, "Hadoop, hosts that leave congested paths"),
            new CormorantContender(
                    "hedera", Kind.KNOWN, "Hadoop, Hedera's rounds", "stock[paths=hedera]", true, Double.NaN),
            new CormorantContender(
                    "paths", Kind.ABLATION, "Hadoop, our paths", "stock[paths=fairlead]", true, Double.NaN),
            ours("fairlead-network", Kind.OURS, "tasks, replicas and paths together"),
            ours("clairvoyant-tasks", Kind.BOUND, "our tasks, given the present, ECMP"),
            ours("clairvoyant-network", Kind.BOUND, "our tasks and paths, given the present"),
            published("no traffic", Kind.BOUND, "Hadoop without background flows", "stock-hadoop", false, 11191));

    private final Batch batch;

    public CormorantExperiment(Batch batch) {
        this.batch = batch;
    }

    private static CormorantContender published(
            String name, Kind kind, String meaning, String policies, boolean traffic, double paper) {
        return new CormorantContender(name, kind, meaning, policies, traffic, paper);
    }

    private static CormorantContender ours(String set, Kind kind, String meaning) {
        return new CormorantContender(set, kind, meaning, set, true, Double.NaN);
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
        Map<String, List<double[]>> runs = runs(CONTENDERS, queries, size, conditions, firstSeed, seeds);
        boolean whole = queries.equals(all()) && size == 1;
        ExperimentTable totals = CormorantTables.totals(CONTENDERS, runs, whole);
        List<String> varied = List.of("default", "collaborative", "fairlead-network");
        return new ExperimentResult(
                "cormorant",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                List.of(totals, CormorantTables.queries(CONTENDERS, runs, queries)),
                ExperimentResult.Parameter.of(SETTING, constants),
                new Sensitivities(SETTING, varied, factors, firstSeed, 1, batch)
                        .of(constants, (other, contender, seed) -> Arrays.stream(
                                        one(contender(contender), SOME, size, CormorantConditions.of(other), seed))
                                .sum()),
                CormorantNotes.of(totals));
    }

    static Constants frozen() {
        return Constants.from(Constants.resource(CormorantExperiment.class, "frozen.yaml")
                .allow(SETTING)
                .required(SETTING));
    }

    private static CormorantContender contender(String name) {
        return CONTENDERS.stream()
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
    static double[] one(
            CormorantContender contender,
            List<Integer> queries,
            double size,
            CormorantConditions conditions,
            long seed) {
        Cluster cluster = CormorantCluster.cluster(conditions, contender.traffic(), seed);
        Policies policies = PolicySets.named(contender.policies(), Cluster.Framework.HADOOP);
        double[] seconds = new double[queries.size()];
        for (int i = 0; i < seconds.length; i++) {
            long blockBytes = Math.max(1, Math.round(CormorantCluster.BLOCK_BYTES * size));
            Workload workload = CormorantQueries.workload(queries.get(i), conditions.queries(size, blockBytes));
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

    /**
     * What the paper does not say, fitted to its totals of the published scenarios. Ours is not run for it.
     *
     * @param scale at {@code small} some queries stand for all
     */
    @Override
    public List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress)
            throws InterruptedException {
        List<Integer> queries = scale.equals("small") ? SOME : all();
        List<CormorantContender> published =
                CONTENDERS.stream().filter(each -> each.paperSeconds() > 0).toList();
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
