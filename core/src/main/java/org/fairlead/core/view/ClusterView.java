// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.Arrays;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.network.Steering;
import org.fairlead.core.topology.Topology;

/**
 * What was measured, at a moment: of each link its load and the age of that figure, of each host its status. Immutable; readers
 * take no lock. Links and hosts go by their {@code index()}.
 *
 * <p>All times are on one monotonic clock, that of the process which holds the view. A view that came over the wire carries
 * ages, which its receiver turns into times on its own clock: steps of anybody's wall clock change nothing.
 */
public final class ClusterView {
    /** {@link #measuredAtNanos} of what was never measured. */
    public static final long NEVER = Long.MIN_VALUE;

    private final Topology topology;
    private final long version;
    private final Staleness staleness;
    private final double[] smoothed;
    private final double[] latest;
    private final long[] measuredAtNanos;
    private final Origin[] origins;
    private final NodeStatus[] statuses;
    private final long[] heardNanos;
    private final double[] committed;
    private final Suspects suspects;
    private final Steering steering;
    private final long newestNanos;

    /**
     * Takes the arrays as they are: who builds a view does not touch them afterwards.
     *
     * @param version grows with every view of one source
     * @param smoothed EWMA of each link's rate, bytes per second
     * @param latest each link's rate over its last interval, bytes per second
     * @param measuredAtNanos when that interval ended
     * @param statuses by node index; {@link NodeStatus#NONE} for switches and silent hosts
     */
    public ClusterView(
            Topology topology,
            long version,
            Staleness staleness,
            double[] smoothed,
            double[] latest,
            long[] measuredAtNanos,
            Origin[] origins,
            NodeStatus[] statuses) {
        this(
                topology,
                version,
                staleness,
                smoothed,
                latest,
                measuredAtNanos,
                origins,
                statuses,
                never(topology.nodes().size()),
                new double[topology.links().size()],
                Suspects.NONE,
                Steering.NONE);
    }

    private ClusterView(
            Topology topology,
            long version,
            Staleness staleness,
            double[] smoothed,
            double[] latest,
            long[] measuredAtNanos,
            Origin[] origins,
            NodeStatus[] statuses,
            long[] heardNanos,
            double[] committed,
            Suspects suspects,
            Steering steering) {
        int links = topology.links().size();
        if (smoothed.length != links
                || latest.length != links
                || measuredAtNanos.length != links
                || origins.length != links
                || committed.length != links
                || statuses.length != topology.nodes().size()
                || heardNanos.length != topology.nodes().size()) {
            throw new IllegalArgumentException("a figure for each of " + links + " links and "
                    + topology.nodes().size() + " nodes is expected");
        }
        this.topology = topology;
        this.version = version;
        this.staleness = staleness;
        this.smoothed = smoothed;
        this.latest = latest;
        this.measuredAtNanos = measuredAtNanos;
        this.origins = origins;
        this.statuses = statuses;
        this.heardNanos = heardNanos;
        this.committed = committed;
        this.suspects = suspects;
        this.steering = steering;
        newestNanos = Arrays.stream(measuredAtNanos).max().orElse(NEVER);
    }

    /** A view in which nothing is known. */
    public static ClusterView unknown(Topology topology) {
        int links = topology.links().size();
        Origin[] none = new Origin[links];
        Arrays.fill(none, Origin.NONE);
        NodeStatus[] statuses = new NodeStatus[topology.nodes().size()];
        Arrays.fill(statuses, NodeStatus.NONE);
        return new ClusterView(
                topology, 0, Staleness.STANDARD, new double[links], new double[links], never(links), none, statuses);
    }

    private static long[] never(int length) {
        long[] never = new long[length];
        Arrays.fill(never, NEVER);
        return never;
    }

    /**
     * The same measurements, beside what applications have committed and no counter has seen yet ({@link CommittedLoads}).
     *
     * @param bytesPerSecond for each link; not touched afterwards
     */
    public ClusterView withCommitted(double[] bytesPerSecond) {
        return with(heardNanos, bytesPerSecond, suspects, steering);
    }

    /**
     * The same measurements, and when hosts said what they last said of themselves; without it that is not known.
     *
     * @param nanos by node index; {@link #NEVER} for switches and silent hosts; not touched afterwards
     */
    public ClusterView withHeard(long[] nanos) {
        return with(nanos, committed, suspects, steering);
    }

    /** The same measurements, and which hosts are suspected to be cut off, dead or hung. */
    public ClusterView withSuspects(Suspects now) {
        return with(heardNanos, committed, now, steering);
    }

    /** The same measurements, and for which host pairs somebody keeps paths. */
    public ClusterView withSteering(Steering now) {
        return with(heardNanos, committed, suspects, now);
    }

    private ClusterView with(long[] heard, double[] committedNow, Suspects suspectsNow, Steering steeringNow) {
        return new ClusterView(
                topology,
                version,
                staleness,
                smoothed,
                latest,
                measuredAtNanos,
                origins,
                statuses,
                heard,
                committedNow,
                suspectsNow,
                steeringNow);
    }

    /** For which host pairs and classes somebody keeps paths, and which are held. */
    public Steering steering() {
        return steering;
    }

    /** The hosts that are suspected to be cut off, dead or hung. */
    public Suspects suspects() {
        return suspects;
    }

    public Topology topology() {
        return topology;
    }

    public long version() {
        return version;
    }

    public Staleness staleness() {
        return staleness;
    }

    /** EWMA of a link's rate, bytes per second on the wire. */
    public double smoothed(int link) {
        return smoothed[link];
    }

    /** A link's rate over the last interval in which it was measured, bytes per second on the wire. */
    public double latest(int link) {
        return latest[link];
    }

    /** What applications have committed on a link and no counter has seen yet, bytes per second; comes on top of what is measured. */
    public double committed(int link) {
        return committed[link];
    }

    public long measuredAtNanos(int link) {
        return measuredAtNanos[link];
    }

    public Origin origin(int link) {
        return origins[link];
    }

    public Freshness knowledge(int link, long nowNanos) {
        return measuredAtNanos[link] == NEVER ? Freshness.UNKNOWN : staleness.of(nowNanos - measuredAtNanos[link]);
    }

    /** Whether not a single link was measured lately: who reports is gone, or who collects. */
    public boolean isBlind(long nowNanos) {
        return newestNanos == NEVER || staleness.of(nowNanos - newestNanos) != Freshness.FRESH;
    }

    /** @param host its {@link org.fairlead.core.topology.Host#index()} */
    public NodeStatus status(int host) {
        return statuses[host];
    }

    /** Whether what a host said of itself counts: it said it lately enough, of those of which that is known ({@link #withHeard}). */
    public boolean isHeard(int host, long nowNanos) {
        return heardNanos[host] != NEVER && staleness.of(nowNanos - heardNanos[host]) != Freshness.UNKNOWN;
    }
}
