// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.report.Amounts;
import org.fairlead.report.Json;
import org.fairlead.report.Statistics;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.sim.flows.FlowOutcome;
import org.fairlead.sim.flows.FlowTable;

/**
 * A run of flows in a few numbers.
 *
 * @param finished flows that ended
 * @param stuck flows that can never end
 * @param unfinished flows that had not ended when the run was stopped
 * @param stuckIds of the first few of them
 * @param seconds from arrival to end, of those that ended
 * @param slowdown this over what the flow would take if only its two hosts' links, its cap and, where they count, the hosts' disks
 *     limited it; of flows that ended and would take any time at all
 * @param makespanSeconds from the first arrival to the last end; not a number when nothing ended
 */
public record FlowSummary(
        long flows,
        long finished,
        long stuck,
        long unfinished,
        List<String> stuckIds,
        Statistics seconds,
        Statistics slowdown,
        double makespanSeconds,
        long rounds,
        boolean complete) {
    private static final int MOST_IDS = 5;
    private static final int WIDTH = 100;
    private static final TextColumns COLUMNS = new TextColumns(-18, 12, 12, 12, 12, 12, 12);

    /** @param disks whether the run let disks limit flows */
    public static FlowSummary of(Topology topology, FlowTable flows, FlowOutcome outcome, boolean disks) {
        double[] sending = new double[topology.nodes().size()];
        double[] receiving = new double[sending.length];
        hostRates(topology, disks, sending, receiving);
        double[] seconds = new double[flows.size()];
        double[] slowdowns = new double[flows.size()];
        int ended = 0;
        int slowed = 0;
        long stuck = 0;
        List<String> stuckIds = new ArrayList<>();
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NaN;
        for (int flow = 0; flow < flows.size(); flow++) {
            double finish = outcome.finishSeconds(flow);
            first = Math.min(first, flows.arrivalSeconds(flow));
            if (Double.isInfinite(finish)) {
                stuck++;
                if (stuckIds.size() < MOST_IDS) {
                    stuckIds.add(flows.id(flow));
                }
            } else if (!Double.isNaN(finish)) {
                last = Double.isNaN(last) ? finish : Math.max(last, finish);
                double took = finish - flows.arrivalSeconds(flow);
                seconds[ended++] = took;
                double alone = flows.bytes(flow) / aloneRate(flows, flow, disks, sending, receiving);
                if (alone > 0) {
                    slowdowns[slowed++] = took / alone;
                }
            }
        }
        return new FlowSummary(
                flows.size(),
                ended,
                stuck,
                flows.size() - ended - stuck,
                List.copyOf(stuckIds),
                Statistics.of(Arrays.copyOf(seconds, ended)),
                Statistics.of(Arrays.copyOf(slowdowns, slowed)),
                last - first,
                outcome.rounds(),
                outcome.complete());
    }

    /** A flow has one path, and so one of its host's links. */
    private static void hostRates(Topology topology, boolean disks, double[] sending, double[] receiving) {
        for (Link link : topology.links()) {
            sending[link.from().index()] = Math.max(sending[link.from().index()], link.bytesPerSecond());
            receiving[link.to().index()] = Math.max(receiving[link.to().index()], link.bytesPerSecond());
        }
        for (Host host : topology.hosts()) {
            if (disks && host.disk().isPresent()) {
                Host.Disk disk = host.disk().get();
                sending[host.index()] = Math.min(sending[host.index()], disk.readBytesPerSecond());
                receiving[host.index()] = Math.min(receiving[host.index()], disk.writeBytesPerSecond());
            }
        }
    }

    private static double aloneRate(FlowTable flows, int flow, boolean disks, double[] sending, double[] receiving) {
        double ends = Math.min(sending[flows.source(flow)], receiving[flows.destination(flow)]);
        boolean within = flows.source(flow) == flows.destination(flow) && !disks;
        return Math.min(flows.cap(flow), within ? Double.POSITIVE_INFINITY : ends);
    }

    /** For a terminal. */
    public String text() {
        TextLines lines = new TextLines(WIDTH);
        lines.row(flows + (flows == 1 ? " flow: " : " flows: ") + finished + " ended"
                + (stuck > 0 ? ", " + stuck + " can never end" : "")
                + (unfinished > 0 ? ", " + unfinished + " had not ended when the run was stopped" : "")
                + (rounds > 0 ? "; " + rounds + " rounds of path selection" : ""));
        if (finished == 0) {
            return lines.text();
        }
        lines.row(COLUMNS.row("", "mean", "p50", "p90", "p95", "p99", "max"));
        lines.row(COLUMNS.row("completion time", seconds.texts(each -> Amounts.text(each, "s"))));
        if (!Double.isNaN(slowdown.mean())) {
            lines.row(COLUMNS.row("slowdown", slowdown.texts(Amounts::ratio)));
        }
        lines.row("from the first arrival to the last end: " + Amounts.text(makespanSeconds, "s"));
        return lines.text();
    }

    /** @param setting what was asked for, in the order in which it shall stand; values of JSON */
    public byte[] json(Map<String, Object> setting) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("complete", complete);
        setting.forEach(root::putPOJO);
        root.put("flows", flows);
        root.put("finished", finished);
        root.put("never_end", stuck);
        root.put("unfinished", unfinished);
        root.put("rounds", rounds);
        Json.put(root.putObject("completion_time"), seconds, "_s");
        Json.put(root.putObject("slowdown"), slowdown, "");
        Json.put(root, "makespan_s", makespanSeconds);
        return Json.bytes(root);
    }
}
