// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.topology.Topology;

/**
 * Judges what one more transfer would get of a link, by telling the load of others from our own.
 *
 * <p><b>Goals.</b> A transfer that we decided counts from its first moment to its last, neither twice (reserved and measured) nor
 * as if it were somebody's who never yields. Hot spots that move are seen with the next report.
 *
 * <p><b>Constraints.</b> A link whose report is late counts as fully loaded, an unknown one has nothing to give. Memory is bounded
 * ({@value OwnFlows#MOST} transfers); a new view costs what our transfers touch.
 *
 * <p><b>Algorithm.</b> With every view:
 *
 * <ol>
 *   <li><i>Explain.</i> The max-min fair rates of our own transfers, with the measured loads as capacities, are the largest
 *       traffic of ours that agrees with the measurement; a transfer that ran for a part of a link's interval uses that part of it,
 *       and none moved more than it can become at most (of a block that is written, the block's size), or
 *       than was reported to have moved. Of equal paths it took one, nobody says which: what it carried on all their links together is taken from those where anything was
 *       measured. What comes from many is fetched from one after the other: only the links that most of it crosses bound it, and
 *       it is taken to have used the others by their shares. What remains of a link's load is others' (B).
 *   <li><i>Allow for buffers.</i> The hops of a pipeline do not carry the same in one interval: sockets and queues between them keep up to {@value OwnFlows#KEPT_BYTES}
 *       bytes, which one hop carried in this interval and the next will in a later one. B may be less by so much, and stays as it was where that is enough. Not where
 *       B follows rises slowly anyway.
 *   <li><i>Smooth.</i> B moves by {@value #WEIGHT} of the difference to the last explanation, and at once when that is more than
 *       {@value #JUMP} of the capacity. Where transfers report how much they have moved, that gives the least that is theirs: as long as B lies between
 *       what the largest and the least traffic of ours leave, it stays, since background traffic changes less often than tasks begin.
 *   <li><i>Expect.</i> Our running transfers get the max-min fair rates of what B leaves of the capacities: R a link.
 * </ol>
 *
 * One more transfer gets A = max(C − B − R, (C − B)/(n + 1)), n = our transfers on the link now: what is left over, or an even
 * share with those that are there, since ours yield to each other. To B belongs what other applications have committed since the
 * measurement ({@link ClusterView#committed}). Others' traffic that would yield too cannot be told from
 * traffic that would not, so it counts as it was measured.
 *
 * <p>A transfer that carried next to nothing for several reports, or is far beyond its time, no longer counts.
 *
 * <p><b>Example.</b> A rack's up-link of 18 MB/s is measured full, and one transfer of ours crosses it. Its host's link, which
 * nobody else uses, carried 6. So the transfer moved 6 and others 12: one more gets max(18−12−6, 6/2) = 3 MB/s. The
 * published estimate says 0.
 *
 * <p><b>Source.</b> Ours; the published rule is {@link PublishedLoadModel}.
 */
public final class FairShareLoadModel implements LoadModel {
    static final double WEIGHT = 0.5;
    static final double JUMP = 0.25;
    /** A running transfer is expected to carry at most this many times what it carried lately. */
    private static final double GROWTH = 1.5;

    private static final double WHOLE = 0.95;

    private final long intervalNanos;
    /** Share of a rise that a report's figure is followed by; NaN where rises are followed as falls are. */
    private final double rise;

    private volatile State state;

    private static final class State implements AvailableBandwidth {
        private final ClusterView view;
        private final double[] others;
        /** What others leave of each link's capacity; kept, since a decision asks hundreds of links. */
        private final double[] left;

        private final double[] ours;
        private final OwnFlows own;

        State(ClusterView view, double[] others, double[] left, double[] ours, OwnFlows own) {
            this.ours = ours;
            this.left = left;
            this.view = view;
            this.others = others;
            this.own = own;
        }

        @Override
        public ClusterView view() {
            return view;
        }

        @Override
        public double available(int link, long nowNanos) {
            return own.room(link, left(link, nowNanos));
        }

        @Override
        public double left(int link, long nowNanos) {
            return view.knowledge(link, nowNanos) == Freshness.FRESH ? left[link] : 0;
        }

        @Override
        public OptionalDouble ours(int link) {
            return OptionalDouble.of(Math.min(ours[link], view.latest(link)));
        }

        @Override
        public Freshness knowledge(int link, long nowNanos) {
            return view.knowledge(link, nowNanos);
        }
    }

    /** @param intervalNanos the time over which a link's latest rate is a mean: that between two reports */
    public FairShareLoadModel(Topology topology, long intervalNanos) {
        this(topology, intervalNanos, 0);
    }

    /**
     * For those whose own traffic is not all reported, as that of tasks that read on beyond their part of a file: it comes and goes with what they
     * do, while others' stays; and whose transfers report what they have moved.
     *
     * @param intervalNanos the time over which a link's latest rate is a mean: that between two reports
     * @param riseNanos time constant with which others' load follows one that is measured to be higher; a lower one is then followed by
     *     {@value #WEIGHT} of the difference a report. 0: both as said above
     */
    public FairShareLoadModel(Topology topology, long intervalNanos, long riseNanos) {
        if (intervalNanos <= 0) {
            throw new IllegalArgumentException("the interval must be above 0 ns, not " + intervalNanos);
        }
        this.intervalNanos = intervalNanos;
        rise = riseNanos == 0 ? Double.NaN : -Math.expm1(-(double) intervalNanos / riseNanos);
        state = blind(topology, 0);
    }

    private static State blind(Topology topology, long lastNumber) {
        int links = topology.links().size();
        return new State(
                ClusterView.unknown(topology),
                new double[links],
                new double[links],
                new double[links],
                new OwnFlows(topology, lastNumber));
    }

    @Override
    public String name() {
        return "fairlead";
    }

    @Override
    public synchronized void observe(ClusterView view, long nowNanos) {
        State before = state;
        if (view.topology() != before.view.topology()) {
            before = blind(view.topology(), before.own.lastNumber());
        } else if (view.version() <= before.view.version()) {
            return;
        }
        OwnFlows own = before.own;
        List<OwnFlows.Flow> flows = own.since(nowNanos - 4 * intervalNanos);
        List<double[]> usage =
                flows.stream().map(flow -> usage(view, flow, nowNanos)).toList();
        double[] explained = explain(view, flows, usage, own, nowNanos);
        double[] ahead = ahead(view, before.view, flows, usage, explained);
        double[] least = holds() ? reported(view, flows, usage) : explained;
        double[] others = before.others.clone();
        double[] left = new double[others.length];
        for (int link = 0; link < others.length; link++) {
            double capacity = view.topology().links().get(link).bytesPerSecond();
            if (view.measuredAtNanos(link) != before.view.measuredAtNanos(link)) {
                double measured = Math.max(0, view.latest(link) - explained[link] - ahead[link]);
                double most = Math.max(measured, view.latest(link) - least[link]);
                boolean first = before.view.measuredAtNanos(link) == ClusterView.NEVER;
                double change = (first ? measured : Math.min(Math.max(others[link], measured), most)) - others[link];
                others[link] += first ? change : change * followed(change / capacity);
            }
            left[link] = Math.max(0, capacity - others[link] - view.committed(link));
        }
        own.share(flows, left, GROWTH);
        state = new State(view, others, left, explained, own);
    }

    /** Whether others' load is taken to stay what it was as long as the figures allow it. */
    private boolean holds() {
        return !Double.isNaN(rise);
    }

    /** @param change of others' load as it is measured, as a share of the link */
    private double followed(double change) {
        if (!holds()) {
            return Math.abs(change) > JUMP ? 1 : WEIGHT;
        }
        return change > 0 ? rise : WEIGHT;
    }

    /** @return of each link, the most of its latest rate that our own transfers can have been */
    private double[] explain(
            ClusterView view, List<OwnFlows.Flow> flows, List<double[]> usage, OwnFlows own, long nowNanos) {
        int links = view.topology().links().size();
        OwnFlows.Touched touched = new OwnFlows.Touched(flows, links);
        double[] measured = new double[touched.links.length];
        for (int i = 0; i < measured.length; i++) {
            measured[i] = view.latest(touched.links[i]);
        }
        List<double[]> bounding = new ArrayList<>(flows.size());
        for (int i = 0; i < flows.size(); i++) {
            bounding.add(flows.get(i).ofWholeHops(usage.get(i)));
        }
        double[] caps =
                flows.stream().mapToDouble(flow -> flow.mostPerSecond(nowNanos)).toArray();
        double[] rates = MaxMinFairRates.of(measured, touched.paths, bounding, caps);
        double[] explained = new double[links];
        for (int i = 0; i < rates.length; i++) {
            OwnFlows.Flow flow = flows.get(i);
            double longest = 0;
            for (int hop = 0; hop < flow.links.length; hop++) {
                explained[flow.links[hop]] += flow.isOneOfEqual(hop) ? 0 : usage.get(i)[hop] * rates[i];
                longest = Math.max(longest, usage.get(i)[hop] / flow.times[hop]);
            }
            if (longest > 0.5) {
                own.carried(flow, rates[i], longest > WHOLE, nowNanos);
            }
        }
        for (int i = 0; i < rates.length; i++) {
            if (flows.get(i).equalPaths) {
                explainEqualPaths(view, flows.get(i), usage.get(i), rates[i], explained);
            }
        }
        return explained;
    }

    /** Which of equal paths a transfer took nobody says: what it carried on all their links together is taken from where anything was measured. */
    private static void explainEqualPaths(
            ClusterView view, OwnFlows.Flow flow, double[] usage, double rate, double[] explained) {
        double[] room = new double[usage.length];
        double carried = 0;
        double rooms = 0;
        for (int hop = 0; hop < usage.length; hop++) {
            if (flow.isOneOfEqual(hop)) {
                double unexplained = Math.max(0, view.latest(flow.links[hop]) - explained[flow.links[hop]]);
                room[hop] = Math.min(unexplained, usage[hop] / flow.times[hop] * rate);
                rooms += room[hop];
                carried += usage[hop] * rate;
            }
        }
        double share = rooms > carried ? carried / rooms : 1;
        for (int hop = 0; hop < usage.length; hop++) {
            explained[flow.links[hop]] += share * room[hop];
        }
    }

    /** @return of each link that was measured anew, by how much more than what is explained our own transfers can have been, with what hosts and switches keep of them */
    private double[] ahead(
            ClusterView view, ClusterView before, List<OwnFlows.Flow> flows, List<double[]> usage, double[] explained) {
        double[] ahead = new double[explained.length];
        if (holds()) {
            return ahead; // B follows rises slowly there
        }
        double seconds = intervalNanos / 1e9;
        for (int i = 0; i < flows.size(); i++) {
            OwnFlows.Flow flow = flows.get(i);
            for (int hop = 0; hop < flow.links.length; hop++) {
                int link = flow.links[hop];
                if (usage.get(i)[hop] > 0 && view.measuredAtNanos(link) != before.measuredAtNanos(link)) {
                    double unexplained = Math.max(0, view.latest(link) - explained[link] - ahead[link]);
                    ahead[link] += flow.keptBefore(hop, unexplained * seconds) / seconds;
                }
            }
            flow.settleKept();
        }
        return ahead;
    }

    /** @return of each link, the least of its latest rate that our own transfers must have been, by what they were reported to have moved */
    private static double[] reported(ClusterView view, List<OwnFlows.Flow> flows, List<double[]> usage) {
        double[] least = new double[view.topology().links().size()];
        for (int i = 0; i < flows.size(); i++) {
            OwnFlows.Flow flow = flows.get(i);
            double rate = flow.leastPerSecond();
            for (int hop = 0; hop < flow.links.length; hop++) {
                least[flow.links[hop]] += usage.get(i)[hop] * rate;
            }
        }
        return least;
    }

    /** How much of each of its links' measured intervals a flow used; nothing of a link without a recent figure. */
    private double[] usage(ClusterView view, OwnFlows.Flow flow, long nowNanos) {
        double[] usage = new double[flow.links.length];
        for (int hop = 0; hop < usage.length; hop++) {
            long end = view.measuredAtNanos(flow.links[hop]);
            boolean recent = end != ClusterView.NEVER && nowNanos - end < 4 * intervalNanos;
            usage[hop] = recent ? flow.times[hop] * flow.overlap(end - intervalNanos, end) : 0;
        }
        return usage;
    }

    @Override
    public long commit(Transfer transfer, long nowNanos) {
        return state.own.commit(transfer, nowNanos);
    }

    @Override
    public void progressed(long transfer, long bytes, long nowNanos) {
        state.own.progressed(transfer, bytes, nowNanos);
    }

    @Override
    public void finish(long transfer, long nowNanos) {
        state.own.finish(transfer, nowNanos);
    }

    @Override
    public AvailableBandwidth availableBandwidth() {
        return state;
    }
}
