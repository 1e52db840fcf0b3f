package org.fairlead.sim.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.engine.Watcher;
import org.fairlead.sim.experiment.ExperimentTable.Cell;
import org.fairlead.sim.experiment.ExperimentTable.Metric;
import org.fairlead.sim.experiment.ExperimentTable.Row;
import org.fairlead.sim.jobs.JobSimulation;
import org.fairlead.sim.jobs.JobsOutcome;
import org.fairlead.sim.jobs.PolicySets;
import org.fairlead.sim.workload.Workload;

/**
 * The experiment of the status-aware paper (M. Kawarasaki, H. Watanabe, System Status Aware Hadoop Scheduling Methods, 2015; section 6):
 * sort jobs on its two clusters under Hadoop's fair scheduler, its gates, what else is known to help, and Fairlead.
 */
public final class StatusAwareExperiment {
    private static final String SOURCE =
            "M. Kawarasaki, H. Watanabe, System Status Aware Hadoop Scheduling Methods, IEICE 2015, section 6";

    static final List<Metric> METRICS = List.of(
            new Metric("job_time_s", "mean job time", "s"),
            new Metric("longest_job_s", "longest", "s"),
            new Metric("shortest_job_s", "shortest", "s"),
            new Metric("map_time_s", "map", "s"),
            new Metric("reduce_time_s", "reduce", "s"));

    private final Cluster lab;
    private final Cluster ec2;
    private final Batch batch;

    public StatusAwareExperiment(Cluster lab, Cluster ec2, Batch batch) {
        this.lab = lab;
        this.ec2 = ec2;
        this.batch = batch;
    }

    /** @param scale {@code small} or {@code paper} */
    public ExperimentResult run(String scale, long firstSeed, int seeds) {
        List<ExperimentTable> tables = new ArrayList<>();
        for (StatusAwareSetting setting : List.of(StatusAwareSetting.lab(lab), StatusAwareSetting.ec2(ec2))) {
            tables.add(table(setting, firstSeed, seeds));
        }
        return new ExperimentResult(
                "status-aware", SOURCE, scale, firstSeed, seeds, tables, List.of(), List.of(), List.of());
    }

    private ExperimentTable table(StatusAwareSetting setting, long firstSeed, int seeds) {
        List<Supplier<Map<String, Double>>> runs = new ArrayList<>();
        for (StatusAwareSetting.Contender contender : setting.contenders()) {
            for (int i = 0; i < seeds; i++) {
                long seed = firstSeed + i;
                runs.add(() -> one(setting.cluster(), setting.workload(), contender.policies(), seed));
            }
        }
        List<Map<String, Double>> ended = batch.all(setting.key(), runs);
        List<Row> rows = new ArrayList<>();
        for (StatusAwareSetting.Contender contender : setting.contenders()) {
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
        return new ExperimentTable(setting.key(), setting.text(), METRICS, rows);
    }

    private static Map<String, Double> one(Cluster cluster, Workload workload, String policies, long seed) {
        JobsOutcome outcome = JobSimulation.run(
                cluster,
                workload,
                PolicySets.named(policies, cluster.framework()),
                seed,
                JobSimulation.Options.EXACT,
                Watcher.NONE);
        return values(outcome);
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
