// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Workload;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.WorkModel.ApplicationJob;

/**
 * Decides what jobs of one or several applications are for the simulator: a job for each, submitted when the testbed starts it, in its
 * application and pool. Their input lies in the file system from the start, put there by the writers that the testbed draws.
 */
final class ApplicationsTranslation {
    private static final String METRIC = "job_time";
    /** By how many bytes a text exceeds its size at most, since it ends with a whole line. */
    private static final int LINE = 64;

    private static final String DEFAULT_POOL = "default";

    private final GeneratedInput input;
    private final List<String> writers;
    private final Constants constants;
    private final SparkStages stages;
    private final Map<String, SparkStages.Input> tables = new LinkedHashMap<>();
    private final List<Workload.StoredFile> files = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();

    ApplicationsTranslation(
            GeneratedInput input, List<String> writers, Constants constants, SparkWork spark, SparkStages stages) {
        this.input = input;
        this.writers = writers;
        this.constants = constants;
        this.stages = stages;
        input.tables().forEach(table -> tables.put(table, stored(table, spark.tableBytes(table, input.scale()))));
    }

    /** By their start. */
    List<Job> jobs(List<ApplicationJob> jobs) {
        List<Job> simulated = new ArrayList<>();
        jobs.forEach(job -> simulated.add(job(job)));
        simulated.sort(Comparator.comparingDouble(Job::submitSeconds));
        return simulated;
    }

    List<Workload.StoredFile> files() {
        return files;
    }

    List<Figure> figures() {
        return figures;
    }

    private SparkStages.Input stored(String name, double bytes) {
        files.add(new Workload.StoredFile(name, Math.round(bytes), input.blockBytes(), input.replication(), writers));
        return new SparkStages.Input(name, bytes, writers.size());
    }

    /** What a text of whole blocks has beyond them is a block of its own, with a task of its own: that counts where jobs have few. */
    private double lineEnds() {
        return (double) LINE * writers.size();
    }

    private Job job(ApplicationJob job) {
        boolean isMix = job.application().isEmpty();
        String name = isMix ? job.name() : job.application() + "/" + job.name();
        Map<String, SparkStages.Input> read = new HashMap<>(tables);
        job.text()
                .ifPresent(text -> read.put(
                        SparkWork.TEXT,
                        stored("text of " + name, (double) input.texts().get(text) + (isMix ? lineEnds() : 0))));
        List<Stage> its = new ArrayList<>();
        stages.add(its, job.work(), List.of(read), List.of());
        double besides = constants.value(job.text().isPresent() ? "application-start" : "query-start");
        figures.add(
                new Figure(METRIC + "[" + name.replaceAll("/.*", "") + "]", Figure.Kind.JOB, name, List.of(), besides));
        if (isMix) {
            figures.add(new Figure(METRIC, Figure.Kind.JOB, name, List.of(), besides));
        }
        return new Job(
                name,
                job.text().isPresent() ? job.work() : "query",
                job.application(),
                job.pool().isEmpty() ? DEFAULT_POOL : job.pool(),
                job.startSeconds(),
                its);
    }
}
