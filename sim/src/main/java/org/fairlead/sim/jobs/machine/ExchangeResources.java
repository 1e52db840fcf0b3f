// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import java.util.Arrays;
import org.fairlead.core.shuffle.SharedStore;

/**
 * What bounds exchanges and fetches ahead, as resources of the engine behind all others: the pace at which each machine receives, its share of the store, what the store takes and gives, and
 * whether each machine receives what is fetched ahead.
 */
public final class ExchangeResources {
    private static final double UNBOUNDED = 1e18;

    private final int first;
    private final int machines;
    private final SharedStore store;

    /**
     * @param first the number of its first resource
     * @param store for what exchanges find no memory for
     */
    public ExchangeResources(int first, int machines, SharedStore store) {
        this.first = first;
        this.machines = machines;
        this.store = store;
    }

    /** What each resource can do a second: the others', then its own. */
    public double[] capacities(double[] others) {
        double[] all = Arrays.copyOf(others, end());
        Arrays.fill(all, pace(0), store(0), UNBOUNDED);
        Arrays.fill(all, store(0), storeWrites(), bounded(store.hostRate()));
        all[storeWrites()] = bounded(store.writeRate());
        all[storeReads()] = bounded(store.readRate());
        Arrays.fill(all, ahead(0), end(), UNBOUNDED);
        return all;
    }

    /** Of what a machine receives ahead of its tasks, no bound, or nothing at all. */
    public static double openOrClosed(boolean isOpen) {
        return isOpen ? UNBOUNDED : 0;
    }

    /** A rate as a capacity. */
    public static double bounded(double bytesPerSecond) {
        return Math.min(UNBOUNDED, bytesPerSecond);
    }

    /** The pace at which a machine receives. */
    public int pace(int machine) {
        return first + machine;
    }

    /** A machine's share of the store. */
    public int store(int machine) {
        return first + machines + machine;
    }

    /** What the store takes. */
    public int storeWrites() {
        return store(machines);
    }

    /** What the store gives. */
    public int storeReads() {
        return storeWrites() + 1;
    }

    /** What a machine receives ahead of its tasks. */
    public int ahead(int machine) {
        return storeReads() + 1 + machine;
    }

    /** Whether the store is reached over machines' links. */
    public boolean isOverLinks() {
        return store.overLinks();
    }

    /** The number behind its last resource: how many the engine has. */
    public int end() {
        return ahead(machines);
    }
}
