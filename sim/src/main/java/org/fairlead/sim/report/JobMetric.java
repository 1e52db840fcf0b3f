// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.fairlead.sim.jobs.outcome.JobsOutcome.JobResult;

/** What of a run of jobs is compared; less is better. All in seconds. */
enum JobMetric {
    JOB_TIME("job_time", "job time", "from a job's submission to its end"),
    MAP_TIME("map_time", "map task time", "mean of a job's tasks that read blocks"),
    REDUCE_TIME("reduce_time", "reduce task time", "mean of a job's tasks that read shuffles"),
    BLOCK_WRITE_TIME(
            "block_write_time",
            "block write time",
            "from the set-up of a block's pipeline until it is complete on all its hosts"),
    MAKESPAN("makespan", "makespan", "from the first submission to the end of the last job");

    private final String key;
    private final String title;
    private final String meaning;

    JobMetric(String key, String title, String meaning) {
        this.key = key;
        this.title = title;
        this.meaning = meaning;
    }

    /** Its name in JSON. */
    String key() {
        return key;
    }

    String title() {
        return title;
    }

    String meaning() {
        return meaning;
    }

    /** The samples of one run, in the order in which they are there; whatever has none is left out. */
    double[] samples(JobsRun run) {
        return switch (this) {
            case JOB_TIME, MAP_TIME, REDUCE_TIME -> some(run.jobs().stream().mapToDouble(this::of));
            case BLOCK_WRITE_TIME -> some(run.blockSeconds());
            case MAKESPAN -> some(DoubleStream.of(run.makespanSeconds()));
        };
    }

    /** What one job gives; not a number when it gives none. */
    double of(JobResult job) {
        return switch (this) {
            case JOB_TIME -> job.seconds();
            case MAP_TIME -> job.mapSeconds();
            case REDUCE_TIME -> job.reduceSeconds();
            case BLOCK_WRITE_TIME, MAKESPAN -> Double.NaN;
        };
    }

    private static double[] some(DoubleStream samples) {
        return samples.filter(Double::isFinite).toArray();
    }

    /** Mean of the samples of one run; not a number when there are none. */
    double mean(JobsRun run) {
        double[] samples = samples(run);
        double sum = Arrays.stream(samples).reduce(0, Double::sum);
        return samples.length == 0 ? Double.NaN : sum / samples.length;
    }
}
