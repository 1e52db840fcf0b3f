// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;

/**
 * What is known of paths where the network chooses them by equal-cost multi-path routing: any of the shortest, each as likely.
 *
 * <p><b>Goals.</b> Links are charged with what they carry in the mean.
 *
 * <p><b>Constraints.</b> Nobody outside of a switch knows its hash. A flow takes one path, so a single flow may load a link by all of its bytes; over many flows the
 * mean is right.
 *
 * <p><b>Algorithm.</b> A host's own link carries all of what it sends or receives. Of n shortest paths each carries 1/n.
 *
 * <p><b>Example.</b> In a fat tree of four ports, h1 and h5 in different pods have four paths. Each link between edge and aggregation switch is on two of them and is
 * charged with a half; each link to a core switch with a quarter.
 *
 * <p><b>Source.</b> ECMP: RFC 2992; that placement averages over paths it does not choose: Cormorant, section III.
 */
public final class EvenSplit implements PathResolver {
    private final Routes routes;

    public EvenSplit(Routes routes) {
        this.routes = routes;
    }

    @Override
    public Topology topology() {
        return routes.topology();
    }

    @Override
    public void resolve(int source, int destination, TrafficClass trafficClass, Charge charge) {
        if (source == destination) {
            return;
        }
        if (routes.upLink(source) >= 0) {
            charge.charge(routes.upLink(source), 1);
        }
        EqualCostRoutes paths = routes.inner(source, destination);
        for (int path = 0; path < paths.count(); path++) {
            for (int hop = 0; hop < paths.hops(); hop++) {
                charge.charge(paths.link(path, hop), 1.0 / paths.count());
            }
        }
        if (routes.downLink(destination) >= 0) {
            charge.charge(routes.downLink(destination), 1);
        }
    }
}
