// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.Steering;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Gives a transfer, when it begins, the path that has the most available bandwidth by what was measured, as Cormorant's flow scheduler does with the first packet
 * of a flow; among equals a hash decides. Nothing moves. What nobody has measured goes as the network decides.
 */
final class ArrivalPaths implements PathRule {
    private final Supplier<AvailableBandwidth> bandwidth;
    private final LongSupplier nowNanos;
    private final long seed;

    ArrivalPaths(Supplier<AvailableBandwidth> bandwidth, LongSupplier nowNanos, long seed) {
        this.bandwidth = bandwidth;
        this.nowNanos = nowNanos;
        this.seed = seed;
    }

    @Override
    public int choose(RunningTransfer.Leg leg) {
        AvailableBandwidth now = bandwidth.get();
        long nanos = nowNanos.getAsLong();
        int hashed = TransferPaths.hashed(leg, seed);
        if (now.isBlind(nanos)) {
            return hashed;
        }
        int best = hashed;
        double most = -1;
        for (int i = 0; i < leg.paths(); i++) {
            int path = (hashed + i) % leg.paths();
            double least = Double.POSITIVE_INFINITY;
            for (int hop = 0; hop < leg.hops(); hop++) {
                least = Math.min(least, now.available(leg.link(path, hop), nanos));
            }
            if (least > most) {
                most = least;
                best = path;
            }
        }
        return best;
    }

    /** Any path may still be given to what is to come. */
    @Override
    public Steering steering(Set<TrafficClass> classes) {
        return new Steering(classes, sender -> true, PathPlan.NONE, 0);
    }
}
