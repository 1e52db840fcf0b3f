// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Routes;

/**
 * Who sends map output, and what a flow from them uses. Senders are <em>places</em>, machines or whole racks, in <em>bundles</em> of so many that follow each other. One flow brings what comes from a
 * bundle: from each of its places at the same pace, by its share of the bytes. The more places are in one, the fewer flows there are, and the longer a busy one holds up the others.
 */
public final class Senders {
    /** Pairs of a machine and a task that reads, of which a flow uses the machine's disk and link: each takes some 200 bytes while it fetches. Of more, places of bundles are racks. */
    public static final long MOST_PAIRS = 1 << 21;

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

    /** How senders are bundled: which places there are, and so many of them in each bundle. */
    public abstract static class Bundles {
        private final int size;

        private Bundles(int size) {
            this.size = size;
        }

        /** Places of a bundle. */
        public int size() {
            return size;
        }

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

        public abstract int placeOf(int machine);

        /** Whether each is a machine by itself. */
        public abstract boolean areSingleMachines();

        /** Machines of a bundle whose disks a flow reads: those with a share. */
        public abstract int[] readFrom(int bundle, double[] shares);

        /** Connections of a task to a bundle, where so many machines send in all. */
        public abstract int connections(double[] shares, int sources);

        /**
         * Uses what a flow to a machine needs, each by its share of the bytes: of the senders the disk and the link, then the links on the paths from them, and the receiver's link. Where places are racks, the
         * senders' own is left out, and what lies on the receiver comes by its link as well.
         *
         * @param shares by place of the bundle
         * @return at most so many bytes a second come for each connection, by the machine whose single disks give least beside its share
         */
        public abstract double use(Uses uses, int bundle, double[] shares, int to);
    }

    /** Places are machines. */
    private final class MachineBundles extends Bundles {
        MachineBundles(int size) {
            super(size);
        }

        @Override
        public int placeOf(int machine) {
            return machine;
        }

        @Override
        public boolean areSingleMachines() {
            return size() == 1;
        }

        @Override
        public int[] readFrom(int bundle, double[] shares) {
            return IntStream.range(0, shares.length)
                    .filter(at -> shares[at] > 0)
                    .map(at -> place(bundle, at))
                    .filter(machines::writesToDisk)
                    .toArray();
        }

        @Override
        public int connections(double[] shares, int sources) {
            return sending(shares);
        }

        @Override
        public double use(Uses uses, int bundle, double[] shares, int to) {
            double most = Double.POSITIVE_INFINITY;
            double local = 0;
            Map<Integer, Double> ofRacks = new TreeMap<>();
            // A rack's first sender stands for all of them.
            Map<Integer, Integer> firsts = new HashMap<>();
            for (int at = 0; at < shares.length; at++) {
                int machine = place(bundle, at);
                if (shares[at] > 0 && machines.writesToDisk(machine)) {
                    uses.use(machines.disk(machine), shares[at]);
                    most = Math.min(most, machines.oneDisk(machine) / shares[at]);
                }
                if (shares[at] > 0 && machine == to) {
                    local = shares[at];
                } else if (shares[at] > 0) {
                    uses.up(machine, shares[at]);
                    ofRacks.merge(rackOf(machine), shares[at], Double::sum);
                    firsts.putIfAbsent(rackOf(machine), machine);
                }
            }
            ofRacks.forEach((rack, share) -> inner(uses, firsts.get(rack), to, share));
            uses.down(to, 1 - local);
            return most;
        }
    }

    /** Places are racks. */
    private final class RackBundles extends Bundles {
        RackBundles(int size) {
            super(size);
        }

        @Override
        public int placeOf(int machine) {
            return rackOf(machine);
        }

        @Override
        public boolean areSingleMachines() {
            return false;
        }

        @Override
        public int[] readFrom(int bundle, double[] shares) {
            return new int[0];
        }

        @Override
        public int connections(double[] shares, int sources) {
            return Math.max(1, sources * sending(shares) / anyOfRack.length);
        }

        @Override
        public double use(Uses uses, int bundle, double[] shares, int to) {
            for (int at = 0; at < shares.length; at++) {
                if (shares[at] > 0) {
                    inner(uses, anyOfRack[place(bundle, at)], to, shares[at]);
                }
            }
            uses.down(to, 1);
            return Double.POSITIVE_INFINITY;
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

    /** Each machine by itself. */
    public Bundles apart() {
        return new MachineBundles(1);
    }

    /**
     * Bundles for a shuffle.
     *
     * @param readers tasks that read from each, at least 1
     * @param mostFlows of all of them together, at most
     */
    public Bundles bundles(int readers, long mostFlows) {
        long most = mostFlows / readers;
        return (long) machines.count() * readers <= MOST_PAIRS
                ? new MachineBundles(size(machines.count(), most))
                : new RackBundles(size(anyOfRack.length, most));
    }

    private static int size(int places, long most) {
        long bundles = Math.max(1, Math.min(most, places));
        return (int) ((places + bundles - 1) / bundles);
    }

    /** Places of a bundle that send. */
    private static int sending(double[] shares) {
        return (int) Arrays.stream(shares).filter(share -> share > 0).count();
    }

    private static void inner(Uses uses, int from, int to, double share) {
        uses.inner(from, to, TrafficClass.SHUFFLE, ((long) from << 20) ^ to, share);
    }

    private int rackOf(int machine) {
        return routes.rackOf(machines.host(machine));
    }
}
