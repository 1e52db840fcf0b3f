// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.Headroom;

/**
 * What a host can expect to receive from many others together, or to send to them, over what others' traffic leaves of the links; bytes per
 * second.
 */
public final class FanRates {
    /**
     * What others leave is at least this share of a host's link: nothing is said of what our own tasks read beyond what they
     * were given, and it goes when they end.
     */
    private static final double LEAST_LINK_SHARE = 0.1;

    private final Routes routes;
    private final Headroom headroom;

    public FanRates(Routes routes, Headroom headroom) {
        this.routes = routes;
        this.headroom = headroom;
    }

    /** Received by a host from many others. */
    public double in(int host) {
        return atLeast(headroom.paths(routes.fromCore(host), headroom.leftDown(host)), routes.downLink(host));
    }

    /** Sent by a host to many others. */
    public double out(int host) {
        return atLeast(headroom.leftUp(host), routes.upLink(host));
    }

    private double atLeast(double left, int link) {
        return link < 0
                ? left
                : Math.max(
                        left,
                        LEAST_LINK_SHARE * routes.topology().links().get(link).bytesPerSecond());
    }
}
