// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.sim.jobs.outcome.JobsOutcome;
import org.fairlead.sim.workload.Workload;

/** A round of the testbed as a simulator runs it: a workload, and where each metric is found in what comes out. */
record SimulatedRound(Workload workload, List<Figure> figures) {
    SimulatedRound {
        figures = List.copyOf(figures);
    }

    /** Mean of each metric, over all of its samples in the round. */
    Map<String, Double> means(JobsOutcome outcome) {
        Map<String, List<Double>> samples = new LinkedHashMap<>();
        for (Figure figure : figures) {
            samples.computeIfAbsent(figure.metric(), metric -> new ArrayList<>())
                    .addAll(samples(figure, outcome));
        }
        Map<String, Double> means = new LinkedHashMap<>();
        samples.forEach((metric, values) -> means.put(
                metric,
                values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN)));
        return means;
    }

    private List<Double> samples(Figure figure, JobsOutcome outcome) {
        int job = IntStream.range(0, workload.jobs().size())
                .filter(i -> workload.jobs().get(i).name().equals(figure.job()))
                .findFirst()
                .orElseThrow();
        if (figure.kind() == Figure.Kind.JOB) {
            return List.of(outcome.jobs().get(job).seconds() + figure.besides());
        }
        List<JobsOutcome.Attempted> attempts = outcome.tasks().stream()
                .filter(attempt -> !attempt.killed()
                        && attempt.job() == job
                        && figure.stages().contains(attempt.stage()))
                .toList();
        if (figure.kind() == Figure.Kind.TASKS) {
            return attempts.stream()
                    .map(attempt -> attempt.finishSeconds() - attempt.launchSeconds())
                    .toList();
        }
        double start = attempts.stream()
                .mapToDouble(JobsOutcome.Attempted::launchSeconds)
                .min()
                .orElse(Double.NaN);
        double end = attempts.stream()
                .mapToDouble(JobsOutcome.Attempted::finishSeconds)
                .max()
                .orElse(Double.NaN);
        if (figure.kind() == Figure.Kind.SPAN) {
            return List.of(end - start + figure.besides());
        }
        // Steps follow each other, so that what is written between these times is theirs. A DataNode times a block from
        // when its pipeline stands.
        return outcome.blocks().stream()
                .filter(block -> block.startSeconds() >= start && block.finishSeconds() <= end)
                .map(block -> block.finishSeconds() - block.firstByteSeconds())
                .toList();
    }
}
