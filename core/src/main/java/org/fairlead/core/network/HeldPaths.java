// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;

/**
 * What is known of paths where somebody keeps them: a flow charges the path that its pair and class hold, and each path evenly where none is held.
 *
 * <p><b>Goals.</b> A link is charged with what crosses it, and another path's links with nothing.
 *
 * <p><b>Constraints.</b> Speaks of one moment: a path that is given later charges nothing of what was resolved before.
 *
 * <p><b>Algorithm.</b> The held path's links and both hosts' own carry all of the flow; else {@link EvenSplit}.
 *
 * <p><b>Example.</b> Two roots; blocks read from h1 by h3 hold the second. The links of the second root are charged with 1 and those of the first with 0, by
 * a shuffle between the same hosts with a half each.
 *
 * <p><b>Source.</b> Ours.
 */
public final class HeldPaths implements PathResolver {
    private final Routes routes;
    private final Steering steering;
    private final long nowNanos;
    private final EvenSplit others;

    public HeldPaths(Routes routes, Steering steering, long nowNanos) {
        this.routes = routes;
        this.steering = steering;
        this.nowNanos = nowNanos;
        others = new EvenSplit(routes);
    }

    @Override
    public Topology topology() {
        return routes.topology();
    }

    @Override
    public void resolve(int source, int destination, TrafficClass trafficClass, Charge charge) {
        PathChoice taken = steering.taken(new FlowUnit(source, destination, trafficClass), nowNanos);
        EqualCostRoutes paths = routes.inner(source, destination);
        if (source == destination || taken.isNetworks() || taken.number() >= paths.count()) {
            others.resolve(source, destination, trafficClass, charge);
            return;
        }
        if (routes.upLink(source) >= 0) {
            charge.charge(routes.upLink(source), 1);
        }
        for (int hop = 0; hop < paths.hops(); hop++) {
            charge.charge(paths.link(taken.number(), hop), 1);
        }
        if (routes.downLink(destination) >= 0) {
            charge.charge(routes.downLink(destination), 1);
        }
    }
}
