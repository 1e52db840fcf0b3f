// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import org.fairlead.core.health.Suspects;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/** An outlook in which nothing can be expected of the links of hosts that are suspected: a dead link is idle, and would look like the best one. */
public final class SuspectingOutlook implements AvailableBandwidth {
    private final AvailableBandwidth outlook;
    private final boolean[] dead;

    private SuspectingOutlook(AvailableBandwidth outlook, boolean[] dead) {
        this.outlook = outlook;
        this.dead = dead;
    }

    /** The same outlook where nobody is suspected; a host on probation is expected to do what its links have left. */
    public static AvailableBandwidth of(AvailableBandwidth outlook, Suspects suspects) {
        if (suspects.suspected() == 0) {
            return outlook;
        }
        Topology topology = outlook.view().topology();
        boolean[] dead = new boolean[topology.links().size()];
        for (Link link : topology.links()) {
            dead[link.index()] = isSuspected(suspects, link.from().index())
                    || isSuspected(suspects, link.to().index());
        }
        return new SuspectingOutlook(outlook, dead);
    }

    private static boolean isSuspected(Suspects suspects, int node) {
        return suspects.of(node).filter(one -> !one.onProbation()).isPresent();
    }

    @Override
    public ClusterView view() {
        return outlook.view();
    }

    @Override
    public double available(int link, long nowNanos) {
        return dead[link] ? 0 : outlook.available(link, nowNanos);
    }

    @Override
    public double left(int link, long nowNanos) {
        return dead[link] ? 0 : outlook.left(link, nowNanos);
    }

    @Override
    public Freshness knowledge(int link, long nowNanos) {
        return outlook.knowledge(link, nowNanos);
    }

    @Override
    public boolean isBlind(long nowNanos) {
        return outlook.isBlind(nowNanos);
    }
}
