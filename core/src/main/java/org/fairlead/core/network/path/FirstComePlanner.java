// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Freshness;

/**
 * Gives a host pair, when its first flow is requested, the path that has the most available bandwidth then: Cormorant's flow scheduler as published.
 *
 * <p><b>Goals.</b> A flow goes where the network has most to give at its beginning.
 *
 * <p><b>Constraints.</b> Knows what was measured, and neither demands nor what else was decided since. A path is kept as long as anything of the pair is requested, unless a link
 * of it is no longer known to be up. Nothing is promised.
 *
 * <p><b>Algorithm.</b> A path has the least available bandwidth of its links; the unit takes the path that has the most, if it has any. Among equals a hash of the pair decides.
 *
 * <p><b>Example.</b> Two roots; 2 of 10 are left on the way over the first, 10 over the second: the second, for every pair that comes until the next measurement.
 *
 * <p><b>Source.</b> Cormorant, sections III-D and III-E: the path whose available bandwidth can best accommodate the flow, by the snapshot of the network.
 */
final class FirstComePlanner implements PathPlanner {
    private static final long ROUND_NANOS = 1_000_000_000L;
    private static final long VALID_NANOS = 10_000_000_000L;

    private final KnownPaths known;
    private final long seed;

    FirstComePlanner(Topology topology, long seed) {
        known = new KnownPaths(topology.routes());
        this.seed = seed;
    }

    @Override
    public String name() {
        return "most-available";
    }

    @Override
    public long roundNanos() {
        return ROUND_NANOS;
    }

    @Override
    public boolean plansRequests() {
        return true;
    }

    /** A path that was given stays. */
    @Override
    public long holdNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public PathPlan plan(List<PathDemand> demands, AvailableBandwidth bandwidth, PathPlan last, long nowNanos) {
        Map<FlowUnit, PathPlan.Held> plan = new LinkedHashMap<>();
        for (PathDemand demand : demands) {
            FlowUnit unit = demand.unit();
            EqualCostRoutes paths = known.of(unit);
            if (paths.count() < 2) {
                continue;
            }
            PathPlan.Held held = last.held(unit, nowNanos).orElse(null);
            if (held != null && isKnown(paths, held.path().number(), bandwidth, nowNanos)) {
                plan.put(unit, held);
                continue;
            }
            int best = best(unit, paths, bandwidth, nowNanos);
            if (best >= 0) {
                plan.put(unit, new PathPlan.Held(new PathChoice(best), nowNanos, 0));
            }
        }
        return new PathPlan(last.epoch() + 1, nowNanos + VALID_NANOS, plan);
    }

    private int best(FlowUnit unit, EqualCostRoutes paths, AvailableBandwidth bandwidth, long nowNanos) {
        long pair = (long) unit.source() << 32 | unit.destination();
        long hash =
                Draw.mixed(Draw.mixed(seed, pair), unit.trafficClass().label().hashCode());
        int first = (int) Long.remainderUnsigned(hash, paths.count());
        int best = -1;
        double most = 0;
        for (int i = 0; i < paths.count(); i++) {
            int path = (first + i) % paths.count();
            double available = available(paths, path, bandwidth, nowNanos);
            if (available > most) {
                most = available;
                best = path;
            }
        }
        return best;
    }

    private static boolean isKnown(EqualCostRoutes paths, int path, AvailableBandwidth bandwidth, long nowNanos) {
        boolean known = path < paths.count();
        for (int hop = 0; known && hop < paths.hops(); hop++) {
            known = bandwidth.knowledge(paths.link(path, hop), nowNanos) != Freshness.UNKNOWN;
        }
        return known;
    }

    /** The least of a path's links. */
    private static double available(EqualCostRoutes paths, int path, AvailableBandwidth bandwidth, long nowNanos) {
        double least = Double.POSITIVE_INFINITY;
        for (int hop = 0; hop < paths.hops(); hop++) {
            int link = paths.link(path, hop);
            boolean unknown = bandwidth.knowledge(link, nowNanos) == Freshness.UNKNOWN;
            least = unknown ? 0 : Math.min(least, bandwidth.available(link, nowNanos));
        }
        return least;
    }
}
