// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.topology.Routes;
import org.fairlead.sim.engine.Engine;
import org.fairlead.sim.engine.ServedUnits;
import org.fairlead.sim.jobs.path.RunningTransfer;
import org.fairlead.sim.jobs.path.TransferPaths;

/** What machines do, as activities of the engine: which disks, processors and links each uses, and who is told when one begins or ends. */
public final class MachineActivities {
    private static final double[] ONCE = new double[0];
    private static final double LEAST_RATE = 1e-9;

    private final Engine engine;
    private final ServedUnits meter;
    private final TransferPaths paths;
    private final SimulatedMachines machines;
    private final Routes routes;
    private final double wireShare;

    /**
     * @param meter is told of each activity, as {@code paths} are
     * @param wireShare bytes on links for each byte that is moved
     */
    public MachineActivities(
            Engine engine,
            ServedUnits meter,
            TransferPaths paths,
            SimulatedMachines machines,
            Routes routes,
            double wireShare) {
        this.engine = engine;
        this.meter = meter;
        this.paths = paths;
        this.machines = machines;
        this.routes = routes;
        this.wireShare = wireShare;
    }

    /** What an activity that is to begin needs: nothing yet. */
    public Needs needs() {
        return new Needs();
    }

    /** An activity has ended, or is about to be taken away with so much left of it. */
    public void left(int activity, double remaining) {
        meter.leaves(activity, remaining);
        paths.left(activity);
    }

    /**
     * A stream begins or ends on machines' disks.
     *
     * @param more 1 for one that begins, -1 for one that ends
     */
    public void streams(int[] on, int more) {
        for (int machine : on) {
            double together = machines.streams(machine, more);
            if (machines.seeks(machine)) {
                engine.capacity(machines.disk(machine), together);
            }
        }
    }

    /** Resources of an activity, put together one by one. */
    public final class Needs implements Senders.Uses {
        private int[] resources = new int[8];
        private double[] usages = new double[8];
        private int size;
        private boolean plain = true;
        private final List<RunningTransfer.Leg> legs = new ArrayList<>(1);

        private Needs() {}

        @Override
        public void use(int resource, double usage) {
            if (resource == SimulatedMachines.NONE || usage == 0) {
                return;
            }
            if (size == resources.length) {
                resources = Arrays.copyOf(resources, size * 2);
                usages = Arrays.copyOf(usages, size * 2);
            }
            resources[size] = resource;
            usages[size++] = usage;
            plain &= usage == 1;
        }

        /** The network between two machines; the hash decides which of the equal paths it is where nobody else does. */
        public void path(int from, int to, TrafficClass trafficClass, long hash, double share) {
            if (from != to) {
                up(from, share);
                inner(from, to, trafficClass, hash, share);
                down(to, share);
            }
        }

        @Override
        public void up(int from, double share) {
            use(routes.upLink(machines.host(from)), share * wireShare);
        }

        @Override
        public void inner(int from, int to, TrafficClass trafficClass, long hash, double share) {
            RunningTransfer.Leg leg = paths.leg(machines.host(from), machines.host(to), trafficClass, hash, share);
            leg.standsAt(size);
            for (int hop = 0; hop < leg.hops(); hop++) {
                use(leg.link(hop), share * wireShare);
            }
            legs.add(leg);
        }

        @Override
        public void down(int to, double share) {
            use(routes.downLink(machines.host(to)), share * wireShare);
        }

        /**
         * Begins the activity.
         *
         * @param cap units a second at most
         * @param amount units of it
         * @param payload what the engine's handler is given when it has ended
         * @return its number
         */
        public int start(double weight, double cap, double amount, long payload) {
            int[] used = Arrays.copyOf(resources, size);
            double[] each = plain ? ONCE : Arrays.copyOf(usages, size);
            int activity =
                    engine.start(used, each, weight, 0, Math.max(cap, LEAST_RATE), Engine.NO_OWNER, amount, payload);
            meter.begun(activity, amount, used, each);
            paths.begun(activity, legs, used, each, weight, cap);
            return activity;
        }
    }
}
