package org.fairlead.control.report;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.CommittedLoads;
import org.fairlead.protocol.message.Commitments;
import org.fairlead.protocol.message.OwnMessage;

/**
 * What applications commit on one topology: each message replaces the application's last and holds until it expires. An
 * application belongs to the address that first spoke for it. Safe for threads.
 */
final class ApplicationReports {
    /** Applications that commit at one time, at most. */
    static final int MOST_APPLICATIONS = 256;

    private final Topology topology;
    private final Counts counts;
    private final CommittedLoads loads;
    private final Map<String, Entry> entries = new HashMap<>();

    private static final class Entry {
        private final Optional<InetAddress> owner;
        private final Order order = new Order();
        private long untilNanos;
        private long heardNanos;
        private long residualTasks;
        private int pairs;
        private long bytes;
        private long bytesPerSecond;

        Entry(Optional<InetAddress> owner) {
            this.owner = owner;
        }
    }

    ApplicationReports(Topology topology, Counts counts) {
        this.topology = topology;
        this.counts = counts;
        loads = new CommittedLoads(topology);
    }

    /**
     * @param from empty: whoever it is, is believed
     * @param view the newest
     * @return host pairs that were taken
     */
    synchronized int take(Commitments commitments, Optional<InetAddress> from, ClusterView view, long nowNanos)
            throws RefusedException {
        String application = commitments.application();
        Entry entry = entries.get(application);
        if (entry == null) {
            if (entries.size() >= MOST_APPLICATIONS) {
                throw new RefusedException(Reason.BUSY, "more than " + MOST_APPLICATIONS + " applications");
            }
            entry = new Entry(from);
        } else if (from.isPresent() && !from.equals(entry.owner)) {
            throw new RefusedException(
                    Reason.FORGED, from.get().getHostAddress() + " is not where '" + application + "' speaks from");
        }
        if (entry.order.step(commitments.boot(), commitments.sequence(), commitments.monotonicNanos())
                == Order.Step.RESTART) {
            counts.odd(Oddity.RESTART);
        }
        entries.put(application, entry);
        entry.untilNanos = nowNanos + commitments.validMillis() * 1_000_000;
        entry.heardNanos = nowNanos;
        entry.residualTasks = commitments.residualTasks();
        entry.pairs = commitments.pairs().size();
        entry.bytes = sum(commitments, Commitments.HostPair::bytes);
        entry.bytesPerSecond = sum(commitments, Commitments.HostPair::bytesPerSecond);
        List<CommittedLoads.Pair> pairs = pairs(commitments);
        loads.commit(application, pairs, view, nowNanos);
        return pairs.size();
    }

    /** Forgets what was not renewed. @return whether anything was */
    synchronized boolean expire(long nowNanos) {
        List<String> expired = entries.entrySet().stream()
                .filter(entry -> nowNanos - entry.getValue().untilNanos >= 0)
                .map(Map.Entry::getKey)
                .toList();
        expired.forEach(application -> {
            entries.remove(application);
            loads.forget(application);
        });
        return !expired.isEmpty();
    }

    CommittedLoads.Unseen unseen(ClusterView view) {
        return loads.unseen(view);
    }

    synchronized int applications() {
        return entries.size();
    }

    synchronized long residualTasks() {
        return entries.values().stream().mapToLong(entry -> entry.residualTasks).sum();
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
                entry.pairs,
                entry.bytes,
                entry.bytesPerSecond,
                Math.max(0, nowNanos - entry.heardNanos) / 1_000_000,
                Math.max(0, entry.untilNanos - nowNanos) / 1_000_000);
    }

    /** What applications claim may be any number: the sum stays one. */
    private static long sum(Commitments commitments, ToLongFunction<Commitments.HostPair> of) {
        return commitments.pairs().stream()
                .mapToLong(of)
                .reduce(0, (one, other) -> one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other);
    }

    /** What they expect on each link, seen by counters or not. */
    double[] claimed() {
        return loads.claimed();
    }

    private List<CommittedLoads.Pair> pairs(Commitments commitments) {
        List<CommittedLoads.Pair> pairs = new ArrayList<>(commitments.pairs().size());
        for (Commitments.HostPair pair : commitments.pairs()) {
            int from = pair.from().isEmpty() ? CommittedLoads.MANY : host(pair.from());
            int to = host(pair.to());
            if (to >= 0 && (from >= 0 || pair.from().isEmpty())) {
                pairs.add(new CommittedLoads.Pair(from, to, pair.bytesPerSecond()));
            } else {
                counts.odd(Oddity.UNKNOWN_HOST);
            }
        }
        return pairs;
    }

    private int host(String name) {
        return topology.node(name).orElse(null) instanceof Host host ? host.index() : -1;
    }
}
