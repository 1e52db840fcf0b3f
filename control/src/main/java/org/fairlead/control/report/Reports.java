// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.LinkDamping;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.prefetch.admission.RequestedFetch;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.CommittedLoads;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Staleness;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.OwnMessage;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.Identity;

/** Takes reports for one topology after another. Safe for threads. */
public final class Reports implements AutoCloseable {
    /** Series of switch counters at most, and of one token or certificate. */
    private static final int MOST_EXPORTERS = 1000;

    private static final int MOST_OF_AN_IDENTITY = 8;
    /** A series of switch counters is forgotten then: its exporter may have another name since it was started again. */
    private static final long SILENT_NANOS = 60_000_000_000L;

    private final long intervalNanos;
    private final boolean trustAddresses;
    private final TimeSource time;
    private final ReservationQuota quota;
    private final Order.Clock clock;
    private final AddressBook addresses;
    private final NameNodeReports nameNodes;
    private final Acknowledgements acknowledgements = new Acknowledgements(KernelConnections::unacknowledging);
    private final Counts counts;
    private volatile State state;
    private final AtomicLong taken = new AtomicLong();

    /** All that belongs to one topology. */
    private record State(
            Topology topology,
            LinkLoads loads,
            FailureDetector health,
            LinkDamping damping,
            Map<String, HostReports> hosts,
            Map<String, Link> links,
            Map<Exporter, SwitchReports> exporters,
            ApplicationReports applications) {}

    /** A series of switch counters: what one sends, no other can disturb. */
    private record Exporter(Identity identity, String name) {}

    /**
     * @param trustAddresses whoever names a host is believed
     * @param quota of each that reserves
     * @param counts of what is taken
     */
    public Reports(
            Topology topology,
            long intervalNanos,
            boolean trustAddresses,
            HostAddresses addresses,
            ReservationQuota quota,
            Counts counts,
            TimeSource time) {
        this.intervalNanos = intervalNanos;
        this.counts = counts;
        this.trustAddresses = trustAddresses;
        this.time = time;
        this.addresses = new AddressBook(addresses, time);
        this.quota = quota;
        clock = new Order.Clock(Staleness.reportedEvery(intervalNanos).unknownAfterNanos(), time);
        nameNodes = new NameNodeReports(clock, counts);
        state = state(topology, 1, Map.of(), new FailureDetector(topology));
    }

    public Counts counts() {
        return counts;
    }

    /** Grows with each report that was taken. */
    public long taken() {
        return taken.get();
    }

    public Topology topology() {
        return state.topology;
    }

    /** Indices of links without a carrier or that had none lately, as switches report; none where the topology is another one by now. */
    public Set<Integer> avoidedLinks(Topology of) {
        State now = state;
        return now.topology == of ? now.damping.avoided(time.nanoTime()) : Set.of();
    }

    /** What is known now; newer than what was asked for before. */
    public ClusterView view() {
        State now = state;
        return now.loads.view(time.nanoTime());
    }

    /**
     * By node index: when the host was last heard of, on the monotonic clock; {@link ClusterView#NEVER} for silent hosts and
     * switches.
     */
    public long[] heardNanos(Topology of) {
        State now = state;
        long[] heard = new long[of.nodes().size()];
        Arrays.fill(heard, ClusterView.NEVER);
        if (now.topology == of) {
            now.hosts.values().forEach(host -> heard[host.host] = host.heardNanos());
        }
        return heard;
    }

    /** Who judges which hosts of a topology have fallen silent; others may be witnesses, too. Empty while another one is watched. */
    public Optional<FailureDetector> health(Topology of) {
        State now = state;
        return now.topology == of ? Optional.of(now.health) : Optional.empty();
    }

    /** The hosts of a topology that are suspected now; nobody when another one is watched by now. To be asked by one thread. */
    public Suspects suspects(Topology of) {
        State now = state;
        if (now.topology != of) {
            return Suspects.NONE;
        }
        long nowNanos = time.nanoTime();
        acknowledgements.look(now.hosts.values(), now.health, nowNanos);
        return now.health.judge(nowNanos);
    }

    /** Figures start anew; that a host was heard of is kept. */
    public synchronized void topology(Topology topology) {
        State before = state;
        long version = before.loads.view(time.nanoTime()).version() + 1;
        state = state(topology, version, before.hosts, before.health.movedTo(topology));
        addresses.retain(state.hosts.keySet());
        taken.incrementAndGet();
    }

    /** As whoever may speak for anybody. @see #take(Heartbeat, Speaker) */
    public void take(Heartbeat heartbeat, Optional<InetAddress> from) throws RefusedException {
        take(heartbeat, new ReportSender(Identity.ANYBODY, from));
    }

    /** The speaker may speak for the host, as far as its token says; whether it has the host's address is looked at here. */
    public void take(Heartbeat heartbeat, ReportSender speaker) throws RefusedException {
        Optional<InetAddress> from = speaker.from();
        State now = state;
        ofThisCluster(now, heartbeat.cluster());
        HostReports host = now.hosts.get(heartbeat.host());
        if (host == null) {
            throw new RefusedException(
                    Reason.UNKNOWN, "no host '" + heartbeat.host() + "' in topology '" + now.topology.name() + "'");
        }
        long nowNanos = time.nanoTime();
        if (from.isPresent() && !trustAddresses) {
            refuseForged(heartbeat.host(), from.get(), nowNanos);
        }
        host.take(heartbeat, speaker, now.loads, now.health, nowNanos);
        counts.heartbeat();
        taken.incrementAndGet();
    }

    /**
     * Of this process itself.
     *
     * @return links whose counters were taken
     */
    public int take(SwitchCounters counters) throws RefusedException {
        return take(counters, ReportSender.INSIDE);
    }

    /** @return links whose counters were taken */
    public int take(SwitchCounters counters, ReportSender speaker) throws RefusedException {
        State now = state;
        ofThisCluster(now, counters.cluster());
        Exporter exporter = new Exporter(speaker.identity(), counters.exporter());
        if (!now.exporters.containsKey(exporter)) {
            refuseOneMore(now, exporter);
        }
        int links = now.exporters
                .computeIfAbsent(exporter, series -> new SwitchReports(counts, clock, now.damping, time.nanoTime()))
                .take(counters, speaker.identity(), now.links, now.loads, now.health, time.nanoTime());
        counts.switchReport();
        taken.incrementAndGet();
        return links;
    }

    /** As whoever may speak for anybody. @see #take(FlowRequests, Speaker, ClusterView) */
    public int take(FlowRequests requests, Optional<InetAddress> from, ClusterView view) throws RefusedException {
        return take(requests, new ReportSender(Identity.ANYBODY, from), view);
    }

    /**
     * @param view the newest
     * @return flows that were taken
     */
    public int take(FlowRequests requests, ReportSender speaker, ClusterView view) throws RefusedException {
        State now = state;
        ofThisCluster(now, requests.cluster());
        if (view.topology() != now.topology) {
            throw new RefusedException(Reason.BUSY, "the topology is being replaced; try again");
        }
        ReportSender believed = trustAddresses ? new ReportSender(speaker.identity(), Optional.empty()) : speaker;
        int flows = now.applications.take(requests, believed, view, time.nanoTime());
        counts.flowRequests();
        taken.incrementAndGet();
        return flows;
    }

    /**
     * What a NameNode elsewhere hears of hosts.
     *
     * @return DataNodes that were taken
     */
    public int take(WitnessReport witnesses, ReportSender speaker) throws RefusedException {
        State now = state;
        ofThisCluster(now, witnesses.cluster());
        int datanodes = nameNodes.take(witnesses, speaker, now.hosts, now.health, time.nanoTime());
        counts.witnessReport();
        return datanodes;
    }

    /** What applications have committed and this view does not show. */
    public CommittedLoads.Unseen unseen(ClusterView view) {
        State now = state;
        return now.topology == view.topology()
                ? now.applications.unseen(view, time.nanoTime())
                : CommittedLoads.Unseen.none(view.topology());
    }

    /** By application, what each requests now of this topology; nothing of another one. */
    public Map<String, List<FlowRequest>> requested(Topology of) {
        State now = state;
        return now.topology == of ? now.applications.requested() : Map.of();
    }

    /** By application, what each fetches ahead now in this topology; nothing of another one. */
    public Map<String, List<RequestedFetch>> fetches(Topology of) {
        State now = state;
        return now.topology == of ? now.applications.fetches() : Map.of();
    }

    /** What each application has committed and holds now. */
    public List<OwnMessage.Application> applicationList() {
        return state.applications.list(time.nanoTime());
    }

    /** What applications expect on each link, seen by counters or not, bytes per second; empty when none commits, or of another topology. */
    public Optional<double[]> claimed(Topology of) {
        State now = state;
        return now.topology == of && now.applications.applications() > 0
                ? Optional.of(now.applications.claimed())
                : Optional.empty();
    }

    /** Forgets flow requests that were not renewed, or that no counter has confirmed in time, and NameNodes that are heard of no more. */
    public void expire() {
        State now = state;
        long nowNanos = time.nanoTime();
        nameNodes.expire(now.hosts, now.health, nowNanos);
        now.exporters.values().removeIf(series -> nowNanos - series.takenNanos() >= SILENT_NANOS);
        if (now.applications.expire(nowNanos)) {
            taken.incrementAndGet();
        }
    }

    /** Applications whose flow requests hold now. */
    public int applications() {
        return state.applications.applications();
    }

    /** Tasks of theirs that have not begun. */
    public long residualTasks() {
        return state.applications.residualTasks();
    }

    @Override
    public void close() {
        addresses.close();
    }

    private static void refuseOneMore(State now, Exporter exporter) throws RefusedException {
        if (now.exporters.size() >= MOST_EXPORTERS) {
            throw new RefusedException(Reason.BUSY, "more than " + MOST_EXPORTERS + " switch exporters");
        }
        long own = now.exporters.keySet().stream()
                .filter(series -> series.identity().equals(exporter.identity()))
                .count();
        if (exporter.identity().isOfSomebody() && own >= MOST_OF_AN_IDENTITY) {
            throw new RefusedException(
                    Reason.QUOTA, "'" + exporter.identity() + "' reports under " + own + " names already; no more");
        }
    }

    private static void ofThisCluster(State now, String cluster) throws RefusedException {
        if (!cluster.isEmpty() && !cluster.equals(now.topology.name())) {
            throw new RefusedException(
                    Reason.FOREIGN, "of cluster '" + cluster + "'; this is '" + now.topology.name() + "'");
        }
    }

    private void refuseForged(String host, InetAddress from, long nowNanos) throws RefusedException {
        Optional<Set<InetAddress>> known = addresses.of(host, nowNanos);
        if (known.isEmpty()) {
            throw new RefusedException(
                    Reason.UNRESOLVED, "the addresses of '" + host + "' are being asked for; try again");
        }
        if (!known.get().contains(from)) {
            throw new RefusedException(
                    Reason.FORGED, from.getHostAddress() + " is not an address of host '" + host + "'");
        }
    }

    private State state(Topology topology, long firstVersion, Map<String, HostReports> before, FailureDetector health) {
        Map<String, Link> links = new HashMap<>();
        Map<Integer, List<Link>> out = new HashMap<>();
        Map<Integer, List<Link>> in = new HashMap<>();
        for (Link link : topology.links()) {
            links.put(link.name(), link);
            out.computeIfAbsent(link.from().index(), node -> new ArrayList<>()).add(link);
            in.computeIfAbsent(link.to().index(), node -> new ArrayList<>()).add(link);
        }
        Map<String, HostReports> hosts = new HashMap<>();
        for (Host host : topology.hosts()) {
            List<Link> sends = out.getOrDefault(host.index(), List.of());
            List<Link> receives = in.getOrDefault(host.index(), List.of());
            HostReports old = before.get(host.name());
            hosts.put(
                    host.name(),
                    old == null
                            ? new HostReports(host.index(), sends, receives, counts, clock)
                            : old.moved(host.index(), sends, receives));
        }
        return new State(
                topology,
                new LinkLoads(topology, intervalNanos, firstVersion),
                health,
                new LinkDamping(),
                hosts,
                links,
                new ConcurrentHashMap<>(),
                new ApplicationReports(topology, intervalNanos, quota, clock, counts));
    }
}
