// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.sim.jobs.policy.Policies;

/**
 * A workload on a cluster under several contenders: their figures, and how each compares with the baseline. {@link JobsTable},
 * {@link JobsJson}, {@link JobsCsv} and {@link JobsPage} show it.
 *
 * <p>Contenders are compared over the seeds for which both have a run that counts: not interrupted, and every job ended. Of a run counts
 * the mean of its samples.
 */
public final class JobsReport {
    private final JobsSetting setting;
    private final String baseline;
    private final List<PolicySummary> contenders;
    private final List<JobsComparison> comparisons;

    /**
     * @param policies in the order of the reports
     * @param baseline the name of one of them
     * @param runs in any order; those that were never begun may be missing
     */
    public JobsReport(JobsSetting setting, List<Policies> policies, String baseline, List<JobsRun> runs) {
        this.setting = setting;
        this.baseline = baseline;
        Map<String, List<JobsRun>> byName = runs.stream()
                .sorted(Comparator.comparingLong(JobsRun::seed))
                .collect(Collectors.groupingBy(JobsRun::policies));
        this.contenders = policies.stream()
                .map(each -> PolicySummary.of(each, byName.getOrDefault(each.name(), List.of()), setting.jobs()))
                .toList();
        this.comparisons = compare();
    }

    private List<JobsComparison> compare() {
        List<JobsComparison> all = new ArrayList<>();
        for (JobMetric metric : JobMetric.values()) {
            Map<Long, Double> base = means(summary(baseline), metric);
            for (PolicySummary contender : contenders) {
                if (!contender.name().equals(baseline)) {
                    Map<Long, Double> others = means(contender, metric);
                    List<Long> seeds =
                            base.keySet().stream().filter(others::containsKey).toList();
                    Ratio.ofPairs(values(base, seeds), values(others, seeds))
                            .ifPresent(ratio ->
                                    all.add(new JobsComparison(metric.key(), baseline, contender.name(), ratio)));
                }
            }
        }
        return List.copyOf(all);
    }

    private static double[] values(Map<Long, Double> of, List<Long> seeds) {
        return seeds.stream().mapToDouble(of::get).toArray();
    }

    /** By seed, of the runs that count and have samples. */
    private Map<Long, Double> means(PolicySummary contender, JobMetric metric) {
        Map<Long, Double> means = new LinkedHashMap<>();
        for (JobsRun run : contender.runs()) {
            double mean = metric.mean(run);
            if (run.counts(setting.jobs()) && Double.isFinite(mean)) {
                means.put(run.seed(), mean);
            }
        }
        return means;
    }

    private PolicySummary summary(String name) {
        return contenders.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender '" + name + "'"));
    }

    JobsSetting setting() {
        return setting;
    }

    String baseline() {
        return baseline;
    }

    List<PolicySummary> contenders() {
        return contenders;
    }

    /** By metric, then in the order of the contenders; what has no value above 0 on both sides is left out. */
    public List<JobsComparison> comparisons() {
        return comparisons;
    }

    Optional<JobsComparison> comparison(JobMetric metric, String contender) {
        return comparisons.stream()
                .filter(each ->
                        each.metric().equals(metric.key()) && each.contender().equals(contender))
                .findFirst();
    }

    /** Whether every run was begun and none was interrupted. */
    public boolean complete() {
        return contenders.stream()
                .allMatch(each -> each.runs().size() == setting.seeds()
                        && each.runs().stream().allMatch(JobsRun::complete));
    }

    /** Jobs that did not end in runs that were not interrupted. */
    public long neverEnded() {
        return contenders.stream()
                .flatMap(each -> each.runs().stream())
                .filter(JobsRun::complete)
                .mapToLong(run -> setting.jobs() - run.finished())
                .sum();
    }
}
