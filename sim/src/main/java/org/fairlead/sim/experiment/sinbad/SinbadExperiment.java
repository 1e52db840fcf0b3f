// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.calibration.CoordinateSearch;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.experiment.FitTarget;
import org.fairlead.sim.experiment.NumberPhrases;
import org.fairlead.sim.experiment.PublishedExperiment;
import org.fairlead.sim.experiment.Sensitivities;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;

/**
 * The experiments of Sinbad (M. Chowdhury, S. Kandula, I. Stoica, Leveraging Endpoint Flexibility in Data-Intensive Clusters, SIGCOMM
 * 2013): writers on its simulated cluster and on one like its EC2 nodes, under placements that differ in nothing else.
 */
public final class SinbadExperiment implements PublishedExperiment {
    private static final String SOURCE =
            "M. Chowdhury, S. Kandula, I. Stoica, Leveraging Endpoint Flexibility in Data-Intensive Clusters, SIGCOMM 2013";
    private static final String SIMULATION = "simulation";
    private static final String EC2 = "ec2";
    private static final String BLOCK_TIME = "block_time_s";
    private static final String JOB_TIME = "job_time_s";
    /** Of an eighth of a constant's range: to a 32nd. */
    private static final int HALVINGS = 2;

    private static final List<Double> STARTS = List.of(0.25, 0.5, 0.75);

    private static final double SPAN_SECONDS = 10;
    /** So long jobs are submitted while hot spots stay, for storage to become uneven. */
    private static final double PERMANENT_SECONDS = 900;
    /** Of the frozen write share: what writers behind hot spots that stay can still send. */
    private static final double PERMANENT_WRITES = 0.5;

    private static final double VARIED_FOR = 0.5;

    static final List<Metric> METRICS = List.of(
            new Metric(BLOCK_TIME, "block", "s"),
            new Metric("block_time_by_bytes_s", "by bytes", "s"),
            new Metric(JOB_TIME, "job", "s"),
            new Metric("dfs_gain", "DFS gain", ""),
            new Metric("dfs_gain_by_bytes", "by bytes", ""),
            new Metric("job_gain", "job gain", ""),
            new Metric("network_variation", "network cv", ""),
            new Metric("storage_over_random", "storage", ""));

    static final List<Contender> CONTENDERS = List.of(
            new Contender("random", Kind.BASELINE, "HDFS's default: targets at random", "random", false),
            new Contender("sinbad", Kind.PUBLISHED, "the paper's rule: the least-loaded link", "sinbad", false),
            new Contender("fairlead", Kind.OURS, "the widest pipeline, own transfers told apart", "fairlead", false),
            new Contender(
                    "clairvoyant", Kind.BOUND, "Fairlead's search, given the present loads", "clairvoyant", false),
            new Contender("empty network", Kind.BOUND, "a network that never limits", "random", true));

    private final Batch batch;

    /** @param unlimited whether its network never limits */
    record Contender(String name, Kind kind, String meaning, String placer, boolean unlimited) {
        /** Task choice is stock's for all, without second attempts, so that placement alone differs. */
        Policies policies() {
            return Policies.of(name, "stock-hadoop", placer, "stock");
        }
    }

    /**
     * A table's place, conditions and the paper's figures.
     *
     * @param dfs gain of the published rule; NaN where the paper has none
     * @param jobs the same
     */
    record Setting(
            String key,
            String text,
            SinbadCluster site,
            Constants constants,
            List<Contender> contenders,
            double dfs,
            double jobs) {
        SinbadConditions conditions() {
            return SinbadConditions.of(constants);
        }
    }

    public SinbadExperiment(Batch batch) {
        this.batch = batch;
    }

    /** @param scale {@code small} or {@code paper} */
    @Override
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        boolean small = scale.equals("small");
        return of(
                scale,
                small ? SinbadCluster.smallSimulation() : SinbadCluster.simulation(),
                SinbadCluster.ec2(),
                small ? PERMANENT_SECONDS / 3 : PERMANENT_SECONDS,
                frozen(SIMULATION),
                frozen(EC2),
                small ? List.of(0.5, 1.0, 1.5) : List.of(0.5, 0.75, 1.0, 1.25, 1.5),
                firstSeed,
                seeds);
    }

    ExperimentResult of(
            String scale,
            SinbadCluster site,
            SinbadCluster ec2Site,
            double permanentSeconds,
            Constants simulation,
            Constants ec2,
            List<Double> factors,
            long firstSeed,
            int seeds) {
        List<ExperimentTable> tables = new ArrayList<>();
        for (Setting setting : settings(site, simulation, ec2Site, ec2, permanentSeconds)) {
            tables.add(table(setting, firstSeed, seeds));
        }
        List<ExperimentResult.Parameter> parameters = new ArrayList<>();
        parameters.addAll(ExperimentResult.Parameter.of(SIMULATION, simulation));
        parameters.addAll(ExperimentResult.Parameter.of(EC2, ec2));
        SinbadCluster varied = site.submitting(VARIED_FOR * site.submitSeconds());
        List<String> contenders = List.of("random", "sinbad", "fairlead");
        return new ExperimentResult(
                "sinbad",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                tables,
                parameters,
                new Sensitivities(SIMULATION, contenders, factors, firstSeed, 1, batch)
                        .of(simulation, (constants, contender, seed) -> one(
                                        varied, SinbadConditions.of(constants), contender(contender), seed)
                                .blockSeconds()),
                SinbadNotes.of(tables.get(0)));
    }

    static Constants frozen(String setting) {
        return Constants.from(Constants.resource(SinbadExperiment.class, "frozen.yaml")
                .allow(SIMULATION, EC2)
                .required(setting));
    }

    private static Contender contender(String name) {
        return CONTENDERS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The constants of the simulation and of EC2 anew, fitted to what the published rule gains over random placement. Nothing else is run for it.
     *
     * @param scale as for {@link #run}
     */
    @Override
    public List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress)
            throws InterruptedException {
        SinbadCluster site = scale.equals("small") ? SinbadCluster.smallSimulation() : SinbadCluster.simulation();
        List<FitTarget.Fitted> fitted = new ArrayList<>();
        for (Setting setting : settings(site, frozen(SIMULATION), SinbadCluster.ec2(), frozen(EC2), 1)
                .subList(0, 2)) {
            progress.accept(setting.key());
            // Gains are compared as times: 1 / gain.
            List<FitTarget> aims = List.of(
                    new FitTarget("sinbad", BLOCK_TIME, true, 1 / setting.dfs(), 1),
                    new FitTarget("sinbad", JOB_TIME, true, 1 / setting.jobs(), 1));
            CoordinateSearch search = new CoordinateSearch(
                    HALVINGS,
                    STARTS,
                    constants -> FitTarget.distance(aims, "random", reached(setting, constants, firstSeed, seeds)),
                    progress);
            Constants found = search.fit(setting.constants());
            FitTarget.lines(aims, "random", reached(setting, found, firstSeed, seeds))
                    .forEach(progress);
            fitted.add(new FitTarget.Fitted(setting.key(), found));
        }
        return fitted;
    }

    private FitTarget.Reached reached(Setting setting, Constants constants, long firstSeed, int seeds) {
        List<String> names = List.of("random", "sinbad");
        List<Supplier<SinbadMeasures>> runs = new ArrayList<>();
        for (String name : names) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> one(setting.site(), SinbadConditions.of(constants), contender(name), seed));
            }
        }
        List<SinbadMeasures> ended = batch.all(setting.key(), runs);
        return (contender, metric) -> {
            int first = names.indexOf(contender) * seeds;
            return ended.subList(first, first + seeds).stream()
                    .mapToDouble(each -> metric.equals(BLOCK_TIME) ? each.blockSeconds() : each.jobSeconds())
                    .average()
                    .orElseThrow();
        };
    }

    private static List<Setting> settings(
            SinbadCluster site, Constants simulation, SinbadCluster ec2Site, Constants ec2, double permanentSeconds) {
        Constants stay = simulation
                .with(SinbadConditions.HOT_SECONDS, Double.POSITIVE_INFINITY)
                .with(SinbadConditions.WRITE_SHARE, PERMANENT_WRITES * simulation.value(SinbadConditions.WRITE_SHARE));
        SinbadCluster permanent = SinbadCluster.smallSimulation().submitting(permanentSeconds);
        return List.of(
                new Setting(SIMULATION, text(site), site, simulation, CONTENDERS, 1.79, 1.39),
                new Setting(
                        EC2,
                        text(ec2Site) + "; the hosts' own links are the hot ones",
                        ec2Site,
                        ec2,
                        CONTENDERS,
                        1.60,
                        1.26),
                new Setting(
                        "permanent",
                        text(permanent) + ", half as many of them; hot spots stay, for what storage comes to",
                        permanent,
                        stay,
                        CONTENDERS.subList(0, 3),
                        Double.NaN,
                        Double.NaN));
    }

    private static String text(SinbadCluster site) {
        return site.racks() * site.hostsOfRack() + " machines in " + site.racks() + " racks, "
                + NumberPhrases.text(site.oversubscription()) + " : 1, jobs submitted for "
                + NumberPhrases.text(site.submitSeconds()) + " s";
    }

    private ExperimentTable table(Setting setting, long firstSeed, int seeds) {
        List<Supplier<SinbadMeasures>> runs = new ArrayList<>();
        for (Contender contender : setting.contenders()) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> one(setting.site(), setting.conditions(), contender, seed));
            }
        }
        List<SinbadMeasures> ended = batch.all(setting.key(), runs);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < setting.contenders().size(); i++) {
            Contender contender = setting.contenders().get(i);
            List<SinbadMeasures> own = ended.subList(i * seeds, (i + 1) * seeds);
            rows.add(row(setting, contender, own, ended.subList(0, seeds)));
        }
        return new ExperimentTable(setting.key(), setting.text(), METRICS, rows);
    }

    private static Row row(Setting setting, Contender contender, List<SinbadMeasures> own, List<SinbadMeasures> base) {
        boolean published = contender.kind() == Kind.PUBLISHED;
        List<List<Double>> columns = new ArrayList<>();
        METRICS.forEach(metric -> columns.add(new ArrayList<>()));
        for (int seed = 0; seed < own.size(); seed++) {
            List<Double> values = values(own.get(seed), base.get(seed));
            for (int metric = 0; metric < values.size(); metric++) {
                columns.get(metric).add(values.get(metric));
            }
        }
        Map<String, Cell> cells = new HashMap<>();
        for (int metric = 0; metric < METRICS.size(); metric++) {
            String key = METRICS.get(metric).key();
            if (contender.unlimited() && key.equals("network_variation")) {
                continue;
            }
            double paper = !published
                    ? Double.NaN
                    : key.equals("dfs_gain") ? setting.dfs() : key.equals("job_gain") ? setting.jobs() : Double.NaN;
            cells.put(key, new Cell(columns.get(metric), paper));
        }
        return new Row(contender.name(), contender.kind(), contender.meaning(), cells);
    }

    /** In the order of {@link #METRICS}; gains are above 1 when a run is better than random placement with the same seed. */
    static List<Double> values(SinbadMeasures own, SinbadMeasures base) {
        return List.of(
                own.blockSeconds(),
                own.byteSeconds(),
                own.jobSeconds(),
                base.blockSeconds() / own.blockSeconds(),
                base.byteSeconds() / own.byteSeconds(),
                base.jobSeconds() / own.jobSeconds(),
                own.variation(),
                own.storageDeviation() / base.storageDeviation());
    }

    static SinbadMeasures one(SinbadCluster site, SinbadConditions conditions, Contender contender, long seed) {
        Cluster cluster = site.cluster(conditions, seed, contender.unlimited());
        JobsOutcome outcome = JobSimulation.run(
                cluster,
                site.workload(conditions, seed),
                contender.policies(),
                seed,
                new JobSimulation.Options(0, false, false, SPAN_SECONDS),
                RunObserver.NONE);
        return SinbadMeasures.of(outcome, site.hotLinks(cluster.topology()), site.submitSeconds());
    }
}
