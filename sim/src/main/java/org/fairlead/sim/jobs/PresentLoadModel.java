// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;

/**
 * Knows every link's load at this very moment, which nobody can: a bound for policies that measure.
 *
 * <p>One more transfer is promised what a link has left, or an even share with the flows that a full link's load would be worth:
 * max(C − L, C / 10).
 */
final class PresentLoadModel implements LoadModel, AvailableBandwidth {
    private static final double LEAST_SHARE = 0.1;

    private final RunContext world;
    private final double[] capacities;
    private volatile ClusterView view;

    PresentLoadModel(RunContext world) {
        this.world = world;
        view = ClusterView.unknown(world.cluster.topology());
        capacities = world.machines.capacities();
    }

    @Override
    public String name() {
        return "clairvoyant";
    }

    @Override
    public void observe(ClusterView newer, long nowNanos) {
        view = newer;
    }

    @Override
    public long commit(Transfer transfer, long nowNanos) {
        world.engine.settle(); // the next decision of this instant sees it already
        return 0;
    }

    @Override
    public void finish(long transfer, long nowNanos) {}

    @Override
    public AvailableBandwidth availableBandwidth() {
        return this;
    }

    @Override
    public ClusterView view() {
        return view;
    }

    @Override
    public double available(int link, long nowNanos) {
        // The engine's capacity is what background traffic leaves.
        double left = world.engine.capacity(link) - world.engine.load(link);
        return Math.max(left, LEAST_SHARE * capacities[link]);
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
