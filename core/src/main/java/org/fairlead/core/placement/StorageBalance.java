// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * Decides how long placement may follow the network before it has to even out what hosts store. Soft state; safe for threads.
 *
 * <p><b>Rule.</b> A host's excess is what is both our doing and still there: of the replicas that we placed on it beyond the even
 * share, and of those that it stores beyond the even share, the one nearer to zero (none when their signs differ). Hosts that store nothing do not count. One that
 * begins to store counts as if we had placed as many on it before as on others, less what placement is free to differ by: others are not full for being older. While the
 * standard deviation of the excess is below what random placement has anyway, about {@value #OF_RANDOM} √(mean stored), and in small clusters
 * {@value #FREE} replicas, placement is free. Above it, only hosts whose excess is not above the mean are candidates. Deleted files
 * take the excess along, and an imbalance that was there before stops nobody.
 *
 * <p><b>Cost.</b> A pass over the hosts once a second, or when as many replicas were placed as there are hosts; additions in between.
 *
 * <p><b>Example.</b> 300 hosts with 1,000 replicas each; half of them lie behind hot links. 0.8·√1000 = 25: so
 * many replicas more than even may go to each of the others, then each next block goes where less is stored. Ten hosts join: from
 * their first replica on, each counts as if 1000 − 25 had been placed there.
 */
public final class StorageBalance {
    static final double FREE = 6;
    /** Of random placement's deviation; below 1, since writers' own copies and the rest of the rules add to ours. */
    static final double OF_RANDOM = 0.8;
    /** Of √(mean stored): what the excess of two choices differs by at least for the fuller one to be left. */
    static final double CLEAR = 0.5;

    private static final long REFRESH_NANOS = 1_000_000_000L;

    /** By node index: replicas that we placed, and that are not reported to be gone. */
    private record Counts(Topology topology, AtomicLongArray placed, AtomicLong total) {}

    /** The excess at the last pass, changed since by what we placed. */
    private static final class Excess {
        private final double[] byHost;
        private final long version;
        private final long atNanos;
        private final double allowed;
        private final double clear;
        private final double evenPlaced;
        private final int hosts;
        private double sum;
        private double squares;

        Excess(double[] byHost, int hosts, double evenStored, double evenPlaced, long version, long atNanos) {
            this.byHost = byHost;
            this.hosts = hosts;
            this.evenPlaced = evenPlaced;
            allowed = Math.max(FREE, OF_RANDOM * Math.sqrt(evenStored));
            clear = Math.max(1, CLEAR * Math.sqrt(evenStored));
            this.version = version;
            this.atNanos = atNanos;
            for (double excess : byHost) {
                sum += excess;
                squares += excess * excess;
            }
        }

        private synchronized void add(int host) {
            squares += 2 * byHost[host] + 1;
            byHost[host]++;
            sum++;
        }

        private synchronized boolean isAboveMean(int host) {
            return byHost[host] > sum / hosts + 0.5;
        }

        private synchronized double of(int host) {
            return byHost[host];
        }

        private synchronized boolean isFree() {
            double mean = sum / hosts;
            return squares / hosts - mean * mean <= allowed * allowed;
        }
    }

    private volatile Counts counts;
    /** Of the hosts; flat, since a pass reads all. Guarded by this. */
    private int[] indexes = new int[0];
    /** By node index, whether it stored anything at the last pass, and what counts as placed on it before it began to. Guarded by this. */
    private boolean[] stores = new boolean[0];

    private double[] placedBefore = new double[0];

    private volatile Excess excess;

    /** Counts targets that were chosen; the writer's own copy was nobody's choice. */
    void placed(PlacementRequest request, List<Host> targets) {
        Counts now = counts;
        Excess known = excess;
        if (now == null || known == null) {
            return;
        }
        for (Host target : targets) {
            int host = target.index();
            if (request.writer().isPresent() && request.writer().get().equals(target)) {
                continue;
            }
            if (host < now.placed.length() && now.topology.nodes().get(host).equals(target)) {
                now.placed.incrementAndGet(host);
                now.total.incrementAndGet();
                known.add(host);
            }
        }
    }

    /** Brings the excess up to date if it is time to; one caller does it, others go on with what there is. */
    void refresh(Topology topology, Candidates candidates, long nowNanos) {
        Counts now = counts;
        Excess known = excess;
        if (now != null
                && known != null
                && now.topology == topology
                && nowNanos - known.atNanos < REFRESH_NANOS
                && now.total.get() - known.version < Math.max(16, known.hosts)) {
            return;
        }
        pass(topology, candidates, nowNanos);
    }

    private synchronized void pass(Topology topology, Candidates candidates, long nowNanos) {
        if (counts == null || counts.topology != topology) {
            counts = new Counts(topology, new AtomicLongArray(topology.nodes().size()), new AtomicLong());
            excess = null;
            indexes = topology.hosts().stream().mapToInt(Host::index).toArray();
            stores = new boolean[topology.nodes().size()];
            placedBefore = new double[topology.nodes().size()];
        }
        Counts now = counts;
        Excess known = excess;
        double first = known == null ? 0 : Math.max(0, known.evenPlaced - known.allowed);
        double stored = 0;
        double before = 0;
        int storing = 0;
        double[] byHost = new double[topology.nodes().size()];
        int[] all = indexes;
        for (int host : all) {
            byHost[host] = candidates.storedReplicas(host);
            stored += byHost[host];
            begin(host, byHost[host] > 0 || now.placed.get(host) > 0, first);
            before += placedBefore[host];
            storing += stores[host] ? 1 : 0;
        }
        int hosts = Math.max(1, storing);
        double evenStored = stored / hosts;
        double evenPlaced = (now.total.get() + before) / hosts;
        for (int host : all) {
            double ours = now.placed.get(host) + placedBefore[host] - evenPlaced;
            double there = byHost[host] - evenStored;
            boolean counts = stores[host] && ours * there > 0;
            byHost[host] = !counts ? 0 : Math.abs(ours) < Math.abs(there) ? ours : there;
        }
        excess = new Excess(byHost, hosts, evenStored, evenPlaced, now.total.get(), nowNanos);
    }

    private void begin(int host, boolean storesNow, double first) {
        if (storesNow != stores[host]) {
            stores[host] = storesNow;
            placedBefore[host] = storesNow ? first : 0;
        }
    }

    /** Whether placement may follow the network alone. */
    boolean isFree() {
        Excess known = excess;
        return known == null || known.isFree();
    }

    /** Replicas that a host has beyond its even share, as far as that is our doing; negative: fewer. */
    double excess(int host) {
        Excess known = excess;
        return known == null ? 0 : known.of(host);
    }

    /**
     * Whether of two excesses one is less, by more than blocks that follow each other may differ: they would avoid each other's hosts, and a task that
     * reads across their border would find less beside it.
     */
    boolean isClearlyLess(double one, double other) {
        Excess known = excess;
        return known != null && one + known.clear < other;
    }

    /** Whether a host has more than its even share. */
    boolean isAboveMean(int host) {
        Excess known = excess;
        return known != null && known.isAboveMean(host);
    }
}
