// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.Choice;
import org.fairlead.core.task.Locality;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.report.Json;
import org.fairlead.report.statistics.Interval;
import org.fairlead.report.statistics.Ratio;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.JobsOutcome.Counts;
import org.fairlead.sim.jobs.outcome.LeadBytes;
import org.fairlead.sim.jobs.outcome.LeadCause;
import org.fairlead.sim.jobs.outcome.PathCounts;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.outcome.RequestEnd;
import org.fairlead.sim.jobs.policy.Policies;

/** The report of jobs for programs, {@code report.json}; docs/jobs.md is its schema. */
public final class JobsJson {
    private static final int SCHEMA = 1;

    private JobsJson() {}

    /** Indented, in UTF-8. */
    public static byte[] bytes(JobsReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA);
        root.put("status", report.complete() ? "complete" : "partial");
        setting(root, report.setting());
        root.put("baseline", report.baseline());
        ArrayNode names = root.putArray("contenders");
        report.contenders().forEach(each -> names.add(each.name()));
        comparisons(root.putArray("comparisons"), report);
        ObjectNode policies = root.putObject("policies");
        report.contenders().forEach(each -> contender(policies.putObject(each.name()), report, each));
        return Json.bytes(root);
    }

    private static void setting(ObjectNode root, JobsSetting setting) {
        ObjectNode cluster = root.putObject("cluster");
        cluster.put("name", setting.cluster().name());
        cluster.put("framework", lower(setting.cluster().framework()));
        cluster.put("hosts", setting.cluster().topology().hosts().size());
        cluster.put("machines", setting.cluster().machines().size());
        cluster.put("racks", setting.racks());
        cluster.put("links", setting.cluster().topology().links().size());
        cluster.put("map_places", setting.mapSlots());
        cluster.put("reduce_places", setting.reduceSlots());
        ObjectNode workload = root.putObject("workload");
        workload.put("name", setting.workload().name());
        workload.put("jobs", setting.jobs());
        workload.put("tasks", setting.tasks());
        ObjectNode options = root.putObject("options");
        Json.put(options, "step_s", setting.options().stepSeconds());
        options.put("pairs_apart", setting.options().pairsApart());
        options.put("first_seed", setting.firstSeed());
        options.put("seeds", setting.seeds());
    }

    static void comparisons(ArrayNode into, JobsReport report) {
        for (JobsComparison each : report.comparisons()) {
            Ratio paired = each.paired();
            ObjectNode node = into.addObject();
            node.put("metric", each.metric());
            node.put("unit", "s");
            node.put("baseline", each.baseline());
            node.put("contender", each.contender());
            node.put("n", paired.n());
            Json.put(node, "baseline_mean", paired.firstMean());
            Json.put(node, "contender_mean", paired.secondMean());
            Json.put(node, "ratio", paired.ratio());
            Json.put(node, "ci_low", paired.interval().map(Interval::low).orElse(Double.NaN));
            Json.put(node, "ci_high", paired.interval().map(Interval::high).orElse(Double.NaN));
        }
    }

    private static void contender(ObjectNode node, JobsReport report, PolicySummary each) {
        components(node.putObject("components"), each.policies());
        node.put("runs", each.runs().size());
        node.put(
                "runs_that_count",
                each.runs().stream()
                        .filter(run -> run.counts(report.setting().jobs()))
                        .count());
        node.put("jobs_ended", each.finished());
        for (JobMetric metric : JobMetric.values()) {
            Json.put(node.putObject(metric.key()), each.times().get(metric), "_s");
        }
        counts(node.putObject("counts"), each.counts());
        leads(node.putObject("fetch_ahead"), each.leads());
        ObjectNode fetched = node.putObject("fetched");
        fetched(fetched, each.fetched());
        requests(fetched, each.requests());
        if (!each.policies().paths().equals(Policies.Paths.NETWORK)) {
            paths(node.putObject("paths"), each);
        }
        if (each.policies().exchange().countsMemory()) {
            exchanges(node.putObject("exchanges"), each.exchanges());
        }
        ObjectNode launches = node.putObject("launch_share");
        for (Locality locality : Locality.values()) {
            Json.put(launches, lower(locality), each.launchShare(locality));
        }
        Json.put(node, "storage_imbalance", each.storageBalance());
        ArrayNode seeds = node.putArray("seeds");
        each.runs().forEach(run -> seed(seeds.addObject(), report, run));
    }

    /** Sums over the runs. */
    private static void paths(ObjectNode node, PolicySummary each) {
        List<PathCounts> counts = each.runs().stream().map(JobsRun::paths).toList();
        node.put("plans", counts.stream().mapToLong(PathCounts::plans).sum());
        node.put("moves", counts.stream().mapToLong(PathCounts::moves).sum());
        node.put("proposals", counts.stream().mapToLong(PathCounts::proposals).sum());
        node.put("granted", counts.stream().mapToLong(PathCounts::granted).sum());
    }

    /** Sums over the runs. */
    private static void exchanges(ObjectNode node, ExchangeCounts counts) {
        node.put("exchanged", counts.planned());
        node.put("left_to_stock", counts.leftToStock());
        Json.put(node, "bytes_owners_memory", counts.ownersMemory());
        Json.put(node, "bytes_senders_memory", counts.sendersMemory());
        Json.put(node, "bytes_others_memory", counts.othersMemory());
        Json.put(node, "bytes_disks", counts.disks());
        Json.put(node, "bytes_store", counts.store());
        Json.put(node, "predicted_s", counts.predictedSeconds());
        Json.put(node, "predicted_stock_s", counts.stockSeconds());
        Json.put(node, "brought_s", counts.broughtSeconds());
    }

    private static void components(ObjectNode node, Policies policies) {
        node.put("assigner", policies.tasks().assigner());
        node.put("placer", policies.replicas().placer());
        node.put("selector", policies.replicas().selector());
        if (policies.replicas().favors()) {
            node.put("favored", true);
        }
        node.put("order", policies.slots().jobOrder());
        node.put("speculation", policies.tasks().speculation());
        node.put("paces", policies.tasks().options().prediction().slowHosts().label());
        node.put("splitting", policies.slots().copyComputeSplitting());
        node.put("prefetch", policies.prefetch().label());
        node.put("admission", policies.fetching().admission());
        if (policies.exchange().countsMemory()) {
            node.put("exchange", policies.exchange().planner());
            node.put("exchange_memory_bytes", policies.exchange().memoryBytes());
            Json.put(
                    node,
                    "exchange_store_bytes_per_s",
                    policies.exchange().store().writeRate());
        }
        policies.pairsApart().ifPresent(apart -> node.put("pairs_apart", apart));
        Json.put(node, "reduce_places_factor", policies.slots().reduceFactor());
        if (!policies.paths().equals(Policies.Paths.NETWORK)) {
            node.put("paths", policies.paths().rule());
            node.put("together", policies.paths().together());
            ArrayNode classes = node.putArray("path_classes");
            Arrays.stream(TrafficClass.values())
                    .filter(policies.paths().classes()::contains)
                    .forEach(each -> classes.add(each.label()));
        }
        ArrayNode pools = node.putArray("pools");
        for (JobOrder.Pool pool : policies.slots().pools()) {
            ObjectNode of = pools.addObject();
            of.put("name", pool.name());
            Json.put(of, "weight", pool.weight());
            of.put("minimum_share", pool.minimumShare());
            of.put("fair", pool.fair());
        }
    }

    static void counts(ObjectNode node, Counts counts) {
        ObjectNode declines = node.putObject("declines");
        for (Choice.Cause cause : Choice.Cause.values()) {
            declines.put(lower(cause), PolicySummary.of(counts.declines(), cause));
        }
        ObjectNode launches = node.putObject("launches");
        for (Locality locality : Locality.values()) {
            launches.put(lower(locality), PolicySummary.of(counts.launches(), locality));
        }
        Json.put(node, "bytes_local", counts.bytesLocal());
        Json.put(node, "bytes_rack", counts.bytesRack());
        Json.put(node, "bytes_remote", counts.bytesRemote());
        node.put("speculative", counts.speculative());
        node.put("speculative_first", counts.speculativeWon());
        node.put("left_to_stock", counts.leftToStock());
    }

    static void leads(ObjectNode node, LeadBytes leads) {
        Json.put(node, "bytes", leads.remoteBytes());
        Json.put(node, "bytes_in_time", leads.allInTime());
        ObjectNode inTime = node.putObject("in_time");
        ObjectNode tooShort = node.putObject("too_short");
        for (LeadCause cause : LeadCause.values()) {
            if (cause != LeadCause.NONE) {
                Json.put(inTime, lower(cause), leads.inTime(cause));
                Json.put(tooShort, lower(cause), leads.late(cause));
            }
        }
        Json.put(node, "no_lead", leads.noLead());
    }

    static void fetched(ObjectNode node, FetchedBytes bytes) {
        Json.put(node, "bytes", bytes.fetched());
        Json.put(node, "in_time", bytes.inTime());
        Json.put(node, "late", bytes.late());
        Json.put(node, "wasted", bytes.wasted());
        Json.put(node, "cancelled", bytes.cancelled());
        Json.put(node, "kept", bytes.kept());
    }

    static void requests(ObjectNode node, RequestCounts counts) {
        Json.put(node, "right_executor", counts.rightShare());
        Json.put(node, "right_time", counts.onTimeShare());
        ObjectNode requests = node.putObject("requests");
        ObjectNode wasted = node.putObject("wasted_by");
        for (RequestEnd end : RequestEnd.values()) {
            requests.put(lower(end), counts.requests(end));
            Json.put(wasted, lower(end), counts.wastedBytes(end));
        }
    }

    /** Of one run: the mean of each metric, which is what comparisons pair. */
    private static void seed(ObjectNode node, JobsReport report, JobsRun run) {
        node.put("seed", run.seed());
        node.put("complete", run.complete());
        node.put("counts_for_comparisons", run.counts(report.setting().jobs()));
        node.put("jobs_ended", run.finished());
        List.of(JobMetric.values()).forEach(metric -> Json.put(node, metric.key(), metric.mean(run)));
        Json.put(node, "storage_imbalance", run.storageBalance());
        Json.put(node, "bytes_from_afar", run.leads().remoteBytes());
        Json.put(node, "bytes_in_time", run.leads().allInTime());
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
