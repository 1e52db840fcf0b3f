// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.fairlead.control.http.FrontFigures;
import org.fairlead.control.http.Reason;
import org.fairlead.control.report.Oddity;
import org.fairlead.core.health.Cause;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Knowledge;
import org.fairlead.protocol.thread.LastingThread;

/** The figures of a controller in Prometheus' text form. docs/controller.md lists them. */
final class Metrics {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Links with figures of their own; series beyond cost more than they tell. */
    private static final int MOST_LINKS = 1000;

    private final StringBuilder text = new StringBuilder(16 << 10);

    private Metrics() {}

    static String of(Desk desk, FrontFigures front, long nowNanos) {
        Metrics metrics = new Metrics();
        metrics.reports(desk);
        metrics.view(desk, nowNanos);
        metrics.links(desk.views().view(), nowNanos);
        metrics.connections(front);
        metrics.parts(desk, front);
        return metrics.text.toString();
    }

    private void reports(Desk desk) {
        type("fairlead_heartbeats_total", "counter", "Heartbeats taken");
        value("fairlead_heartbeats_total", "", desk.reports().counts().heartbeats());
        type("fairlead_switch_reports_total", "counter", "Messages of switch exporters taken");
        value("fairlead_switch_reports_total", "", desk.reports().counts().switchReports());
        type("fairlead_commitments_total", "counter", "Messages of applications taken");
        value("fairlead_commitments_total", "", desk.reports().counts().commitmentReports());
        type("fairlead_witness_reports_total", "counter", "Messages of NameNodes on what they hear of hosts taken");
        value("fairlead_witness_reports_total", "", desk.reports().counts().witnessReports());
        type("fairlead_applications", "gauge", "Applications whose commitments hold");
        value("fairlead_applications", "", desk.reports().applications());
        type("fairlead_residual_tasks", "gauge", "Tasks of these applications that have not begun");
        value("fairlead_residual_tasks", "", desk.reports().residualTasks());
        type("fairlead_refused_total", "counter", "Requests refused, by reason");
        for (Reason reason : Reason.values()) {
            value(
                    "fairlead_refused_total",
                    label("reason", reason.word()),
                    desk.refusals().of(reason));
        }
        type("fairlead_oddities_total", "counter", "Strange figures in reports that were taken, by kind");
        for (Oddity oddity : Oddity.values()) {
            value(
                    "fairlead_oddities_total",
                    label("kind", oddity.word()),
                    desk.reports().counts().oddities(oddity));
        }
        type("fairlead_requests_total", "counter", "Requests answered");
        value("fairlead_requests_total", "", desk.requests());
        type("fairlead_decisions_total", "counter", "Decisions told to this controller");
        value("fairlead_decisions_total", "", desk.decisions().total());
    }

    private void view(Desk desk, long nowNanos) {
        type("fairlead_epoch", "gauge", "Epoch of this controller");
        value("fairlead_epoch", "", desk.epoch());
        type("fairlead_view_version", "counter", "Version of the newest view");
        value("fairlead_view_version", "", desk.views().view().version());
        type("fairlead_view_waiting", "gauge", "Long polls that wait for a change");
        value("fairlead_view_waiting", "", desk.views().waiting());
        type("fairlead_enforcement", "gauge", "1 while decisions may be enforced");
        value("fairlead_enforcement", "", desk.views().enforcement() ? 1 : 0);
        type("fairlead_agents", "gauge", "Hosts by how recently they were heard of");
        desk.agents(nowNanos)
                .forEach((known, hosts) ->
                        value("fairlead_agents", label("state", known.name().toLowerCase(Locale.ROOT)), hosts));
        type("fairlead_hosts_suspected", "gauge", "Hosts that are suspected to be cut off, dead or hung, by cause");
        Suspects suspects = desk.views().view().suspects();
        for (Cause cause : Cause.values()) {
            value("fairlead_hosts_suspected", label("cause", cause.label()), suspects.suspected(cause));
        }
        type("fairlead_hosts_on_probation", "gauge", "Hosts that were suspected and are used again little by little");
        value("fairlead_hosts_on_probation", "", suspects.onProbation());
        type(
                "fairlead_host_suspected",
                "gauge",
                "1 for each host that is suspected; its share of decisions on probation is under 1");
        for (int host : suspects.hosts()) {
            value(
                    "fairlead_host_suspected",
                    label(
                            "host",
                            desk.views().view().topology().nodes().get(host).name()),
                    1 - suspects.of(host).orElseThrow().share());
        }
        type("fairlead_hosts", "gauge", "Hosts of the topology");
        value("fairlead_hosts", "", desk.views().view().topology().hosts().size());
    }

    private void links(ClusterView view, long nowNanos) {
        int told = Math.min(MOST_LINKS, view.topology().links().size());
        type("fairlead_link_bytes_per_second", "gauge", "Smoothed load of a link that was ever measured");
        for (Link link : view.topology().links().subList(0, told)) {
            if (view.measuredAtNanos(link.index()) != ClusterView.NEVER) {
                value("fairlead_link_bytes_per_second", label("link", link.name()), view.smoothed(link.index()));
            }
        }
        type("fairlead_link_capacity_bytes_per_second", "gauge", "Capacity of a link");
        for (Link link : view.topology().links().subList(0, told)) {
            value("fairlead_link_capacity_bytes_per_second", label("link", link.name()), link.bytesPerSecond());
        }
        type("fairlead_links", "gauge", "Links by what is known of them");
        Map<Knowledge, Integer> counts = new EnumMap<>(Knowledge.class);
        view.topology().links().forEach(link -> counts.merge(view.knowledge(link.index(), nowNanos), 1, Integer::sum));
        for (Knowledge knowledge : Knowledge.values()) {
            value(
                    "fairlead_links",
                    label("state", knowledge.name().toLowerCase(Locale.ROOT)),
                    counts.getOrDefault(knowledge, 0));
        }
        type("fairlead_links_left_out", "gauge", "Links without figures of their own here");
        value("fairlead_links_left_out", "", view.topology().links().size() - told);
    }

    private void connections(FrontFigures front) {
        type("fairlead_connections", "gauge", "Connections of those who have shown who they are, and of strangers");
        value("fairlead_connections", label("of", "known"), front.known());
        value("fairlead_connections", label("of", "strangers"), front.strangers());
        type("fairlead_connections_accepted_total", "counter", "Connections ever accepted");
        value("fairlead_connections_accepted_total", "", front.accepted());
        type("fairlead_connections_closed_total", "counter", "Connections closed by this controller, by why");
        value("fairlead_connections_closed_total", label("why", "made_room"), front.evicted());
        value("fairlead_connections_closed_total", label("why", "dawdled"), front.expired());
        value("fairlead_connections_closed_total", label("why", "handshake"), front.handshakesFailed());
        type(
                "fairlead_held_bytes",
                "gauge",
                "Bytes held for bodies of requests, and for answers that clients take slowly");
        value("fairlead_held_bytes", label("of", "requests"), front.bodyBytes());
        value("fairlead_held_bytes", label("of", "answers"), front.answerBytes());
    }

    private void parts(Desk desk, FrontFigures front) {
        type("fairlead_part_up", "gauge", "1 while a part of this controller works");
        value("fairlead_part_up", label("part", "http"), front.serving() ? 1 : 0);
        value("fairlead_part_up", label("part", "views"), desk.views().alive() ? 1 : 0);
        type(
                "fairlead_thread_restarts_total",
                "counter",
                "Times that threads of a kind began anew after an error of ours");
        LastingThread.restarts()
                .forEach((thread, count) -> value("fairlead_thread_restarts_total", label("thread", thread), count));
    }

    /** Hosts by how recently they were heard of. */
    static Map<Knowledge, Integer> agents(Desk desk, long nowNanos) {
        ClusterView view = desk.views().view();
        Map<Knowledge, Integer> agents = new EnumMap<>(Knowledge.class);
        for (Knowledge knowledge : Knowledge.values()) {
            agents.put(knowledge, 0);
        }
        for (Host host : view.topology().hosts()) {
            long heard = desk.views().heardNanos(host.index());
            Knowledge knowledge = heard == ClusterView.NEVER
                    ? Knowledge.UNKNOWN
                    : view.staleness().of(nowNanos - heard);
            agents.merge(knowledge, 1, Integer::sum);
        }
        return agents;
    }

    private void type(String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void value(String name, String labels, long value) {
        text.append(name).append(labels).append(' ').append(value).append('\n');
    }

    private void value(String name, String labels, double value) {
        text.append(name).append(labels).append(' ');
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            text.append((long) value);
        } else {
            text.append(value);
        }
        text.append('\n');
    }

    private static String label(String name, String value) {
        String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return "{" + name + "=\"" + escaped + "\"}";
    }
}
