// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * What one host can expect to receive from others at one moment, bytes per second: the mean over the equal-cost paths where the network
 * chooses one, the most of them where somebody keeps the pair's path and it is free to change, the held one's where it is not. Asked of hundreds of hosts in a
 * decision, so what the paths from a switch have to give is looked up once.
 */
public final class ReceiveRates {
    private final Routes routes;
    private final Headroom headroom;
    private final int destination;
    private final TrafficClass trafficClass;
    private final double down;
    /** By the number of the source's switch; empty where too few are asked to be worth it. */
    private final double[][] leasts;

    public ReceiveRates(Routes routes, Headroom headroom, int destination, TrafficClass trafficClass) {
        this(routes, headroom, destination, trafficClass, routes.edges());
    }

    private ReceiveRates(Routes routes, Headroom headroom, int destination, TrafficClass trafficClass, int kept) {
        this.routes = routes;
        this.headroom = headroom;
        this.destination = destination;
        this.trafficClass = trafficClass;
        down = headroom.down(destination);
        leasts = new double[kept][];
    }

    /** For a few questions: keeps nothing. */
    public static ReceiveRates ofFew(Routes routes, Headroom headroom, int destination, TrafficClass trafficClass) {
        return new ReceiveRates(routes, headroom, destination, trafficClass, 0);
    }

    public int destination() {
        return destination;
    }

    /** Infinite from the host itself; 0 without a path. */
    public double from(int source) {
        if (source == destination) {
            return Double.POSITIVE_INFINITY;
        }
        return headroom.ofPaths(leasts(source), Math.min(headroom.up(source), down), unit(source));
    }

    /** The path that {@link #from} stands on: the network's own where nobody keeps it, or where there is but one. */
    public PathChoice path(int source) {
        return source == destination ? PathChoice.NETWORK : headroom.choice(leasts(source), unit(source));
    }

    private FlowUnit unit(int source) {
        return new FlowUnit(source, destination, trafficClass);
    }

    private double[] leasts(int source) {
        int edge = routes.edgeNumber(source);
        if (edge < 0 || leasts.length == 0) {
            return headroom.leasts(routes.inner(source, destination));
        }
        if (leasts[edge] == null) {
            leasts[edge] = headroom.leasts(routes.inner(source, destination));
        }
        return leasts[edge];
    }
}
