// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.prefetch.admission.RequestedFetch;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.CommittedLoads;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.OwnMessage;

/**
 * What applications commit on one topology: each message replaces the application's last and holds until it expires. An
 * application belongs to whose token or certificate first spoke for it; where that is anybody's, to the address. Each owner has a
 * quota. Safe for threads.
 */
final class ApplicationReports {
    /** Applications that commit at one time, at most. */
    static final int MOST_APPLICATIONS = 256;

    private final Topology topology;
    private final ReservationQuota quota;
    /** What all hosts' links carry together, bytes per second. */
    private final double capacity;

    private final Counts counts;
    private final Order.Clock clock;
    private final CommittedLoads loads;
    private final Map<String, Entry> entries = new HashMap<>();

    private static final class Entry {
        private final ReportSender owner;
        private final Order order;
        private long untilNanos;
        private long heardNanos;
        private long residualTasks;
        private double bytesPerSecond;
        private List<FlowRequest> flows = List.of();
        private List<RequestedFetch> fetches = List.of();
        private long bytes;

        Entry(ReportSender owner, Order order) {
            this.owner = owner;
            this.order = order;
        }

        boolean isOf(ReportSender speaker) {
            return owner.claimant().equals(speaker.claimant());
        }
    }

    ApplicationReports(
            Topology topology, long intervalNanos, ReservationQuota quota, Order.Clock clock, Counts counts) {
        this.topology = topology;
        this.quota = quota;
        this.clock = clock;
        this.counts = counts;
        loads = new CommittedLoads(topology, intervalNanos);
        capacity = topology.links().stream()
                .filter(link -> link.from() instanceof Host)
                .mapToDouble(Link::bytesPerSecond)
                .sum();
    }

    /**
     * @param speaker may speak for the application, as far as its token says
     * @param view the newest
     * @return flows that were taken
     */
    synchronized int take(FlowRequests requests, ReportSender speaker, ClusterView view, long nowNanos)
            throws RefusedException {
        String application = requests.application();
        Entry entry = entries.get(application);
        if (entry == null) {
            refuseOneMore(speaker);
            entry = new Entry(speaker, new Order(clock));
        } else if (!entry.isOf(speaker)) {
            throw new RefusedException(
                    Reason.FORGED, "'" + application + "' is another's: " + speaker.claimant() + " did not begin it");
        }
        Order.Step step = entry.order.step(
                requests.boot(), requests.sequence(), requests.monotonicNanos(), speaker.isProven(), nowNanos);
        if (step == Order.Step.RESTART) {
            counts.odd(ReportAnomaly.RESTART);
        }
        entries.put(application, entry);
        entry.untilNanos = nowNanos + requests.validMillis() * 1_000_000;
        entry.heardNanos = nowNanos;
        entry.residualTasks = requests.residualTasks();
        entry.bytes = sum(requests, FlowRequests.Flow::bytes);
        List<FlowRequest> flows = withinQuota(entry, speaker, flows(requests));
        entry.flows = flows;
        entry.fetches = fetches(requests, nowNanos);
        loads.commit(speaker.claimant(), application, flows, view, nowNanos);
        return flows.size();
    }

    /** Forgets what was not renewed. @return whether anything was */
    synchronized boolean expire(long nowNanos) {
        List<String> expired = entries.entrySet().stream()
                .filter(entry -> nowNanos - entry.getValue().untilNanos >= 0)
                .map(Map.Entry::getKey)
                .toList();
        expired.forEach(application -> {
            entries.remove(application);
            loads.forget(application, nowNanos);
        });
        return !expired.isEmpty() || loads.lapsed(nowNanos);
    }

    CommittedLoads.Unseen unseen(ClusterView view, long nowNanos) {
        return loads.unseen(view, nowNanos);
    }

    /** By application, what each requests now. */
    synchronized Map<String, List<FlowRequest>> requested() {
        Map<String, List<FlowRequest>> requested = new TreeMap<>();
        entries.forEach((application, entry) -> requested.put(application, entry.flows));
        return requested;
    }

    /** By application, what each fetches ahead now; those that fetch nothing are left out. */
    synchronized Map<String, List<RequestedFetch>> fetches() {
        Map<String, List<RequestedFetch>> fetches = new TreeMap<>();
        entries.forEach((application, entry) -> {
            if (!entry.fetches.isEmpty()) {
                fetches.put(application, entry.fetches);
            }
        });
        return fetches;
    }

    synchronized int applications() {
        return entries.size();
    }

    synchronized long residualTasks() {
        return entries.values().stream().mapToLong(entry -> entry.residualTasks).sum();
    }

    private void refuseOneMore(ReportSender speaker) throws RefusedException {
        if (entries.size() >= MOST_APPLICATIONS) {
            throw new RefusedException(Reason.BUSY, "more than " + MOST_APPLICATIONS + " applications");
        }
        long own =
                entries.values().stream().filter(entry -> entry.isOf(speaker)).count();
        if (speaker.isProven() && own >= quota.names()) {
            throw new RefusedException(
                    Reason.QUOTA, "'" + speaker.identity() + "' reserves under " + own + " names already; no more");
        }
    }

    /** All that one owner reserves stays within its quota: what comes on top is scaled down. */
    private List<FlowRequest> withinQuota(Entry entry, ReportSender speaker, List<FlowRequest> flows) {
        double others = entries.values().stream()
                .filter(other -> other != entry && other.isOf(speaker))
                .mapToDouble(other -> other.bytesPerSecond)
                .sum();
        double asked =
                flows.stream().mapToDouble(FlowRequest::maxBytesPerSecond).sum();
        double most =
                Math.max(0, (speaker.isProven() ? Math.min(quota.bytesPerSecond(), capacity) : capacity) - others);
        entry.bytesPerSecond = Math.min(asked, most);
        if (asked <= most) {
            return flows;
        }
        counts.odd(ReportAnomaly.OVER_QUOTA);
        return flows.stream()
                .map(flow -> flow.atMost(flow.maxBytesPerSecond() * (most / asked)))
                .toList();
    }

    /** What each expects to carry, those with most first. */
    synchronized List<OwnMessage.Application> list(long nowNanos) {
        return entries.entrySet().stream()
                .map(entry -> form(entry.getKey(), entry.getValue(), nowNanos))
                .sorted(Comparator.comparingLong(OwnMessage.Application::bytesPerSecond)
                        .reversed()
                        .thenComparing(OwnMessage.Application::name))
                .toList();
    }

    private static OwnMessage.Application form(String name, Entry entry, long nowNanos) {
        return new OwnMessage.Application(
                name,
                entry.residualTasks,
                entry.flows.size(),
                entry.bytes,
                Math.round(entry.bytesPerSecond),
                Math.max(0, nowNanos - entry.heardNanos) / 1_000_000,
                Math.max(0, entry.untilNanos - nowNanos) / 1_000_000);
    }

    /** What applications claim may be any number: the sum stays one. */
    private static long sum(FlowRequests requests, ToLongFunction<FlowRequests.Flow> of) {
        return requests.flows().stream()
                .mapToLong(of)
                .reduce(0, (one, other) -> one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other);
    }

    /** What they expect on each link, seen by counters or not. */
    double[] claimed() {
        return loads.claimed();
    }

    private List<FlowRequest> flows(FlowRequests requests) {
        List<FlowRequest> flows = new ArrayList<>(requests.flows().size());
        for (FlowRequests.Flow flow : requests.flows()) {
            boolean fromMany = flow.from().isEmpty();
            int from = fromMany ? FlowRequest.MANY : host(flow.from());
            int to = host(flow.to());
            if (to >= 0 && (from >= 0 || fromMany)) {
                TrafficClass of = TrafficClass.named(flow.trafficClass());
                flows.add(FlowRequest.of(flow.id(), from, to, of, flow.bytes(), (double) flow.maxBytesPerSecond())
                        .over(flow.proposed()));
            } else {
                counts.odd(ReportAnomaly.UNKNOWN_HOST);
            }
        }
        return flows;
    }

    private List<RequestedFetch> fetches(FlowRequests requests, long nowNanos) {
        List<RequestedFetch> fetches = new ArrayList<>(requests.fetches().size());
        for (FlowRequests.Fetch fetch : requests.fetches()) {
            int from = host(fetch.from());
            int to = host(fetch.to());
            if (from >= 0 && to >= 0) {
                fetches.add(new RequestedFetch(
                        fetch.id(),
                        fetch.job(),
                        fetch.residualTasks(),
                        from,
                        to,
                        fetch.bytes(),
                        nowNanos + fetch.deadlineMillis() * 1_000_000));
            } else {
                counts.odd(ReportAnomaly.UNKNOWN_HOST);
            }
        }
        return List.copyOf(fetches);
    }

    private int host(String name) {
        return topology.node(name).orElse(null) instanceof Host host ? host.index() : -1;
    }
}
