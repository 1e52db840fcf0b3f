// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.InputStore;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;

/**
 * Jobs of several sizes that one Spark application gets one after the other, in a random order, each on a text of its own.
 *
 * @param jobs in the order of the file
 * @param gap mean of the times between one job's start and the next one's, which are drawn from an exponential distribution
 * @param texts of the jobs, called like them
 */
record MixStep(List<Job> jobs, Duration gap, GeneratedInput texts) implements WorkloadStep {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final int MOST_JOBS = 500;
    private static final Duration LONGEST_GAP = Duration.ofHours(1);

    /** What a job does. */
    enum Operation {
        SEARCH("search"),
        WORD_COUNT("word-count");

        private final String key;

        Operation(String key) {
            this.key = key;
        }
    }

    /** @param name its group's, a slash and a number */
    record Job(String name, Operation operation) {
        private DriverRequest.Job on(String text) {
            return switch (operation) {
                case SEARCH -> DriverRequest.Job.search(name, text);
                case WORD_COUNT -> DriverRequest.Job.wordCount(name, text);
            };
        }
    }

    MixStep {
        jobs = List.copyOf(jobs);
    }

    static MixStep from(YamlNode body) {
        body.allow("jobs", "gap", "writers", "block-size", "replication", "keep", "store");
        YamlNode groups = body.required("jobs");
        List<Job> jobs = new ArrayList<>();
        Map<String, Long> texts = new LinkedHashMap<>();
        groups.mapping().forEach((group, kinds) -> {
            if (!NAME.matcher(group).matches()) {
                throw kinds.invalid("'" + group
                        + "' is not a group's name; accepted: small letters, digits and '-', a letter first");
            }
            int before = jobs.size();
            for (YamlNode kind : kinds.sequence()) {
                addAll(kind, group, jobs.size() - before, jobs, texts);
            }
        });
        if (jobs.isEmpty() || jobs.size() > MOST_JOBS) {
            throw groups.invalid(jobs.size() + " jobs; 1 to " + MOST_JOBS + " are accepted");
        }
        Duration gap = body.optional("gap").map(MixStep::gap).orElse(Duration.ZERO);
        return new MixStep(jobs, gap, StepKeys.input(StepKind.MIX, body, List.of(), texts));
    }

    /** @param before jobs of the group that were there before */
    private static void addAll(YamlNode kind, String group, int before, List<Job> jobs, Map<String, Long> texts) {
        kind.allow(Operation.SEARCH.key, Operation.WORD_COUNT.key, "count");
        if (kind.has(Operation.SEARCH.key) == kind.has(Operation.WORD_COUNT.key)) {
            throw kind.invalid("one of search and word-count is expected");
        }
        Operation operation = kind.has(Operation.SEARCH.key) ? Operation.SEARCH : Operation.WORD_COUNT;
        long bytes = StepKeys.textBytes(kind.required(operation.key));
        int count =
                kind.optional("count").map(node -> node.integer(1, MOST_JOBS)).orElse(1);
        for (int i = 1; i <= count; i++) {
            Job job = new Job(group + "/" + (before + i), operation);
            jobs.add(job);
            texts.put(job.name(), bytes);
        }
    }

    private static Duration gap(YamlNode node) {
        Duration gap = node.as(Quantities::duration);
        if (gap.compareTo(LONGEST_GAP) > 0) {
            throw node.invalid("is above 1 h");
        }
        return gap;
    }

    @Override
    public StepKind kind() {
        return StepKind.MIX;
    }

    @Override
    public void follow(Set<String> files, YamlNode node) {
        if (!files.add(kind().key())) {
            throw node.invalid("a second mix; one is accepted");
        }
    }

    @Override
    public void fits(Topology topology) {
        if (texts.store() == InputStore.OBJECTS
                && ClusterRoles.objectStore(topology).isEmpty()) {
            throw new IllegalArgumentException("its input is in an object store, and topology '" + topology.name()
                    + "' has no host with the role 'objects'");
        }
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.jobs(Set.of(""), texts, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> uris = run.put();
        List<DriverRequest.Job> requests = starts(random).stream()
                .map(start -> start.job().on(uris.get(start.job().name())).after(start.seconds()))
                .toList();
        run.spark("job_time", kind().key(), requests);
    }

    /** @param seconds after the start of the step */
    private record Start(Job job, double seconds) {}

    /** When each job starts, in their order. */
    private List<Start> starts(Random random) {
        List<Job> order = new ArrayList<>(jobs);
        Collections.shuffle(order, random);
        List<Start> starts = new ArrayList<>();
        double seconds = 0;
        for (Job job : order) {
            starts.add(new Start(job, seconds));
            seconds -= Math.log(1 - random.nextDouble()) * gap.toNanos() / 1e9;
        }
        return starts;
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.applications(
                texts,
                starts(random).stream()
                        .map(start -> new WorkModel.ApplicationJob(
                                "",
                                start.job().name(),
                                kind().key() + "-" + start.job().operation().key,
                                Optional.of(start.job().name()),
                                "",
                                start.seconds()))
                        .toList());
    }
}
