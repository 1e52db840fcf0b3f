// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Routes;

/**
 * Who sends map output, and what a flow from them uses. Senders are <em>places</em>, machines or whole racks, in <em>bundles</em> of so many that follow each other. One flow brings what comes from a
 * bundle: from each of its places at the same pace, by its share of the bytes. The more places are in one, the fewer flows there are, and the longer a busy one holds up the others.
 */
public final class Senders {
    /** Machines of which a flow uses the disk and the link: it costs by their number. Where there are more, places of larger bundles are racks. */
    public static final int MOST = 1024;

    private static final int[] NONE = {};

    private final SimulatedMachines machines;
    private final Routes routes;
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

    /**
     * How senders are bundled.
     *
     * @param ofMachines whether places are machines; else they are racks
     * @param size places of a bundle
     */
    public record Bundles(boolean ofMachines, int size) {
        /** Each machine by itself. */
        public static final Bundles APART = new Bundles(true, 1);

        public int of(int place) {
            return place / size;
        }

        /** The place of a bundle that stands there in it, from 0. */
        public int place(int bundle, int at) {
            return bundle * size + at;
        }

        /** Where a place stands in its bundle. */
        public int at(int place) {
            return place % size;
        }
    }

    public Senders(SimulatedMachines machines, Routes routes) {
        this.machines = machines;
        this.routes = routes;
        anyOfRack = new int[routes.racks()];
        for (int machine = machines.count() - 1; machine >= 0; machine--) {
            anyOfRack[rackOf(machine)] = machine;
        }
    }

    /** Bundles that are so many at most. */
    public Bundles few(long most) {
        boolean ofMachines = machines.count() <= MOST;
        int places = ofMachines ? machines.count() : anyOfRack.length;
        long bundles = Math.max(1, Math.min(most, places));
        return new Bundles(ofMachines, (int) ((places + bundles - 1) / bundles));
    }

    public int placeOf(Bundles bundles, int machine) {
        return bundles.ofMachines() ? machine : rackOf(machine);
    }

    /** Machines of a bundle whose disks a flow reads: those with a share. */
    public int[] readFrom(Bundles bundles, int bundle, double[] shares) {
        if (!bundles.ofMachines()) {
            return NONE;
        }
        int[] with = new int[shares.length];
        int count = 0;
        for (int at = 0; at < shares.length; at++) {
            int machine = bundles.place(bundle, at);
            if (shares[at] > 0 && machines.writesToDisk(machine)) {
                with[count++] = machine;
            }
        }
        return Arrays.copyOf(with, count);
    }

    /** Connections of a task to a bundle, where so many machines send in all. */
    public int connections(Bundles bundles, double[] shares, int sources) {
        int places = (int) Arrays.stream(shares).filter(share -> share > 0).count();
        return bundles.ofMachines() ? places : Math.max(1, sources * places / anyOfRack.length);
    }

    /**
     * Uses what a flow to a machine needs, each by its share of the bytes: of the senders the disk and the link, then the links on the paths from them, and the receiver's link. Where places are racks, the senders'
     * own is left out, and what lies on the receiver comes by its link as well.
     *
     * @param shares by place of the bundle
     * @return at most so many bytes a second come for each connection, by the machine whose single disks give least beside its share
     */
    public double use(Uses uses, Bundles bundles, int bundle, double[] shares, int to) {
        double most = Double.POSITIVE_INFINITY;
        double local = 0;
        Map<Integer, Double> ofRacks = new TreeMap<>();
        for (int at = 0; at < shares.length; at++) {
            int place = bundles.place(bundle, at);
            if (shares[at] > 0 && bundles.ofMachines()) {
                if (machines.writesToDisk(place)) {
                    uses.use(machines.disk(place), shares[at]);
                    most = Math.min(most, machines.oneDisk(place) / shares[at]);
                }
                local += place == to ? shares[at] : 0;
                uses.up(place, place == to ? 0 : shares[at]);
            }
            if (shares[at] > 0 && !(bundles.ofMachines() && place == to)) {
                ofRacks.merge(bundles.ofMachines() ? rackOf(place) : place, shares[at], Double::sum);
            }
        }
        ofRacks.forEach((rack, share) -> {
            int from = sender(bundles, bundle, shares, rack, to);
            uses.inner(from, to, TrafficClass.SHUFFLE, ((long) from << 20) ^ to, share);
        });
        uses.down(to, 1 - local);
        return most;
    }

    /** Who stands for the senders of a bundle in a rack: the first of them. */
    private int sender(Bundles bundles, int bundle, double[] shares, int rack, int to) {
        for (int at = 0; at < shares.length && bundles.ofMachines(); at++) {
            int machine = bundles.place(bundle, at);
            if (shares[at] > 0 && machine != to && rackOf(machine) == rack) {
                return machine;
            }
        }
        return anyOfRack[rack];
    }

    private int rackOf(int machine) {
        return routes.rackOf(machines.host(machine));
    }
}
