// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.Arrays;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;

/**
 * Takes in what hosts and switches measured and says, whenever asked, what that makes of the whole cluster: the mutable half of
 * a {@link ClusterView}. Safe for threads; no method takes longer than a pass over the links.
 *
 * <p>Smoothing (Sinbad): L ← α·measured + (1−α)·L with α = {@value #ALPHA} per expected interval; after a gap of Δt,
 * α' = 1 − (1−α)^(Δt/interval). The first figure of a link is taken as it is.
 *
 * <p>Who is believed: a switch before a host, as long as the switch's last figure is fresh.
 *
 * <p>Links between switches that nobody measures are estimated: what a switch sends upwards is what the hosts below it send,
 * shared evenly by its upward links; downwards likewise what they receive. That is too much by what stays below the switch
 * (traffic within a rack), and too little by the traffic of hosts without an agent. The estimate is as old as the newest figure
 * it contains, and there is none when more than {@link Staleness#mostUnknown()} of the hosts below are unknown; for who will never hear of some of the
 * hosts ({@link #ofSomeHosts}), when all of them are. Links between switches of one level are not estimated.
 */
public final class LinkLoads {
    static final double ALPHA = 0.2;

    private final Topology topology;
    private final Routes routes;
    private final long intervalNanos;
    private final Staleness staleness;
    /** Share of the hosts below a link that may be unknown for an estimate. */
    private final double mostUnknown;

    private final double[] smoothed;
    private final double[] latest;
    private final long[] measuredAtNanos;
    private final Origin[] origins;
    private final NodeStatus[] statuses;
    /** Switches, those next to hosts first. */
    private final int[] upwards;

    private final int[] linksUp;
    private final int[] linksDown;
    private long version;

    /**
     * @param intervalNanos expected time between two reports of one source
     * @param firstVersion the first view's version; a source that starts again begins above what it gave before
     */
    public LinkLoads(Topology topology, long intervalNanos, long firstVersion) {
        this(
                topology,
                intervalNanos,
                firstVersion,
                Staleness.reportedEvery(intervalNanos).mostUnknown());
    }

    private LinkLoads(Topology topology, long intervalNanos, long firstVersion, double mostUnknown) {
        if (intervalNanos <= 0) {
            throw new IllegalArgumentException("the interval must be above 0 ns, not " + intervalNanos);
        }
        this.topology = topology;
        this.routes = topology.routes();
        this.intervalNanos = intervalNanos;
        staleness = Staleness.reportedEvery(intervalNanos);
        this.mostUnknown = mostUnknown;
        int links = topology.links().size();
        smoothed = new double[links];
        latest = new double[links];
        measuredAtNanos = new long[links];
        Arrays.fill(measuredAtNanos, ClusterView.NEVER);
        origins = new Origin[links];
        Arrays.fill(origins, Origin.NONE);
        statuses = new NodeStatus[topology.nodes().size()];
        Arrays.fill(statuses, NodeStatus.NONE);
        upwards = topology.switches().stream()
                .mapToInt(node -> node.index())
                .boxed()
                .sorted((a, b) -> Integer.compare(routes.level(a), routes.level(b)))
                .mapToInt(Integer::intValue)
                .toArray();
        linksUp = new int[topology.nodes().size()];
        linksDown = new int[topology.nodes().size()];
        for (Link link : topology.links()) {
            if (isUpward(link)) {
                linksUp[link.from().index()]++;
            } else if (isDownward(link)) {
                linksDown[link.to().index()]++;
            }
        }
        version = firstVersion - 1;
    }

    public LinkLoads(Topology topology, long intervalNanos) {
        this(topology, intervalNanos, 1);
    }

    /** Of an application that hears of the hosts with its own processes alone: links between switches are estimated by those. */
    public static LinkLoads ofSomeHosts(Topology topology, long intervalNanos) {
        return new LinkLoads(topology, intervalNanos, 1, 1);
    }

    /**
     * A link's mean rate over an interval. An older figure than the last of the same link is ignored, and a host's while the
     * switch's is fresh.
     *
     * @param link its index
     * @param bytesPerSecond on the wire, at least 0
     * @param endNanos end of the interval, on this process's monotonic clock
     * @param origin {@link Origin#HOST} or {@link Origin#SWITCH}
     * @return whether it was taken
     */
    public synchronized boolean measured(int link, double bytesPerSecond, long endNanos, Origin origin) {
        if (!(bytesPerSecond >= 0) || Double.isInfinite(bytesPerSecond)) {
            throw new IllegalArgumentException(
                    "link " + topology.links().get(link).name() + ": " + bytesPerSecond
                            + " bytes/s; a finite rate of at least 0 is expected");
        }
        if (origin != Origin.HOST && origin != Origin.SWITCH) {
            throw new IllegalArgumentException("origin " + origin + "; HOST or SWITCH is expected");
        }
        long before = measuredAtNanos[link];
        boolean first = before == ClusterView.NEVER;
        if (!first && endNanos - before <= 0 && origin == origins[link]) {
            return false;
        }
        boolean bySwitch = origins[link] == Origin.SWITCH && !first;
        if (bySwitch && origin == Origin.HOST && staleness.of(endNanos - before) == Freshness.FRESH) {
            return false;
        }
        double rate = Math.min(bytesPerSecond, topology.links().get(link).bytesPerSecond());
        double passed = first ? 0 : Math.max(0, endNanos - before) / (double) intervalNanos;
        double weight = first ? 1 : 1 - StrictMath.pow(1 - ALPHA, passed);
        smoothed[link] += weight * (rate - smoothed[link]);
        latest[link] = rate;
        measuredAtNanos[link] = first ? endNanos : Math.max(before, endNanos);
        origins[link] = origin;
        return true;
    }

    /** What a host said of itself. */
    public synchronized void status(int host, NodeStatus status) {
        if (!(topology.nodes().get(host) instanceof Host)) {
            throw new IllegalArgumentException(
                    topology.nodes().get(host).name() + " is a switch; the status of a host is expected");
        }
        statuses[host] = status;
    }

    public Staleness staleness() {
        return staleness;
    }

    public Topology topology() {
        return topology;
    }

    /** All that is known at a moment; each call makes a newer version. */
    public synchronized ClusterView view(long nowNanos) {
        double[] smoothedNow = smoothed.clone();
        double[] latestNow = latest.clone();
        long[] measuredNow = measuredAtNanos.clone();
        Origin[] originsNow = origins.clone();
        new Estimate(nowNanos, smoothedNow, latestNow, measuredNow, originsNow).fill();
        version++;
        return new ClusterView(
                topology, version, staleness, smoothedNow, latestNow, measuredNow, originsNow, statuses.clone());
    }

    private boolean isUpward(Link link) {
        return betweenSwitches(link)
                && routes.level(link.to().index()) > routes.level(link.from().index());
    }

    private boolean isDownward(Link link) {
        return betweenSwitches(link)
                && routes.level(link.to().index()) < routes.level(link.from().index());
    }

    private static boolean betweenSwitches(Link link) {
        return !(link.from() instanceof Host) && !(link.to() instanceof Host);
    }

    /** One pass from the hosts upwards: what each switch's hosts send and receive, hence the links nobody measures. */
    private final class Estimate {
        private final long nowNanos;
        private final double[] smoothedNow;
        private final double[] latestNow;
        private final long[] measuredNow;
        private final Origin[] originsNow;
        private final Flow sent = new Flow();
        private final Flow received = new Flow();

        /** What goes through each switch in one direction, by node index. */
        private final class Flow {
            private final double[] smooth = new double[topology.nodes().size()];
            private final double[] last = new double[smooth.length];
            private final double[] known = new double[smooth.length];
            private final double[] all = new double[smooth.length];
            private final long[] newest = new long[smooth.length];

            Flow() {
                Arrays.fill(newest, ClusterView.NEVER);
            }

            void add(int node, int link, double share, double hostsKnown, double hosts) {
                all[node] += hosts;
                known[node] += hostsKnown;
                if (hostsKnown > 0 || share < 1) {
                    smooth[node] += smoothedNow[link];
                    last[node] += latestNow[link];
                    newest[node] = Math.max(newest[node], measuredNow[link]);
                }
            }
        }

        Estimate(long nowNanos, double[] smoothedNow, double[] latestNow, long[] measuredNow, Origin[] originsNow) {
            this.nowNanos = nowNanos;
            this.smoothedNow = smoothedNow;
            this.latestNow = latestNow;
            this.measuredNow = measuredNow;
            this.originsNow = originsNow;
        }

        void fill() {
            for (Host host : topology.hosts()) {
                int index = host.index();
                if (routes.isPlain(index)) {
                    addHost(sent, routes.edgeOf(index), routes.upLink(index));
                    addHost(received, routes.edgeOf(index), routes.downLink(index));
                }
            }
            for (int node : upwards) {
                for (int link : routes.linksOut(node)) {
                    if (isUpward(topology.links().get(link))) {
                        estimate(sent, node, link, linksUp[node], routes.linkTo(link));
                    }
                }
                for (int link : routes.linksIn(node)) {
                    if (isDownward(topology.links().get(link))) {
                        estimate(received, node, link, linksDown[node], routes.linkFrom(link));
                    }
                }
            }
        }

        private boolean isKnown(int link) {
            return measuredNow[link] != ClusterView.NEVER
                    && staleness.of(nowNanos - measuredNow[link]) != Freshness.UNKNOWN;
        }

        private void addHost(Flow flow, int node, int link) {
            flow.add(node, link, 1, isKnown(link) ? 1 : 0, 1);
        }

        private void estimate(Flow below, int node, int link, int sharers, int above) {
            boolean measured = originsNow[link] != Origin.NONE && isKnown(link);
            boolean enough = below.known[node] > 0 && below.known[node] >= (1 - mostUnknown) * below.all[node] - 1e-9;
            if (!measured && enough) {
                double capacity = topology.links().get(link).bytesPerSecond();
                smoothedNow[link] = Math.min(capacity, below.smooth[node] / sharers);
                latestNow[link] = Math.min(capacity, below.last[node] / sharers);
                measuredNow[link] = below.newest[node];
                originsNow[link] = Origin.ESTIMATED;
            }
            below.add(above, link, 1.0 / sharers, below.known[node] / sharers, below.all[node] / sharers);
        }
    }
}
