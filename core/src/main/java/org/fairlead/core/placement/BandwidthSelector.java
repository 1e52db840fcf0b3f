// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Headroom;

/**
 * Orders the replicas of a block by what a reader would get from each.
 *
 * <p><b>Goals.</b> A reader gets its data where the network and the source's disk have room, and readers who ask at the same time do
 * not all go to the same place.
 *
 * <p><b>Constraints.</b> Each replica is listed once. The reader's own replica comes first. When more of the replicas than
 * {@link org.fairlead.core.view.Staleness#mostUnknown()} are unknown, stock's order stays.
 *
 * <p><b>Algorithm.</b> A(replica) = the mean over equal-cost paths to the reader of the least available on them, and no more than
 * what the source's disk can read besides; to a reader outside the network, paths to its core. Replicas are drawn one after the other
 * without replacement, with weight A^{@value #POWER}: one with half as much is taken in one of nine cases, one with a tenth hardly
 * ever. (A weight of A itself would send one reader in eleven to a tenth of the rate, ten times as long: as much time lost as all
 * the others need.) Equals are spread evenly. A replica below the reader's own switch that gives at least {@value #NEARLY} of the
 * widest goes before those of other racks: it is as good, and takes nothing of the links that all racks share.
 *
 * <p><b>Example.</b> A = 100, 100, 10 MB/s: the first two lead in half of the cases each, the third in one of two thousand.
 *
 * <p><b>Source.</b> Ours, after the replica choice of Cormorant (Yang et al.), which takes the best alone.
 */
public final class BandwidthSelector implements ReplicaSelector {
    static final int POWER = 3;
    static final double NEARLY = 0.8;
    /** So much more often a replica in the reader's rack is drawn than one elsewhere: practically always. */
    private static final double NEIGHBOUR = 1000;

    @Override
    public String name() {
        return "fairlead";
    }

    @Override
    public ReadOrder order(ReadRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        if (bandwidth.isBlind(nowNanos)) {
            return new ReadOrder.LeftToStock("nothing was measured lately", List.of());
        }
        Routes routes = bandwidth.view().topology().routes();
        Headroom headroom = new Headroom(routes, bandwidth, nowNanos);
        List<Host> replicas = request.replicas();
        double[] rates = new double[replicas.size()];
        List<Candidate> considered = new ArrayList<>(rates.length);
        int unknown = 0;
        for (int i = 0; i < rates.length; i++) {
            Host replica = replicas.get(i);
            boolean local =
                    request.reader().isPresent() && request.reader().get().equals(replica);
            rates[i] = local ? Double.POSITIVE_INFINITY : rate(request, replica, routes, headroom);
            unknown += !local && headroom.isUnknown(replica.index()) ? 1 : 0;
            considered.add(new Candidate(replica, rates[i], local ? "the reader's own" : limit(replica, routes)));
        }
        if (unknown > bandwidth.view().staleness().mostUnknown() * rates.length) {
            return new ReadOrder.LeftToStock(unknown + " of " + rates.length + " replicas are unknown", considered);
        }
        boolean[] neighbours = new boolean[rates.length];
        if (request.reader().isPresent()) {
            int reader = request.reader().get().index();
            for (int i = 0; i < rates.length; i++) {
                EqualCostRoutes paths = routes.inner(replicas.get(i).index(), reader);
                neighbours[i] = paths.count() > 0 && paths.hops() == 0;
            }
        }
        return drawn(replicas, rates, neighbours, considered, new Draw(seed));
    }

    private static double rate(ReadRequest request, Host replica, Routes routes, Headroom headroom) {
        double disk = headroom.read(replica.index());
        double path = request.reader().isPresent()
                ? headroom.between(replica.index(), request.reader().get().index(), TrafficClass.BLOCK_READ)
                : headroom.paths(routes.toCore(replica.index()), headroom.up(replica.index()));
        return Math.min(disk, path);
    }

    private static String limit(Host replica, Routes routes) {
        int up = routes.upLink(replica.index());
        return up < 0 ? replica.name() : routes.topology().links().get(up).name();
    }

    private static ReadOrder drawn(
            List<Host> replicas, double[] rates, boolean[] neighbours, List<Candidate> considered, Draw draw) {
        double widest = 0;
        for (double rate : rates) {
            widest = Double.isInfinite(rate) ? widest : Math.max(widest, rate);
        }
        double[] weights = new double[rates.length];
        List<Host> order = new ArrayList<>(rates.length);
        double first = 0;
        for (int i = 0; i < rates.length; i++) {
            if (Double.isInfinite(rates[i])) {
                order.add(replicas.get(i));
                weights[i] = 0;
                first = rates[i];
            } else {
                double share = widest > 0 ? rates[i] / widest : 1;
                weights[i] = share * share * share + 1e-9;
                weights[i] *= neighbours[i] && share >= NEARLY ? NEIGHBOUR : 1;
            }
        }
        while (order.size() < rates.length) {
            int next = draw.weighted(weights, weights.length);
            if (weights[next] == 0) {
                next = firstLeft(weights);
            }
            weights[next] = 0;
            first = order.isEmpty() ? rates[next] : first;
            order.add(replicas.get(next));
        }
        return new ReadOrder.Ordered(order, first, "drawn by what is available from each", considered);
    }

    private static int firstLeft(double[] weights) {
        int at = 0;
        while (weights[at] == 0) {
            at++;
        }
        return at;
    }
}
