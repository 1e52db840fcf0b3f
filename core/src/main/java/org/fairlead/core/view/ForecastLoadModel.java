// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.List;
import org.fairlead.core.topology.Topology;

/**
 * Judges what one more transfer would get of a link from the load that others will have: the clairvoyant rule, a bound to compare
 * with.
 *
 * <p><b>Goals.</b> What the best estimator of others' load could give to the same placer.
 *
 * <p><b>Constraints.</b> None can be met by a real cluster: the load to come has to be known. Everything counts as fresh.
 *
 * <p><b>Algorithm.</b> B = mean of others' load over the time of the next block; one more transfer gets
 * A = max(C − B − R, (C − B)/(n + 1)), with n and R as {@link FairShareLoadModel} has them: our transfers on the link, and the
 * max-min fair rates that B leaves to them, renewed with every view.
 *
 * <p><b>Example.</b> A link of 12 MB/s is free now; others will send 9 MB/s for the second half of the next block's time: B = 4.5,
 * and a first transfer is promised 7.5.
 *
 * <p><b>Source.</b> Ours.
 */
public final class ForecastLoadModel implements LoadModel {
    private final Forecast forecast;
    private final long horizonNanos;
    private volatile State state;

    private record State(ClusterView view, OwnFlows own, Forecast forecast, long horizonNanos)
            implements AvailableBandwidth {
        @Override
        public double available(int link, long nowNanos) {
            return own.room(link, left(link, nowNanos));
        }

        @Override
        public double left(int link, long nowNanos) {
            double capacity = view.topology().links().get(link).bytesPerSecond();
            return Math.max(0, capacity - forecast.bytesPerSecond(link, nowNanos, nowNanos + horizonNanos));
        }

        @Override
        public Freshness knowledge(int link, long nowNanos) {
            return Freshness.FRESH;
        }

        @Override
        public boolean isBlind(long nowNanos) {
            return false;
        }
    }

    /** @param horizonNanos about the time that a block takes */
    public ForecastLoadModel(Topology topology, Forecast forecast, long horizonNanos) {
        if (horizonNanos <= 0) {
            throw new IllegalArgumentException("the horizon must be above 0 ns, not " + horizonNanos);
        }
        this.forecast = forecast;
        this.horizonNanos = horizonNanos;
        state = new State(ClusterView.unknown(topology), new OwnFlows(topology, 0), forecast, horizonNanos);
    }

    @Override
    public String name() {
        return "clairvoyant";
    }

    @Override
    public synchronized void observe(ClusterView view, long nowNanos) {
        State before = state;
        boolean sameTopology = view.topology() == before.view.topology();
        if (sameTopology && view.version() <= before.view.version()) {
            return;
        }
        OwnFlows own = sameTopology ? before.own : new OwnFlows(view.topology(), before.own.lastNumber());
        State now = new State(view, own, forecast, horizonNanos);
        List<OwnFlows.Flow> flows = own.since(nowNanos);
        double[] left = new double[view.topology().links().size()];
        for (OwnFlows.Flow flow : flows) {
            for (int link : flow.links) {
                left[link] = now.left(link, nowNanos);
            }
        }
        own.share(flows, left, 1);
        state = now;
    }

    @Override
    public long commit(Transfer transfer, long nowNanos) {
        return state.own.commit(transfer, nowNanos);
    }

    @Override
    public void progressed(long transfer, long bytes, long nowNanos) {
        state.own.progressed(transfer, bytes, nowNanos);
    }

    @Override
    public void finish(long transfer, long nowNanos) {
        state.own.finish(transfer, nowNanos);
    }

    @Override
    public AvailableBandwidth availableBandwidth() {
        return state;
    }
}
