// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * What one host can expect to receive from others at one moment, bytes per second. Asked of hundreds of hosts in a decision, so
 * what the paths from a switch have to give is looked up once.
 */
public final class ReceiveRates {
    private final Routes routes;
    private final Headroom headroom;
    private final int destination;
    private final boolean pinned;
    private final double down;
    /** By the switch of the source; empty where too few are asked to be worth it. */
    private final double[][] leasts;

    /** @param pinned whether a flow gets the best of the paths; else the network chooses one and the mean counts */
    public ReceiveRates(Routes routes, Headroom headroom, int destination, boolean pinned) {
        this(routes, headroom, destination, pinned, routes.topology().nodes().size());
    }

    private ReceiveRates(Routes routes, Headroom headroom, int destination, boolean pinned, int kept) {
        this.routes = routes;
        this.headroom = headroom;
        this.destination = destination;
        this.pinned = pinned;
        down = headroom.down(destination);
        leasts = new double[kept][];
    }

    /** For a few questions: keeps nothing. */
    static ReceiveRates ofFew(Routes routes, Headroom headroom, int destination, boolean pinned) {
        return new ReceiveRates(routes, headroom, destination, pinned, 0);
    }

    public int destination() {
        return destination;
    }

    /** Infinite from the host itself; 0 without a path. */
    public double from(int source) {
        if (source == destination) {
            return Double.POSITIVE_INFINITY;
        }
        double bound = Math.min(headroom.up(source), down);
        int edge = routes.edgeOf(source);
        double[] least;
        if (edge < 0 || leasts.length == 0) {
            least = leasts(routes.inner(source, destination));
        } else if (leasts[edge] == null) {
            least = leasts(routes.inner(source, destination));
            leasts[edge] = least;
        } else {
            least = leasts[edge];
        }
        double sum = 0;
        double most = 0;
        for (double path : least) {
            double available = Math.min(path, bound);
            sum += available;
            most = Math.max(most, available);
        }
        return pinned || least.length == 0 ? most : sum / least.length;
    }

    private double[] leasts(EqualCostRoutes paths) {
        double[] least = new double[paths.count()];
        for (int path = 0; path < least.length; path++) {
            least[path] = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop < paths.hops(); hop++) {
                least[path] = Math.min(least[path], headroom.link(paths.link(path, hop)));
            }
        }
        return least;
    }
}
