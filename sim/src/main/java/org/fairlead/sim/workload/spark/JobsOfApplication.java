// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;

/**
 * Makes jobs of what an application did. Spark's jobs of one SQL query are one job: with adaptive execution, Spark runs each exchange of a
 * query as a job of its own. A stage that was skipped because its data set had been made before stands for the stage that made it, when
 * that one is part of the same job; else what was fetched from it is read as blocks. A stage also waits for those of its query that had
 * ended before its own Spark job was submitted: so do broadcasts.
 */
final class JobsOfApplication {
    /** Below so many bytes for a task, its processor time is taken to have nothing to do with them. */
    private static final double FEWEST_BYTES = 1024;

    private final Application application;
    private final String prefix;
    private final long startMillis;
    private final Map<Integer, StageSeen> makers = new TreeMap<>();

    /**
     * @param prefix of the names of its jobs
     * @param startMillis when the workload begins
     */
    JobsOfApplication(Application application, String prefix, long startMillis) {
        this.application = application;
        this.prefix = prefix;
        this.startMillis = startMillis;
        application.stages().values().stream()
                .filter(stage -> stage.ran() && stage.dataSet >= 0)
                .forEach(stage -> makers.putIfAbsent(stage.dataSet, stage));
    }

    List<Job> jobs() {
        Map<String, List<StageSeen>> groups = new LinkedHashMap<>();
        for (StageSeen stage : application.stages().values()) {
            if (stage.ran()) {
                groups.computeIfAbsent(name(application.jobs().get(stage.job)), unused -> new ArrayList<>())
                        .add(stage);
            }
        }
        List<Job> jobs = new ArrayList<>();
        groups.forEach((name, stages) -> jobs.add(job(name, stages)));
        jobs.sort(Comparator.comparingDouble(Job::submitSeconds));
        return jobs;
    }

    private String name(JobSeen job) {
        return prefix + (job.query().isEmpty() ? "job-" + job.id() : "sql-" + job.query());
    }

    private Job job(String name, List<StageSeen> seen) {
        JobSeen first = seen.stream()
                .map(stage -> application.jobs().get(stage.job))
                .min(Comparator.comparingLong(JobSeen::submitMillis))
                .orElseThrow();
        Map<Integer, Integer> places = new TreeMap<>();
        List<Stage> stages = new ArrayList<>();
        for (StageSeen stage : seen) {
            stages.add(stage(stage, stages, places, seen));
            places.put(stage.id, stages.size() - 1);
        }
        return new Job(
                name,
                first.query().isEmpty() ? "spark" : "sql",
                first.pool(),
                Math.max(0, first.submitMillis() - startMillis) / 1e3,
                stages);
    }

    private Stage stage(StageSeen seen, List<Stage> before, Map<Integer, Integer> places, List<StageSeen> siblings) {
        List<Integer> parents = new ArrayList<>();
        boolean shuffles = false;
        for (int parent : seen.parents) {
            Integer place = places.get(maker(parent));
            if (place != null && !parents.contains(place)) {
                parents.add(place);
                shuffles |= before.get(place).output() instanceof Output.Shuffle;
            }
        }
        boolean fetches = shuffles && seen.shuffleReadBytes >= seen.readBytes;
        addEarlier(seen, fetches, before, places, siblings, parents);
        long bytes = seen.readBytes + seen.shuffleReadBytes;
        Input input = bytes > 0 ? new Input.Blocks(bytes) : new Input.None();
        double basis = fetches ? seen.shuffleReadBytes : bytes > 0 ? bytes : seen.writtenBytes;
        boolean byBytes = basis >= FEWEST_BYTES * seen.tasks();
        return new Stage(
                seen.tasks(),
                fetches ? new Input.Shuffle(seen.parts()) : input,
                byBytes ? seen.computeSeconds / basis : 0,
                (seen.startSeconds + (byBytes ? 0 : seen.computeSeconds)) / seen.tasks(),
                output(seen),
                parents.stream().sorted().toList(),
                List.of(),
                List.of());
    }

    private static Output output(StageSeen seen) {
        if (seen.makesShuffle) {
            return new Output.Shuffle(seen.shuffleWrittenBytes);
        }
        return seen.writtenBytes > 0 ? new Output.Files(seen.writtenBytes, 0, 0) : new Output.None();
    }

    /** The stage that made what this one stands for. */
    private int maker(int stage) {
        StageSeen seen = application.stages().get(stage);
        if (seen == null || seen.ran()) {
            return stage;
        }
        StageSeen maker = makers.get(seen.dataSet);
        return maker == null ? stage : maker.id;
    }

    /** One that fetches would read what any parent shuffles: for it, only parents that shuffle nothing may be added. */
    private void addEarlier(
            StageSeen seen,
            boolean fetches,
            List<Stage> before,
            Map<Integer, Integer> places,
            List<StageSeen> siblings,
            List<Integer> parents) {
        long submitted = application.jobs().get(seen.job).submitMillis();
        for (StageSeen earlier : siblings) {
            Integer place = places.get(earlier.id);
            if (place != null
                    && application.jobs().get(earlier.job).endMillis() <= submitted
                    && !(fetches && before.get(place).output() instanceof Output.Shuffle)
                    && !parents.contains(place)) {
                parents.add(place);
            }
        }
    }
}
