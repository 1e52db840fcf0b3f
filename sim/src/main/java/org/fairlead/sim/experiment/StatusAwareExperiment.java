// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.calibration.CoordinateSearch;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;

/**
 * The experiment of the status-aware paper (M. Kawarasaki, H. Watanabe, System Status Aware Hadoop Scheduling Methods, 2015; section 6):
 * sort jobs on its two clusters under Hadoop's fair scheduler, its gates, what else is known to help, and Fairlead.
 */
public final class StatusAwareExperiment implements PublishedExperiment {
    private static final String SOURCE =
            "M. Kawarasaki, H. Watanabe, System Status Aware Hadoop Scheduling Methods, IEICE 2015, section 6";

    static final List<Metric> METRICS = List.of(
            new Metric("job_time_s", "mean job time", "s"),
            new Metric("longest_job_s", "longest", "s"),
            new Metric("shortest_job_s", "shortest", "s"),
            new Metric("map_time_s", "map", "s"),
            new Metric("reduce_time_s", "reduce", "s"));

    /** Of 16, at scale small. */
    static final int SMALL_JOBS = 4;
    /** Rates are solved at multiples of this. */
    private static final double STEP_SECONDS = 0.5;

    private static final List<String> VARIED = List.of(
            StatusAwareSetting.BASELINE, StatusAwareSetting.DISK_GATE, StatusAwareSetting.DOUBLED_SLOTS, "fairlead");

    private static final List<Double> FACTORS = List.of(0.5, 0.75, 1.0, 1.5, 2.0);
    private static final int SENSITIVITY_SEEDS = 3;
    /** Of an eighth of a constant's range: to a 64th. */
    private static final int HALVINGS = 3;

    private static final List<Double> STARTS = List.of(0.25, 0.5);

    private final Cluster lab;
    private final Cluster ec2;
    private final Batch batch;

    public StatusAwareExperiment(Cluster lab, Cluster ec2, Batch batch) {
        this.lab = lab;
        this.ec2 = ec2;
        this.batch = batch;
    }

    /** @param scale {@code small} (fewer jobs on EC2, no sensitivity) or {@code paper} */
    @Override
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        boolean small = scale.equals("small");
        List<StatusAwareSetting> settings =
                List.of(StatusAwareSetting.lab(lab), StatusAwareSetting.ec2(ec2, small ? SMALL_JOBS : 16));
        List<ExperimentTable> tables = new ArrayList<>();
        List<ExperimentResult.Sensitivity> sensitivities = new ArrayList<>();
        for (StatusAwareSetting setting : settings) {
            tables.add(table(setting, firstSeed, seeds));
        }
        if (!small) {
            for (StatusAwareSetting setting : settings) {
                sensitivities.addAll(new Sensitivities(
                                setting.key(), VARIED, FACTORS, firstSeed, Math.min(seeds, SENSITIVITY_SEEDS), batch)
                        .of(setting.constants(), (constants, contender, seed) -> {
                            StatusAwareSetting varied = setting.with(constants);
                            return one(varied, varied.contender(contender).policies(), seed)
                                    .get("job_time_s");
                        }));
            }
        }
        return new ExperimentResult(
                "status-aware",
                SOURCE,
                scale,
                firstSeed,
                seeds,
                tables,
                StatusAwareParameters.of(settings),
                sensitivities,
                StatusAwareParameters.NOTES);
    }

    /** Of both clusters, at the paper's number of jobs whatever the scale. */
    @Override
    public List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress)
            throws InterruptedException {
        List<FitTarget.Fitted> fitted = new ArrayList<>();
        for (StatusAwareSetting setting : List.of(StatusAwareSetting.lab(lab), StatusAwareSetting.ec2(ec2, 16))) {
            progress.accept(setting.key());
            List<FitTarget> aims = setting.aims();
            CoordinateSearch search = new CoordinateSearch(
                    HALVINGS,
                    STARTS,
                    constants -> FitTarget.distance(
                            aims,
                            StatusAwareSetting.BASELINE,
                            reached(setting.with(constants), aims, firstSeed, seeds)),
                    progress);
            Constants found = search.fit(setting.constants());
            FitTarget.lines(aims, StatusAwareSetting.BASELINE, reached(setting.with(found), aims, firstSeed, seeds))
                    .forEach(progress);
            fitted.add(new FitTarget.Fitted(setting.key(), found));
        }
        return fitted;
    }

    private FitTarget.Reached reached(StatusAwareSetting setting, List<FitTarget> aims, long firstSeed, int seeds) {
        List<String> names = aims.stream().map(FitTarget::contender).distinct().toList();
        List<Supplier<Map<String, Double>>> runs = new ArrayList<>();
        for (String name : names) {
            String policies = setting.contender(name).policies();
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> one(setting, policies, seed));
            }
        }
        List<Map<String, Double>> ended = batch.all(setting.key(), runs);
        return (contender, metric) -> {
            int first = names.indexOf(contender) * seeds;
            return ended.subList(first, first + seeds).stream()
                    .mapToDouble(values -> values.get(metric))
                    .average()
                    .orElseThrow();
        };
    }

    private ExperimentTable table(StatusAwareSetting setting, long firstSeed, int seeds) {
        List<StatusAwareSetting.Contender> contenders = setting.contenders();
        List<Supplier<Map<String, Double>>> runs = new ArrayList<>();
        for (StatusAwareSetting.Contender contender : contenders) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> one(setting, contender.policies(), seed));
            }
        }
        List<Map<String, Double>> ended = batch.all(setting.key(), runs);
        List<Row> rows = new ArrayList<>();
        for (StatusAwareSetting.Contender contender : contenders) {
            int first = rows.size() * seeds;
            Map<String, Cell> cells = new HashMap<>();
            for (Metric metric : METRICS) {
                cells.put(
                        metric.key(),
                        new Cell(
                                ended.subList(first, first + seeds).stream()
                                        .map(run -> run.get(metric.key()))
                                        .toList(),
                                contender.paper().getOrDefault(metric.key(), Double.NaN)));
            }
            rows.add(new Row(contender.name(), contender.kind(), contender.meaning(), cells));
        }
        double bound = FluidBound.meanJobSeconds(setting.cluster(), setting.workload());
        rows.add(new Row(
                "bound",
                ExperimentTable.Kind.BOUND,
                "all disks, or all processors, as one that nothing disturbs, job after job",
                Map.of("job_time_s", new Cell(Collections.nCopies(seeds, bound), Double.NaN))));
        return new ExperimentTable(setting.key(), setting.text(), METRICS, rows);
    }

    static Map<String, Double> one(StatusAwareSetting setting, String policies, long seed) {
        Policies named = PolicySets.named(policies, setting.cluster().framework());
        return values(JobSimulation.run(
                setting.cluster(),
                setting.workload(),
                named.with(named.tasks().options().with(setting.gates())),
                seed,
                new JobSimulation.Options(STEP_SECONDS, false, false, 0),
                RunObserver.NONE));
    }

    static Map<String, Double> values(JobsOutcome outcome) {
        List<JobsOutcome.JobResult> jobs = outcome.jobs();
        return Map.of(
                "job_time_s",
                jobs.stream()
                        .mapToDouble(JobsOutcome.JobResult::seconds)
                        .average()
                        .orElse(Double.NaN),
                "longest_job_s",
                jobs.stream().mapToDouble(JobsOutcome.JobResult::seconds).max().orElse(Double.NaN),
                "shortest_job_s",
                jobs.stream().mapToDouble(JobsOutcome.JobResult::seconds).min().orElse(Double.NaN),
                "map_time_s",
                jobs.stream()
                        .mapToDouble(JobsOutcome.JobResult::mapSeconds)
                        .average()
                        .orElse(Double.NaN),
                "reduce_time_s",
                jobs.stream()
                        .mapToDouble(JobsOutcome.JobResult::reduceSeconds)
                        .average()
                        .orElse(Double.NaN));
    }
}
