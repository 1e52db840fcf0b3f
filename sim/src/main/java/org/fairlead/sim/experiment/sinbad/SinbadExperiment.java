package org.fairlead.sim.experiment.sinbad;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.Watcher;
import org.fairlead.sim.experiment.Batch;
import org.fairlead.sim.experiment.ExperimentResult;
import org.fairlead.sim.experiment.ExperimentResult.Line;
import org.fairlead.sim.experiment.ExperimentResult.Sensitivity;
import org.fairlead.sim.experiment.ExperimentTable;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.JobsOutcome;
import org.fairlead.sim.jobs.Policies;

/**
 * The experiments of Sinbad (M. Chowdhury, S. Kandula, I. Stoica, Leveraging Endpoint Flexibility in Data-Intensive Clusters, SIGCOMM
 * 2013): writers on its simulated cluster and on one like its EC2 nodes, under placements that differ in nothing else.
 */
public final class SinbadExperiment {
    private static final String SOURCE =
            "M. Chowdhury, S. Kandula, I. Stoica, Leveraging Endpoint Flexibility in Data-Intensive Clusters, SIGCOMM 2013";
    private static final double SPAN_SECONDS = 10;
    /** So long jobs are submitted while hot spots stay, for storage to become uneven. */
    private static final double PERMANENT_SECONDS = 900;
    /** Of the frozen write share: what writers behind hot spots that stay can still send. */
    private static final double PERMANENT_WRITES = 0.5;

    private static final double VARIED_FOR = 0.5;

    static final List<Metric> METRICS = List.of(
            new Metric("block_time_s", "block", "s"),
            new Metric("block_time_by_bytes_s", "by bytes", "s"),
            new Metric("job_time_s", "job", "s"),
            new Metric("dfs_gain", "DFS gain", ""),
            new Metric("dfs_gain_by_bytes", "by bytes", ""),
            new Metric("job_gain", "job gain", ""),
            new Metric("network_variation", "network cv", ""),
            new Metric("storage_over_random", "storage", ""));

    static final List<Contender> CONTENDERS = List.of(
            new Contender("random", Kind.BASELINE, "HDFS's default: targets at random", "random", false),
            new Contender("sinbad", Kind.PUBLISHED, "the paper's rule: the least-loaded link", "sinbad", false),
            new Contender("fairlead", Kind.OURS, "the widest pipeline, own transfers told apart", "fairlead", false),
            new Contender("oracle", Kind.BOUND, "Fairlead's search, told the present loads", "oracle", false),
            new Contender("empty network", Kind.BOUND, "a network that never limits", "random", true));

    private final Batch batch;

    /** @param unlimited whether its network never limits */
    record Contender(String name, Kind kind, String meaning, String placer, boolean unlimited) {
        /** Task choice is stock's for all, without second attempts, so that placement alone differs. */
        Policies policies() {
            return new Policies(name, "stock-hadoop", placer, "stock", "fifo", List.of(), "none", false, 1);
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
            Site site,
            Conditions conditions,
            List<Contender> contenders,
            double dfs,
            double jobs) {}

    public SinbadExperiment(Batch batch) {
        this.batch = batch;
    }

    /** @param scale {@code small} or {@code paper} */
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        boolean small = scale.equals("small");
        return of(
                scale,
                small ? Site.smallSimulation() : Site.simulation(),
                Site.ec2(),
                small ? PERMANENT_SECONDS / 3 : PERMANENT_SECONDS,
                Frozen.of("simulation").conditions(),
                Frozen.of("ec2").conditions(),
                small ? List.of(0.5, 1.0, 1.5) : List.of(0.5, 0.75, 1.0, 1.25, 1.5),
                firstSeed,
                seeds);
    }

    ExperimentResult of(
            String scale,
            Site site,
            Site ec2Site,
            double permanentSeconds,
            Conditions simulation,
            Conditions ec2,
            List<Double> factors,
            long firstSeed,
            int seeds) {
        List<ExperimentTable> tables = new ArrayList<>();
        for (Setting setting : settings(site, simulation, ec2Site, ec2, permanentSeconds)) {
            tables.add(table(setting, firstSeed, seeds));
        }
        List<ExperimentResult.Parameter> parameters = new ArrayList<>();
        parameters.addAll(Frozen.of("simulation").listed("simulation"));
        parameters.addAll(Frozen.of("ec2").listed("ec2"));
        Site varied = site.submitting(VARIED_FOR * site.submitSeconds());
        return new ExperimentResult(
                "sinbad",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                tables,
                parameters,
                sensitivities(varied, simulation, factors, firstSeed),
                SinbadNotes.of(tables.get(0)));
    }

    private static List<Setting> settings(
            Site site, Conditions simulation, Site ec2Site, Conditions ec2, double permanentSeconds) {
        Conditions stay = simulation
                .with(Conditions.Parameter.HOT_SECONDS, Double.POSITIVE_INFINITY)
                .with(Conditions.Parameter.WRITE_SHARE, PERMANENT_WRITES * simulation.writeShare());
        Site permanent = Site.smallSimulation().submitting(permanentSeconds);
        return List.of(
                new Setting("simulation", text(site), site, simulation, CONTENDERS, 1.79, 1.39),
                new Setting(
                        "ec2",
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

    private static String text(Site site) {
        return site.racks() * site.hostsOfRack() + " machines in " + site.racks() + " racks, "
                + Numbers.text(site.oversubscription()) + " : 1, jobs submitted for "
                + Numbers.text(site.submitSeconds()) + " s";
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

    static SinbadMeasures one(Site site, Conditions conditions, Contender contender, long seed) {
        Cluster cluster = site.cluster(conditions, seed, contender.unlimited());
        JobsOutcome outcome = JobSimulation.run(
                cluster,
                site.workload(conditions, seed),
                contender.policies(),
                seed,
                new JobSimulation.Options(0, false, false, SPAN_SECONDS),
                Watcher.NONE);
        return SinbadMeasures.of(outcome, site.hotLinks(cluster.topology()), site.submitSeconds());
    }

    private List<Sensitivity> sensitivities(Site site, Conditions frozen, List<Double> factors, long seed) {
        List<Contender> contenders = CONTENDERS.subList(0, 3);
        List<Supplier<Double>> runs = new ArrayList<>();
        // What is frozen is run once for all parameters.
        contenders.forEach(
                contender -> runs.add(() -> one(site, frozen, contender, seed).blockSeconds()));
        for (Conditions.Parameter parameter : Conditions.Parameter.values()) {
            for (double factor : factors) {
                Conditions varied = frozen.with(parameter, factor * frozen.value(parameter));
                if (factor != 1) {
                    contenders.forEach(contender ->
                            runs.add(() -> one(site, varied, contender, seed).blockSeconds()));
                }
            }
        }
        List<Double> ended = batch.all("sensitivity", runs);
        List<Sensitivity> sensitivities = new ArrayList<>();
        int next = contenders.size();
        for (Conditions.Parameter parameter : Conditions.Parameter.values()) {
            List<Double> published = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            for (double factor : factors) {
                int at = factor == 1 ? 0 : next;
                published.add(ended.get(at + 1) / ended.get(at));
                ours.add(ended.get(at + 2) / ended.get(at));
                next += factor == 1 ? 0 : contenders.size();
            }
            sensitivities.add(new Sensitivity(
                    "simulation",
                    parameter.label(),
                    parameter.unit(),
                    factors.stream()
                            .map(factor -> factor * frozen.value(parameter))
                            .toList(),
                    frozen.value(parameter),
                    List.of(
                            new Line(contenders.get(1).name(), published),
                            new Line(contenders.get(2).name(), ours))));
        }
        return sensitivities;
    }
}
