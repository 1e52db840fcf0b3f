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
import java.util.function.LongSupplier;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.CommittedLoads;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.protocol.message.Commitments;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.SwitchCounters;

/** Takes reports for one topology after another. Safe for threads. */
public final class Reports implements AutoCloseable {
    /** Switch exporters at most. */
    private static final int MOST_EXPORTERS = 1000;

    private final long intervalNanos;
    private final boolean trustAddresses;
    private final LongSupplier nanos;
    private final AddressBook addresses;
    private final Counts counts = new Counts();
    private volatile State state;
    private final AtomicLong taken = new AtomicLong();

    /** All that belongs to one topology. */
    private record State(
            Topology topology,
            LinkLoads loads,
            FailureDetector health,
            Map<String, HostReports> hosts,
            Map<String, Link> links,
            Map<String, SwitchReports> exporters,
            ApplicationReports applications) {}

    /**
     * @param trustAddresses whoever names a host is believed
     * @param nanos monotonic clock
     */
    public Reports(
            Topology topology,
            long intervalNanos,
            boolean trustAddresses,
            HostAddresses addresses,
            LongSupplier nanos) {
        this.intervalNanos = intervalNanos;
        this.trustAddresses = trustAddresses;
        this.nanos = nanos;
        this.addresses = new AddressBook(addresses);
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

    /** What is known now; newer than what was asked for before. */
    public ClusterView view() {
        State now = state;
        return now.loads.view(nanos.getAsLong());
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

    /** The hosts of a topology that are suspected now; nobody when another one is watched by now. */
    public Suspects suspects(Topology of) {
        State now = state;
        return now.topology == of ? now.health.judge(nanos.getAsLong()) : Suspects.NONE;
    }

    /** Figures start anew; that a host was heard of is kept. */
    public synchronized void topology(Topology topology) {
        State before = state;
        long version = before.loads.view(nanos.getAsLong()).version() + 1;
        state = state(topology, version, before.hosts, before.health.movedTo(topology));
        addresses.retain(state.hosts.keySet());
        taken.incrementAndGet();
    }

    /** @param from who sent it; empty: this process itself */
    public void take(Heartbeat heartbeat, Optional<InetAddress> from) throws RefusedException {
        State now = state;
        ofThisCluster(now, heartbeat.cluster());
        HostReports host = now.hosts.get(heartbeat.host());
        if (host == null) {
            throw new RefusedException(
                    Reason.UNKNOWN, "no host '" + heartbeat.host() + "' in topology '" + now.topology.name() + "'");
        }
        long nowNanos = nanos.getAsLong();
        if (from.isPresent() && !trustAddresses) {
            refuseForged(heartbeat.host(), from.get(), nowNanos);
        }
        host.take(heartbeat, now.loads, now.health, nowNanos);
        counts.heartbeat();
        taken.incrementAndGet();
    }

    /** @return links whose counters were taken */
    public int take(SwitchCounters counters) throws RefusedException {
        State now = state;
        ofThisCluster(now, counters.cluster());
        if (now.exporters.size() >= MOST_EXPORTERS && !now.exporters.containsKey(counters.exporter())) {
            throw new RefusedException(Reason.BUSY, "more than " + MOST_EXPORTERS + " switch exporters");
        }
        int links = now.exporters
                .computeIfAbsent(counters.exporter(), exporter -> new SwitchReports(counts))
                .take(counters, now.links, now.loads, now.health, nanos.getAsLong());
        counts.switchReport();
        taken.incrementAndGet();
        return links;
    }

    /**
     * @param from who sent it; empty: this process itself
     * @param view the newest
     * @return host pairs that were taken
     */
    public int take(Commitments commitments, Optional<InetAddress> from, ClusterView view) throws RefusedException {
        State now = state;
        ofThisCluster(now, commitments.cluster());
        if (view.topology() != now.topology) {
            throw new RefusedException(Reason.BUSY, "the topology is being replaced; try again");
        }
        Optional<InetAddress> speaker = trustAddresses ? Optional.empty() : from;
        int pairs = now.applications.take(commitments, speaker, view, nanos.getAsLong());
        counts.commitments();
        taken.incrementAndGet();
        return pairs;
    }

    /** What applications have committed and this view does not show. */
    public CommittedLoads.Unseen unseen(ClusterView view) {
        State now = state;
        return now.topology == view.topology()
                ? now.applications.unseen(view)
                : CommittedLoads.Unseen.none(view.topology());
    }

    /** Forgets commitments that were not renewed. */
    public void expire() {
        if (state.applications.expire(nanos.getAsLong())) {
            taken.incrementAndGet();
        }
    }

    /** Applications whose commitments hold now. */
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
                            ? new HostReports(host.index(), sends, receives, counts)
                            : old.moved(host.index(), sends, receives));
        }
        return new State(
                topology,
                new LinkLoads(topology, intervalNanos, firstVersion),
                health,
                hosts,
                links,
                new ConcurrentHashMap<>(),
                new ApplicationReports(topology, counts));
    }
}
