// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster.BackgroundLoad;

/**
 * Draws what others take of links: each link's load stays for a while and is then another one.
 *
 * <p>Loads are log-normal with the mean and the coefficient of variation asked for, cut at {@value #MOST} of the capacity; a load lasts
 * for an exponential time. Links, and the two directions of one, are independent of each other. Others do not yield.
 */
final class LinkHotSpots {
    /** The most that others take of a link; what writers get at least when nobody else writes. */
    static final double MOST = 0.9;

    private LinkHotSpots() {}

    /** @param untilSeconds no load begins after it: the last ones stay */
    static List<BackgroundLoad> loads(
            Topology topology, List<Integer> links, SinbadConditions conditions, double untilSeconds, long seed) {
        List<BackgroundLoad> loads = new ArrayList<>();
        if (conditions.otherShare() <= 0) {
            return loads;
        }
        for (int link : links) {
            Draw draw = new Draw(Draw.mixed(Draw.mixed(seed, "hot-spots".hashCode()), link));
            double capacity = topology.links().get(link).bytesPerSecond();
            double at = 0;
            while (at <= untilSeconds) {
                loads.add(new BackgroundLoad(link, at, Math.rint(capacity * share(conditions, draw))));
                at += -conditions.hotSeconds() * StrictMath.log(1 - draw.share());
            }
        }
        loads.sort(Comparator.comparingDouble(BackgroundLoad::atSeconds).thenComparingInt(BackgroundLoad::link));
        return loads;
    }

    private static double share(SinbadConditions conditions, Draw draw) {
        double squares = StrictMath.log(1 + conditions.imbalance() * conditions.imbalance());
        double normal = StrictMath.sqrt(-2 * StrictMath.log(1 - draw.share()))
                * StrictMath.cos(2 * StrictMath.PI * draw.share());
        double share = conditions.otherShare() * StrictMath.exp(StrictMath.sqrt(squares) * normal - squares / 2);
        return Math.min(MOST, share);
    }

    /** Into each rack, then out of it. */
    static List<Integer> betweenRacks(Routes routes) {
        List<Integer> links = new ArrayList<>();
        for (int rack = 0; rack < routes.racks(); rack++) {
            int host = routes.hostsOf(rack)[0];
            add(routes.fromCore(host), links);
            add(routes.toCore(host), links);
        }
        return links;
    }

    /** Out of each host, then into it. */
    static List<Integer> ofHosts(Routes routes) {
        List<Integer> links = new ArrayList<>();
        for (Host host : routes.topology().hosts()) {
            links.add(routes.upLink(host.index()));
            links.add(routes.downLink(host.index()));
        }
        return links;
    }

    private static void add(EqualCostRoutes paths, List<Integer> links) {
        for (int path = 0; path < paths.count(); path++) {
            for (int hop = 0; hop < paths.hops(); hop++) {
                links.add(paths.link(path, hop));
            }
        }
    }
}
