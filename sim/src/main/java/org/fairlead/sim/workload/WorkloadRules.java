// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload.StoredFile;

/** Says what a workload must not be: a job that reads what nobody wrote, a stage before its parents, two jobs of one name. */
final class WorkloadRules {
    static final int MOST_STAGES = 10_000;
    static final int MOST_TASKS = 1_000_000;
    private static final long MOST_TASKS_OF_ALL = 100_000_000;
    private static final int MOST_JOBS = 10_000_000;

    private final Set<String> files = new HashSet<>();
    private final Set<String> jobs = new HashSet<>();
    private double submitted;
    private long tasks;

    /** @throws IllegalArgumentException that names the job and what is wrong */
    static void check(Workload workload) {
        WorkloadRules rules = new WorkloadRules();
        for (StoredFile file : workload.files()) {
            rules.add(file).ifPresent(problem -> {
                throw new IllegalArgumentException("stored file '" + file.name() + "': " + problem);
            });
        }
        for (Job job : workload.jobs()) {
            rules.add(job).ifPresent(problem -> {
                throw new IllegalArgumentException("job '" + job.name() + "': " + problem);
            });
        }
    }

    /** What is wrong with the next stored file; empty when nothing is. */
    Optional<String> add(StoredFile file) {
        return files.add(file.name()) ? Optional.empty() : Optional.of("file '" + file.name() + "' stands twice");
    }

    /** What is wrong with the next job; empty when nothing is. */
    Optional<String> add(Job job) {
        if (!jobs.add(job.name())) {
            return Optional.of("job '" + job.name() + "' stands twice");
        }
        if (jobs.size() > MOST_JOBS) {
            return Optional.of("more than " + MOST_JOBS + " jobs");
        }
        if (!(job.submitSeconds() >= submitted)) {
            return Optional.of("it is submitted before the job above it; jobs stand in the order of submission");
        }
        submitted = job.submitSeconds();
        if (job.stages().isEmpty()) {
            return Optional.of("no stage; at least one is expected");
        }
        for (int i = 0; i < job.stages().size(); i++) {
            Stage stage = job.stages().get(i);
            Optional<String> problem = problem(stage, i, job.stages());
            if (problem.isPresent()) {
                return Optional.of("stage " + i + ": " + problem.get());
            }
            if (stage.output() instanceof Output.Files) {
                files.add(job.name() + "/" + i);
            }
            tasks += stage.tasks();
        }
        return tasks > MOST_TASKS_OF_ALL ? Optional.of("more than " + MOST_TASKS_OF_ALL + " tasks") : Optional.empty();
    }

    private Optional<String> problem(Stage stage, int place, List<Stage> stages) {
        if (stage.tasks() < 1 || stage.tasks() > MOST_TASKS) {
            return Optional.of(stage.tasks() + " tasks; 1 to " + MOST_TASKS + " are accepted");
        }
        for (int parent : stage.parents()) {
            if (parent < 0 || parent >= place) {
                return Optional.of("its parent " + parent + " does not stand before it");
            }
        }
        if (!isTime(stage.computeSeconds())
                || !isTime(stage.computeSecondsPerByte())
                || !stage.delaysSeconds().stream().allMatch(WorkloadRules::isTime)
                || !stage.computeFactors().stream().allMatch(WorkloadRules::isTime)) {
            return Optional.of("a time below 0, or not finite");
        }
        if (stage.input() instanceof Input.File file && !files.contains(file.name())) {
            return Optional.of("there is no file '" + file.name()
                    + "': neither a stored one nor JOB/STAGE that stands before it and writes files");
        }
        return stage.input() instanceof Input.Shuffle shuffle
                ? shuffleProblem(shuffle, stage, stages)
                : Optional.empty();
    }

    private static Optional<String> shuffleProblem(Input.Shuffle shuffle, Stage stage, List<Stage> stages) {
        if (stage.parents().stream().noneMatch(parent -> stages.get(parent).output() instanceof Output.Shuffle)) {
            return Optional.of("it reads a shuffle, and none of its parents writes one");
        }
        if (!shuffle.parts().stream().allMatch(part -> part >= 0 && part <= 1e18)
                || (!shuffle.parts().isEmpty()
                        && shuffle.parts().stream().limit(stage.tasks()).noneMatch(part -> part > 0))) {
            return Optional.of("parts of a shuffle are weights from 0 to 10^18, at least one that a task has above 0");
        }
        return Optional.empty();
    }

    private static boolean isTime(double seconds) {
        return seconds >= 0 && seconds <= 1e9;
    }
}
