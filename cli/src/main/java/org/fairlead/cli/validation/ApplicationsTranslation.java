// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.workload.Applications;
import org.fairlead.testbed.workload.driver.TpchQueries;

/**
 * Decides what jobs of several applications at the same time are for the simulator: a job for each, submitted when the testbed starts it, in its
 * application and pool. Their input lies in the file system from the start, put there by the writers that the testbed draws.
 */
final class ApplicationsTranslation {
    private static final String METRIC = "job_time[%s]";
    private static final String DEFAULT_POOL = "default";

    private final Applications step;
    private final Constants constants;
    private final SparkWork spark;
    private final SparkStages stages;
    private final List<String> writers;
    private final List<Workload.StoredFile> files = new ArrayList<>();

    private ApplicationsTranslation(Scenario scenario, Applications step, Constants constants, SparkWork spark) {
        ClusterLayout layout = ClusterRoles.layout(scenario.topology(), scenario.workers());
        this.step = step;
        this.constants = constants;
        this.spark = spark;
        stages = new SparkStages(scenario, constants, spark, layout);
        writers = step.writers().choose(layout.dataNodes(), new Random(scenario.seed()));
    }

    /** @throws IllegalArgumentException when the step is not the scenario's only one, or does not keep its input */
    static SimulatedRound of(Scenario scenario, Applications step, Constants constants, SparkWork spark) {
        if (scenario.workload().size() > 1 || !step.keep()) {
            throw new IllegalArgumentException(scenario.file()
                    + ": the simulator knows a step 'applications' with 'keep: true' and no other step beside it");
        }
        return new ApplicationsTranslation(scenario, step, constants, spark).round(scenario.name());
    }

    private SimulatedRound round(String name) {
        Map<String, SparkStages.Input> tables = tables();
        List<Job> jobs = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        for (Applications.Application application : step.applications()) {
            for (Applications.Job job : application.jobs()) {
                Job simulated = job(application.name(), job, tables);
                jobs.add(simulated);
                figures.add(new Figure(
                        METRIC.formatted(application.name()),
                        Figure.Kind.JOB,
                        simulated.name(),
                        List.of(),
                        constants.value(job.sorts() ? "application-start" : "query-start")));
            }
        }
        jobs.sort(Comparator.comparingDouble(Job::submitSeconds));
        return new SimulatedRound(new Workload(name, files, jobs), figures);
    }

    private Map<String, SparkStages.Input> tables() {
        Map<String, SparkStages.Input> tables = new LinkedHashMap<>();
        TpchQueries.tables(step.queries())
                .forEach(table -> tables.put(table, stored(table, spark.tableBytes(table, step.scale()))));
        return tables;
    }

    private SparkStages.Input stored(String name, double bytes) {
        files.add(new Workload.StoredFile(name, Math.round(bytes), step.blockBytes(), step.replication(), writers));
        return new SparkStages.Input(name, bytes, writers.size());
    }

    private Job job(String application, Applications.Job job, Map<String, SparkStages.Input> tables) {
        String name = application + "/" + job.name();
        Map<String, SparkStages.Input> inputs = new HashMap<>(tables);
        if (job.sorts()) {
            inputs.put("text", stored("text of " + name, (double) job.sortBytes()));
        }
        List<Stage> its = new ArrayList<>();
        stages.add(its, job.sorts() ? "sort" : job.query(), List.of(inputs), List.of());
        return new Job(
                name,
                job.sorts() ? "sort" : "query",
                application,
                job.pool().isEmpty() ? DEFAULT_POOL : job.pool(),
                job.start().toNanos() / 1e9,
                its);
    }
}
