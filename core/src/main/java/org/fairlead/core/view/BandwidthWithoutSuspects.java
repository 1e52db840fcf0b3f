// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import org.fairlead.core.health.Suspects;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/** An bandwidth in which nothing can be expected of the links of hosts that are suspected: a dead link is idle, and would look like the best one. */
public final class BandwidthWithoutSuspects implements AvailableBandwidth {
    private final AvailableBandwidth bandwidth;
    private final boolean[] dead;

    private BandwidthWithoutSuspects(AvailableBandwidth bandwidth, boolean[] dead) {
        this.bandwidth = bandwidth;
        this.dead = dead;
    }

    /** The same bandwidth where nobody is suspected; a host on probation is expected to do what its links have left. */
    public static AvailableBandwidth of(AvailableBandwidth bandwidth, Suspects suspects) {
        if (suspects.suspected() == 0) {
            return bandwidth;
        }
        Topology topology = bandwidth.view().topology();
        boolean[] dead = new boolean[topology.links().size()];
        for (Link link : topology.links()) {
            dead[link.index()] = isSuspected(suspects, link.from().index())
                    || isSuspected(suspects, link.to().index());
        }
        return new BandwidthWithoutSuspects(bandwidth, dead);
    }

    private static boolean isSuspected(Suspects suspects, int node) {
        return suspects.of(node).filter(one -> !one.onProbation()).isPresent();
    }

    @Override
    public ClusterView view() {
        return bandwidth.view();
    }

    @Override
    public double available(int link, long nowNanos) {
        return dead[link] ? 0 : bandwidth.available(link, nowNanos);
    }

    @Override
    public double left(int link, long nowNanos) {
        return dead[link] ? 0 : bandwidth.left(link, nowNanos);
    }

    @Override
    public Freshness knowledge(int link, long nowNanos) {
        return bandwidth.knowledge(link, nowNanos);
    }

    @Override
    public boolean isBlind(long nowNanos) {
        return bandwidth.isBlind(nowNanos);
    }
}
