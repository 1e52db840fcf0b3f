// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.fairlead.core.topology.Link;
import org.fairlead.report.Json;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Attempted;
import org.fairlead.sim.jobs.outcome.JobsOutcome.LinkLoads;

/**
 * What the page draws of single runs, thinned to what a screen shows: attempts by slot, loads of links. Drawn is the first run of each
 * contender that kept any. Every contender is drawn for the same hosts and links, so that pictures can be compared.
 */
final class JobsDrawings {
    private static final int MOST_HOSTS = 40;
    private static final int MOST_ATTEMPTS = 3000;
    private static final int MOST_LINKS = 60;
    private static final int MOST_SPANS = 160;
    private static final int FULL_PERCENT = 100;

    private JobsDrawings() {}

    static void put(ObjectNode root, JobsReport report) {
        List<JobsRun> drawn = report.contenders().stream()
                .flatMap(each -> each.runs().stream()
                        .filter(run ->
                                !run.tasks().isEmpty() || !run.links().shares().isEmpty())
                        .findFirst()
                        .stream())
                .toList();
        int[] hosts = hosts(drawn);
        int[] links = links(report, drawn);
        ObjectNode node = root.putObject("drawings");
        node.put("hosts_of", workers(drawn).length);
        ArrayNode hostNames = node.putArray("hosts");
        List<String> all = report.setting().cluster().machineNames();
        Arrays.stream(hosts).forEach(host -> hostNames.add(all.get(host)));
        List<Link> cables = report.setting().cluster().topology().links();
        node.put("links_of", cables.size());
        ArrayNode linkNodes = node.putArray("links");
        for (int link : links) {
            ObjectNode each = linkNodes.addObject();
            each.put("name", cables.get(link).name());
            Json.put(each, "capacity", cables.get(link).bytesPerSecond());
        }
        node.put("spark", report.setting().cluster().framework() == Framework.SPARK);
        ArrayNode jobs = node.putArray("job_names");
        boolean named = Arrays.stream(hosts).findAny().isPresent();
        report.setting().workload().jobs().stream()
                .limit(named ? Long.MAX_VALUE : 0)
                .forEach(job -> jobs.add(job.name()));
        ArrayNode runs = node.putArray("runs");
        for (JobsRun run : drawn) {
            ObjectNode each = runs.addObject();
            each.put("contender", run.policies());
            each.put("seed", run.seed());
            Json.put(each, "end_s", end(run));
            attempts(each, run, hosts, report.setting().cluster().framework());
            loads(each, run.links(), links);
        }
    }

    private static double end(JobsRun run) {
        double end = Double.isFinite(run.endSeconds()) ? run.endSeconds() : 0;
        return run.tasks().stream()
                .mapToDouble(Attempted::finishSeconds)
                .filter(Double::isFinite)
                .reduce(end, Math::max);
    }

    private static int[] workers(List<JobsRun> runs) {
        return runs.stream()
                .flatMap(run -> run.tasks().stream())
                .mapToInt(Attempted::host)
                .distinct()
                .sorted()
                .toArray();
    }

    /** As many hosts as can be shown with all their attempts, evenly over those that worked. */
    private static int[] hosts(List<JobsRun> runs) {
        int[] workers = workers(runs);
        for (int count = Math.min(MOST_HOSTS, workers.length); count > 1; count--) {
            int[] some = evenly(workers, count);
            if (runs.stream().allMatch(run -> attemptsOn(run, some) <= MOST_ATTEMPTS)) {
                return some;
            }
        }
        return workers.length == 0 ? workers : evenly(workers, 1);
    }

    private static int[] evenly(int[] of, int count) {
        return IntStream.range(0, count)
                .map(i -> of[(int) ((long) i * of.length / count)])
                .toArray();
    }

    private static long attemptsOn(JobsRun run, int[] hosts) {
        return run.tasks().stream()
                .filter(each -> Arrays.binarySearch(hosts, each.host()) >= 0)
                .count();
    }

    /** {@code attempts}: [row, job, stage, task, launch ms, input ms or −1, end ms, marks]; {@code rows}: [host, map or reduce, slot]. */
    private static void attempts(ObjectNode node, JobsRun run, int[] hosts, Framework framework) {
        List<Attempted> shown = run.tasks().stream()
                .filter(each -> Arrays.binarySearch(hosts, each.host()) >= 0)
                .sorted(Comparator.comparingDouble((Attempted each) -> each.launchSeconds() - each.finishSeconds()))
                .limit(MOST_ATTEMPTS)
                .sorted(Comparator.comparingDouble(Attempted::launchSeconds)
                        .thenComparingInt(Attempted::job)
                        .thenComparingInt(Attempted::stage)
                        .thenComparingInt(Attempted::task))
                .toList();
        node.put("attempts_of", run.tasks().size());
        TreeSet<Row> rows = new TreeSet<>(
                Comparator.comparingInt(Row::host).thenComparing(Row::reduce).thenComparingInt(Row::slot));
        shown.forEach(each -> rows.add(Row.of(each, framework)));
        Map<Row, Integer> slots = new HashMap<>();
        ArrayNode rowNodes = node.putArray("rows");
        for (Row row : rows) {
            slots.put(row, slots.size());
            rowNodes.addArray()
                    .add(Arrays.binarySearch(hosts, row.host()))
                    .add(row.reduce() ? 1 : 0)
                    .add(row.slot());
        }
        ArrayNode attempts = node.putArray("attempts");
        for (Attempted each : shown) {
            attempts.addArray()
                    .add(slots.get(Row.of(each, framework)))
                    .add(each.job())
                    .add(each.stage())
                    .add(each.task())
                    .add(milliseconds(each.launchSeconds()))
                    .add(milliseconds(each.inputSeconds()))
                    .add(milliseconds(each.finishSeconds()))
                    .add(marks(each));
        }
    }

    /** As the page's script reads them. */
    private static int marks(Attempted attempt) {
        int distance =
                switch (attempt.locality()) {
                    case HOST -> 0;
                    case RACK -> 1;
                    case ANY -> 2;
                };
        return (attempt.speculative() ? 1 : 0) + (attempt.killed() ? 2 : 0) + (attempt.reads() ? 4 : 0) + 8 * distance;
    }

    private static long milliseconds(double seconds) {
        return Double.isFinite(seconds) ? Math.round(seconds * 1000) : -1;
    }

    /** A line of the timeline. Hadoop's slots for maps and for reduces are apart. */
    private record Row(int host, boolean reduce, int slot) {
        static Row of(Attempted attempt, Framework framework) {
            return new Row(attempt.host(), framework == Framework.HADOOP && !attempt.reads(), attempt.slot());
        }
    }

    /** The busiest links, by their mean load over all runs that are drawn, the busiest first. */
    private static int[] links(JobsReport report, List<JobsRun> runs) {
        double[] means =
                new double[report.setting().cluster().topology().links().size()];
        for (JobsRun run : runs) {
            int spans = run.links().shares().size();
            for (float[] shares : run.links().shares()) {
                for (int link = 0; link < shares.length; link++) {
                    means[link] += (double) shares[link] / spans;
                }
            }
        }
        return IntStream.range(0, means.length)
                .filter(link -> means[link] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer link) -> -means[link]))
                .limit(MOST_LINKS)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** {@code span_s} and {@code loads}: by link, the mean of each span in percent. */
    private static void loads(ObjectNode node, LinkLoads loads, int[] links) {
        int spans = loads.shares().size();
        int joined = Math.max(1, (spans + MOST_SPANS - 1) / MOST_SPANS);
        Json.put(node, "span_s", loads.spanSeconds() * joined);
        ArrayNode byLink = node.putArray("loads");
        for (int link : links) {
            ArrayNode percents = byLink.addArray();
            for (int from = 0; from < spans; from += joined) {
                int to = Math.min(spans, from + joined);
                double sum = 0;
                for (int span = from; span < to; span++) {
                    sum += loads.shares().get(span)[link];
                }
                percents.add(Math.round(FULL_PERCENT * sum / (to - from)));
            }
        }
    }
}
