// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.fairlead.control.http.FrontFigures;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.prefetch.admission.FetchRates;
import org.fairlead.core.topology.Link;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.plugin.CanaryComparison;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;

/** What of a controller is read when its metrics are asked for. docs/controller.md lists them. */
final class ControllerMetrics {
    /** Links with series of their own; those beyond cost more than they tell. */
    private static final int MOST_LINKS = 1000;

    private ControllerMetrics() {}

    static void register(ControllerParts desk, TimeSource time) {
        applications(desk);
        view(desk);
        hosts(desk, time);
        links(desk, time);
        paths(desk, time);
        rates(desk);
        desk.metrics()
                .counter(
                        "fairlead_thread_restarts_total",
                        "Times that a thread of this process began anew after an error of ours, by kind of thread; any growth"
                                + " is a defect, which the log names.",
                        List.of("thread"),
                        to -> LastingThread.restarts().forEach((thread, count) -> to.add((double) count, thread)));
    }

    private static void applications(ControllerParts desk) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_applications",
                "Applications whose flow requests hold now; 0 while Spark jobs run means that their transfers are not foreseen.",
                () -> desk.reports().applications());
        metrics.gauge(
                "fairlead_residual_tasks",
                "Tasks of these applications that have not begun; a number that never falls means an application that is stuck.",
                () -> desk.reports().residualTasks());
        metrics.counter(
                "fairlead_decisions_total",
                "Decisions on blocks that NameNodes have reported to this controller; no growth while files are written means that"
                        + " fairlead explain shows nothing new.",
                () -> desk.decisions().total());
    }

    private static void view(ControllerParts desk) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_epoch",
                "Epoch of this controller, its start in milliseconds since 1970, of which plug-ins follow the highest; a change"
                        + " means a restart.",
                desk::epoch);
        metrics.gauge(
                "fairlead_view_version",
                "Version of the newest view, which counts up; one that stands still means that no reports arrive.",
                () -> desk.views().view().version());
        metrics.gauge(
                "fairlead_view_waiting",
                "Requests for a view that wait for a change; 0 means that no plug-in follows from afar, from 4096 on further"
                        + " ones are answered at once.",
                () -> desk.views().waiting());
        metrics.gauge(
                "fairlead_enforcement",
                "1 while decisions may be enforced; 0 means that the kill switch leaves everything to stock.",
                () -> desk.views().enforcement() ? 1 : 0);
    }

    private static void hosts(ControllerParts desk, TimeSource time) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_hosts",
                "Hosts of the topology; fewer than the cluster has means a topology that is not complete.",
                () -> desk.views().view().topology().hosts().size());
        metrics.gauge(
                "fairlead_agents",
                "Hosts by how recently their agents reported; late or unknown ones have an agent that is down, slow or refused.",
                List.of("state"),
                to -> desk.agents(time.nanoTime()).forEach((known, hosts) -> to.add(hosts, lower(known))));
        metrics.gauge(
                "fairlead_hosts_suspected",
                "Hosts that are suspected to be cut off, dead or hung, by cause; above 0 decisions do without these hosts.",
                List.of("cause"),
                to -> {
                    Suspects suspects = desk.views().view().suspects();
                    for (SuspicionCause cause : SuspicionCause.values()) {
                        to.add(suspects.suspected(cause), cause.label());
                    }
                });
        metrics.gauge(
                "fairlead_hosts_on_probation",
                "Hosts that were suspected and are used again little by little; above 0 for minutes means hosts that flap.",
                () -> desk.views().view().suspects().onProbation());
        metrics.gauge(
                "fairlead_host_suspected",
                "Share of decisions that do without a suspected host, 1 while it is silent and less on probation; such a host"
                        + " needs repair.",
                List.of("host"),
                to -> suspectedHosts(desk.views().view(), to));
    }

    private static void suspectedHosts(ClusterView view, Metrics.Values to) {
        Suspects suspects = view.suspects();
        for (int host : suspects.hosts()) {
            to.add(
                    1 - suspects.of(host).orElseThrow().share(),
                    view.topology().nodes().get(host).name());
        }
    }

    private static void links(ControllerParts desk, TimeSource time) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_links",
                "Links by how recently their load was measured; where too many are unknown, decisions are left to stock.",
                List.of("state"),
                to -> knowledge(desk.views().view(), time.nanoTime())
                        .forEach((known, links) -> to.add(links, lower(known))));
        metrics.gauge(
                "fairlead_link_bytes_per_second",
                "Smoothed load of a link that was ever measured, in bytes per second; near its capacity transfers wait there.",
                List.of("link"),
                to -> {
                    ClusterView view = desk.views().view();
                    for (Link link : shown(view)) {
                        if (view.measuredAtNanos(link.index()) != ClusterView.NEVER) {
                            to.add(view.smoothed(link.index()), link.name());
                        }
                    }
                });
        metrics.gauge(
                "fairlead_link_capacity_bytes_per_second",
                "Capacity of a link in bytes per second, as the topology has it; a load above it means a wrong topology.",
                List.of("link"),
                to -> shown(desk.views().view()).forEach(link -> to.add(link.bytesPerSecond(), link.name())));
        metrics.gauge(
                "fairlead_links_left_out",
                "Links beyond the first 1000, which have no load and capacity among these metrics; decisions know them all.",
                () -> {
                    ClusterView view = desk.views().view();
                    return view.topology().links().size() - shown(view).size();
                });
    }

    private static void paths(ControllerParts desk, TimeSource time) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_paths_planned",
                "Host pairs and classes of traffic whose path is planned now; 0 while applications request flows means that"
                        + " paths are off or nothing was measured.",
                () -> {
                    PathPlan plan = desk.paths().plan();
                    return plan.isValid(time.nanoTime()) ? plan.paths().size() : 0;
                });
        metrics.gauge(
                "fairlead_paths_enforced",
                "1 while hosts are to send by the planned paths; 0 means that the mode or the kill switch leaves them to the network.",
                () -> desk.paths().enforced() ? 1 : 0);
        metrics.gauge(
                "fairlead_paths_mode",
                "1 for the mode in which paths are planned, as it is configured; not as wanted means another configuration.",
                List.of("mode"),
                to -> {
                    for (Mode mode : Mode.values()) {
                        to.add(desk.paths().mode() == mode ? 1 : 0, mode.label());
                    }
                });
        metrics.gauge(
                "fairlead_paths_followers",
                "Hosts whose agents have asked for their paths lately; fewer than have a driver means agents that are down,"
                        + " refused or run without --paths, and what these hosts send is left to the network.",
                () -> desk.paths().followers());
        metrics.gauge(
                "fairlead_paths_disobeyed_links",
                "Links on which switches count less than what is planned over them has moved, by what applications say; above 0"
                        + " may mean a switch that ignores labels or drops what bears one: run 'fairlead network labels verify'.",
                () -> desk.paths().disobeyedLinks());
        metrics.counter(
                "fairlead_path_plans_total",
                "Plans of paths that were made; no growth while applications request flows means that paths are off or nothing"
                        + " was measured.",
                () -> desk.paths().counts().plans());
        metrics.counter(
                "fairlead_paths_proposed_total",
                "Paths that applications counted on when they launched a task, and proposed; no growth while tasks read from afar"
                        + " means that drivers are not shown any that are kept.",
                () -> desk.paths().counts().proposed());
        metrics.counter(
                "fairlead_paths_granted_total",
                "Proposed paths that the next plan gave; far below the proposed ones, tasks were launched for paths that they do"
                        + " not get.",
                () -> desk.paths().counts().granted());
        canary(desk);
    }

    private static void rates(ControllerParts desk) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_rates_guaranteed",
                "Host pairs that are guaranteed a rate now for what is fetched ahead; 0 while applications fetch means that rates"
                        + " are off, nothing is admitted, or all is refused.",
                () -> desk.rates().guaranteed());
        metrics.gauge(
                "fairlead_rates_followers",
                "Hosts and switches whose drivers have asked for their rates lately; fewer than have a driver means drivers that"
                        + " are down or refused, and pairs whose path crosses these have no rate.",
                () -> desk.rates().followers());
        metrics.counter(
                "fairlead_rates_granted_total",
                "Times that a host pair came to have a rate; no growth while applications fetch means that all is refused.",
                () -> desk.rates().counts().granted());
        metrics.counter(
                "fairlead_rates_refused_total",
                "Times that a host pair came to be refused the rate that admitted fetches need, and went on as best effort, by"
                        + " reason; growth of any but too_small means fetches that may be late.",
                List.of("reason"),
                to -> {
                    for (FetchRates.Outcome outcome : FetchRates.Outcome.values()) {
                        if (outcome != FetchRates.Outcome.GUARANTEED) {
                            to.add((double) desk.rates().counts().refused().getOrDefault(outcome, 0L), outcome.label());
                        }
                    }
                });
    }

    private static void canary(ControllerParts desk) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_paths_canary_requests",
                "Requests of host pairs that the canary of paths has compared, by whose paths they took; below 30 on either side"
                        + " the gain has no interval.",
                List.of("side"),
                to -> whileComparing(desk, result -> {
                    to.add((double) result.samplesOurs(), "ours");
                    to.add((double) result.samplesStock(), "stock");
                }));
        metrics.gauge(
                "fairlead_paths_canary_seconds_per_gigabyte",
                "Mean seconds by the gigabytes of a compared request; ours above stock's means that planned paths are slower.",
                List.of("side"),
                to -> whileComparing(desk, result -> {
                    to.add(result.meanOurs(), "ours");
                    to.add(result.meanStock(), "stock");
                }));
        metrics.gauge(
                "fairlead_paths_canary_gain",
                "Share of stock's seconds by the gigabyte that planned paths save, by the canary, and the ends of its 95 %"
                        + " interval, NaN until there is one; low above 0 means that the gain is not by chance, high below 0 that"
                        + " the loss is not.",
                List.of("end"),
                to -> whileComparing(desk, result -> {
                    to.add(result.gain(), "mean");
                    to.add(result.low(), "low");
                    to.add(result.high(), "high");
                }));
    }

    private static void whileComparing(ControllerParts desk, Consumer<CanaryComparison.Result> then) {
        if (desk.paths().mode() == Mode.CANARY) {
            then.accept(desk.paths().comparison());
        }
    }

    private static List<Link> shown(ClusterView view) {
        List<Link> links = view.topology().links();
        return links.subList(0, Math.min(MOST_LINKS, links.size()));
    }

    private static Map<Freshness, Integer> knowledge(ClusterView view, long nowNanos) {
        Map<Freshness, Integer> counts = new EnumMap<>(Freshness.class);
        for (Freshness knowledge : Freshness.values()) {
            counts.put(knowledge, 0);
        }
        view.topology().links().forEach(link -> counts.merge(view.knowledge(link.index(), nowNanos), 1, Integer::sum));
        return counts;
    }

    /** What carries the answers of this controller. */
    static void registerFront(ControllerParts desk, Supplier<FrontFigures> front) {
        Metrics metrics = desk.metrics();
        metrics.gauge(
                "fairlead_connections",
                "Open connections of clients that have shown who they are, and of strangers; many strangers mean a client"
                        + " without a token or an attack.",
                List.of("of"),
                to -> {
                    FrontFigures now = front.get();
                    to.add(now.known(), "known");
                    to.add(now.strangers(), "strangers");
                });
        metrics.counter(
                "fairlead_connections_accepted_total",
                "Connections accepted since the start; fast growth means clients that do not keep theirs, or an attack.",
                () -> front.get().accepted());
        metrics.counter(
                "fairlead_connections_closed_total",
                "Connections closed by this controller: made_room for others, dawdled, or failed their TLS handshake; growth"
                        + " means an attack, a bad network or wrong certificates.",
                List.of("why"),
                to -> {
                    FrontFigures now = front.get();
                    to.add((double) now.evicted(), "made_room");
                    to.add((double) now.expired(), "dawdled");
                    to.add((double) now.handshakesFailed(), "handshake");
                });
        metrics.gauge(
                "fairlead_held_bytes",
                "Bytes of memory held for bodies of requests and for answers that clients take slowly; near an eighth of the"
                        + " heap each (at most 128 MiB), requests are refused.",
                List.of("of"),
                to -> {
                    FrontFigures now = front.get();
                    to.add((double) now.bodyBytes(), "requests");
                    to.add((double) now.answerBytes(), "answers");
                });
        metrics.gauge(
                "fairlead_part_up",
                "1 while a part of this controller works; 0 for more than a few seconds means that the process needs a restart.",
                List.of("part"),
                to -> {
                    to.add(front.get().serving() ? 1 : 0, "http");
                    to.add(desk.views().alive() ? 1 : 0, "views");
                });
    }

    private static String lower(Freshness knowledge) {
        return knowledge.name().toLowerCase(Locale.ROOT);
    }
}
