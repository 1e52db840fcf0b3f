// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Routes;

/**
 * All machines as the one source of a wide shuffle: what a flow from it uses. Its bytes come from <em>places</em>, each at a pace by its share of them: from machines, or
 * from racks where there are more than {@value #MOST} machines, since a flow then costs by their number.
 */
public final class AllSenders {
    /** Machines that are told apart. */
    public static final int MOST = 1024;

    private static final int[] NONE = {};

    private final SimulatedMachines machines;
    private final Routes routes;
    private final boolean byMachine;
    /** A machine of each rack. */
    private final int[] anyOfRack;

    /** What an activity uses, each so many times for each byte of it. */
    public interface Uses {
        void use(int resource, double usage);

        /** The link by which a machine sends. */
        void up(int from, double share);

        /**
         * What lies between the switches of two machines.
         *
         * @param hash decides which of the equal paths it is where nobody else does
         */
        void inner(int from, int to, TrafficClass trafficClass, long hash, double share);

        /** The link by which a machine receives. */
        void down(int to, double share);
    }

    public AllSenders(SimulatedMachines machines, Routes routes) {
        this.machines = machines;
        this.routes = routes;
        byMachine = machines.count() <= MOST;
        anyOfRack = new int[routes.racks()];
        for (int machine = machines.count() - 1; machine >= 0; machine--) {
            anyOfRack[rackOf(machine)] = machine;
        }
    }

    public int places() {
        return byMachine ? machines.count() : anyOfRack.length;
    }

    public int placeOf(int machine) {
        return byMachine ? machine : rackOf(machine);
    }

    /** The machines that places are; none where these are racks. */
    public int[] machines(int[] places) {
        return byMachine ? places : NONE;
    }

    /**
     * Uses what a flow to a machine needs, each by its share of the bytes: of the senders the disk and the link, the links on the paths from other racks, and the receiver's link. Where places are racks, the senders'
     * own is left out, and what lies on the receiver comes by its link as well.
     *
     * @param shares by place
     * @return at most so many bytes a second come for each connection, by the machine whose single disks give least beside its share
     */
    public double use(Uses needs, double[] shares, int to) {
        double most = byMachine ? useSenders(needs, shares, to) : Double.POSITIVE_INFINITY;
        useRacks(needs, shares, to);
        needs.down(to, byMachine ? 1 - shares[to] : 1);
        return most;
    }

    private double useSenders(Uses needs, double[] shares, int to) {
        double most = Double.POSITIVE_INFINITY;
        for (int from = 0; from < shares.length; from++) {
            if (shares[from] > 0 && machines.writesToDisk(from)) {
                needs.use(machines.disk(from), shares[from]);
                most = Math.min(most, machines.oneDisk(from) / shares[from]);
            }
            if (from != to) {
                needs.up(from, shares[from]);
            }
        }
        return most;
    }

    private void useRacks(Uses needs, double[] shares, int to) {
        double[] ofRacks = new double[anyOfRack.length];
        for (int place = 0; place < shares.length; place++) {
            ofRacks[byMachine ? rackOf(place) : place] += shares[place];
        }
        for (int rack = 0; rack < ofRacks.length; rack++) {
            if (ofRacks[rack] > 0 && rack != rackOf(to)) {
                needs.inner(anyOfRack[rack], to, TrafficClass.SHUFFLE, ((long) rack << 20) ^ to, ofRacks[rack]);
            }
        }
    }

    private int rackOf(int machine) {
        return routes.rackOf(machines.host(machine));
    }
}
