// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.task.Choice;
import org.fairlead.report.Amounts;
import org.fairlead.report.Json;
import org.fairlead.report.Quantiles;
import org.fairlead.report.page.OfflinePage;
import org.fairlead.report.statistics.Ratio;

/**
 * The report of jobs as one page that needs no network: how contenders compare, distributions by size, who worked when, which links
 * were loaded, and the figures.
 */
public final class JobsPage {
    /** Points of a curve: enough for any screen's width. */
    private static final int MOST_POINTS = 200;

    private JobsPage() {}

    /** In UTF-8. */
    public static byte[] render(JobsReport report) {
        return new OfflinePage(JobsPage.class, "simulator")
                .words(
                        report.setting().workload().name(),
                        headline(report),
                        report.setting().text() + ".")
                .data(Json.compact(data(report)))
                .charts()
                .script("jobs-drawings.js")
                .script("jobs.js")
                .render("jobs.main.html");
    }

    private static String headline(JobsReport report) {
        Optional<PolicySummary> best = report.contenders().stream()
                .filter(each -> !each.partial() && each.finished() > 0)
                .min(Comparator.comparingDouble(each -> each.jobTime().mean()));
        if (best.isEmpty()) {
            return "No contender has run every job to its end";
        }
        String takes = "The mean job takes "
                + Amounts.text(best.get().jobTime().mean(), "s").replace(' ', '\u00a0') + " under "
                + best.get().name();
        if (best.get().name().equals(report.baseline())) {
            return report.contenders().size() == 1 ? takes : takes + ", the baseline: no contender does better";
        }
        return takes
                + report.comparison(JobMetric.JOB_TIME, best.get().name())
                        .map(comparison -> than(comparison.paired(), report.baseline()))
                        .orElse("");
    }

    private static String than(Ratio paired, String baseline) {
        String share = Amounts.digits(100 * Math.abs(1 - 1 / paired.ratio())) + "\u00a0% "
                + (paired.ratio() >= 1 ? "less" : "more") + " than under " + baseline;
        boolean unclear = paired.interval().map(ends -> ends.holds(1)).orElse(true);
        return ", " + share + (unclear ? " (no clear difference)" : "");
    }

    private static ObjectNode data(JobsReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("complete", report.complete());
        root.put("baseline", report.baseline());
        root.put("seeds", report.setting().seeds());
        root.put("jobs", report.setting().jobs());
        metrics(root.putArray("metrics"));
        ArrayNode classes = root.putArray("classes");
        for (TaskClass each : TaskClass.values()) {
            classes.add(each.label());
        }
        JobsJson.comparisons(root.putArray("comparisons"), report);
        ArrayNode causes = root.putArray("causes");
        for (Choice.Cause cause : Choice.Cause.values()) {
            causes.addObject().put("key", JobsJson.lower(cause)).put("text", cause.description());
        }
        ArrayNode contenders = root.putArray("contenders");
        report.contenders().forEach(each -> contender(contenders.addObject(), report, each));
        JobsDrawings.put(root, report);
        return root;
    }

    private static void metrics(ArrayNode into) {
        for (JobMetric metric : JobMetric.values()) {
            into.addObject()
                    .put("key", metric.key())
                    .put("title", metric.title())
                    .put("meaning", metric.meaning());
        }
    }

    private static void contender(ObjectNode node, JobsReport report, PolicySummary each) {
        node.put("name", each.name());
        node.put(
                "partial",
                each.partial() || each.runs().size() < report.setting().seeds());
        node.put("runs", each.counted().size());
        node.put("ended", each.finished());
        for (JobMetric metric : JobMetric.values()) {
            Json.put(node.putObject(metric.key()), each.times().get(metric), "_s");
        }
        JobsJson.counts(node.putObject("counts"), each.counts());
        JobsJson.leads(node.putObject("leads"), each.leads());
        Json.put(node, "imbalance", each.storageBalance());
        ObjectNode curves = node.putObject("curves");
        for (JobMetric metric : JobMetric.values()) {
            if (metric != JobMetric.MAKESPAN) {
                ObjectNode byClass = curves.putObject(metric.key());
                samples(each, metric).forEach((size, values) -> curve(byClass.putObject(size.label()), values));
            }
        }
    }

    /** Of all runs that the figures are of, by the size of the job. */
    private static Map<TaskClass, List<Double>> samples(PolicySummary contender, JobMetric metric) {
        Map<TaskClass, List<Double>> samples = new EnumMap<>(TaskClass.class);
        for (JobsRun run : contender.counted()) {
            List<TaskClass> classes =
                    run.jobs().stream().map(job -> TaskClass.of(job.tasks())).toList();
            if (metric == JobMetric.BLOCK_WRITE_TIME) {
                for (int block = 0; block < run.blocks(); block++) {
                    int job = run.blockJob(block);
                    if (job >= 0 && job < classes.size()) {
                        add(samples, classes.get(job), run.blockSeconds(block));
                    }
                }
            } else {
                for (int job = 0; job < classes.size(); job++) {
                    add(samples, classes.get(job), metric.of(run.jobs().get(job)));
                }
            }
        }
        return samples;
    }

    private static void add(Map<TaskClass, List<Double>> samples, TaskClass size, double value) {
        if (Double.isFinite(value)) {
            samples.computeIfAbsent(size, none -> new ArrayList<>()).add(value);
        }
    }

    /** How many, and seconds at equal steps of the share that took at most so long. */
    private static void curve(ObjectNode node, List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        node.put("n", sorted.length);
        ArrayNode seconds = node.putArray("s");
        if (sorted.length <= MOST_POINTS) {
            Arrays.stream(sorted).forEach(each -> Json.addShort(seconds, each));
            return;
        }
        for (int point = 0; point < MOST_POINTS; point++) {
            Json.addShort(seconds, Quantiles.of(sorted, point / (MOST_POINTS - 1.0)));
        }
    }
}
