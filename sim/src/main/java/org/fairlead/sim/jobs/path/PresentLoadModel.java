// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.Transfer;
import org.fairlead.sim.engine.Engine;

/**
 * Knows every link's load at this very moment, which nobody can: a bound for policies that measure.
 *
 * <p>One more transfer is promised what a link has left, or an even share with those that cross it now: max(C − B − L, (C − B)/(n + 1)), B the load of others, L and n that of ours and
 * how many they are. Where replicas are all that is chosen, it is max(C − B − L, C / 10).
 */
public final class PresentLoadModel implements LoadModel, AvailableBandwidth {
    private static final double LEAST_SHARE = 0.1;

    private final Engine engine;
    private final TransferPaths paths;
    private final double[] capacities;
    private final boolean shares;
    private volatile ClusterView view;

    /**
     * @param capacities of the engine's resources, background loads not counted
     * @param shares whether those that cross a full link are counted; else a tenth of it is promised
     */
    public PresentLoadModel(
            Topology topology, Engine engine, TransferPaths paths, double[] capacities, boolean shares) {
        this.engine = engine;
        this.paths = paths;
        view = ClusterView.unknown(topology);
        this.capacities = capacities.clone();
        this.shares = shares;
        if (shares) {
            paths.count();
        }
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
        engine.settle(); // the next decision of this instant sees it already
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
        double capacity = engine.capacity(link);
        double least = shares ? capacity / (1 + paths.weightOn(link)) : LEAST_SHARE * capacities[link];
        return Math.max(capacity - engine.load(link), least);
    }

    @Override
    public double left(int link, long nowNanos) {
        return shares ? engine.capacity(link) : available(link, nowNanos);
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
