// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;

/**
 * What links have to give while a plan is made: what is known of them, shared evenly with the transfers that are planned so far. Of one
 * thread.
 */
public final class PlannedTransfers implements AvailableBandwidth {
    private final AvailableBandwidth known;
    private final PathResolver paths;
    private final double[] transfers;

    public PlannedTransfers(AvailableBandwidth known, PathResolver paths) {
        this.known = known;
        this.paths = paths;
        transfers = new double[paths.topology().links().size()];
    }

    /**
     * Transfers begin, or end.
     *
     * @param source host that sends; −1 for many
     * @param change 1 for one that begins, −1 for one that ends
     */
    public void change(int source, int host, int change) {
        if (source < 0) {
            change(paths.topology().routes().downLink(host), change);
        } else {
            paths.resolve(source, host, TrafficClass.BLOCK_READ, (link, share) -> change(link, change * share));
        }
    }

    private void change(int link, double change) {
        if (link >= 0) {
            transfers[link] = Math.max(0, transfers[link] + change);
        }
    }

    @Override
    public ClusterView view() {
        return known.view();
    }

    @Override
    public double available(int link, long nowNanos) {
        return known.available(link, nowNanos) / (1 + transfers[link]);
    }

    /** All of ours together share it, those that are planned, too: what they carry is reported as bytes. */
    @Override
    public double left(int link, long nowNanos) {
        return known.left(link, nowNanos);
    }

    @Override
    public Freshness knowledge(int link, long nowNanos) {
        return known.knowledge(link, nowNanos);
    }

    @Override
    public boolean isBlind(long nowNanos) {
        return known.isBlind(nowNanos);
    }
}
