// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import java.util.List;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.EqualCostRoutes;

/** An activity of the engine that crosses the network, on one leg or on several. */
public final class RunningTransfer {
    final int activity;
    final List<Leg> legs;
    final double weight;
    final double cap;
    int[] resources;
    final double[] usages;

    RunningTransfer(int activity, List<Leg> legs, int[] resources, double[] usages, double weight, double cap) {
        this.activity = activity;
        this.legs = List.copyOf(legs);
        this.resources = resources;
        this.usages = usages;
        this.weight = weight;
        this.cap = cap;
    }

    /** Whether somebody keeps its path: all legs of a transfer are of one class. */
    boolean isKept() {
        return legs.stream().anyMatch(leg -> leg.kept);
    }

    /** How often it uses the resource that stands at a place of its list. */
    double usage(int place) {
        return usages.length == 0 ? 1 : usages[place];
    }

    /** A part of a transfer that goes from one host to another, over one of the equal-cost paths. */
    public static final class Leg {
        final FlowUnit unit;
        final long hash;
        /** Of the transfer's bytes. */
        final double share;

        private final EqualCostRoutes paths;
        private final boolean kept;
        int path;
        /** Of its first link among the transfer's resources. */
        private int place;

        /** @param kept whether somebody keeps the paths of its class */
        Leg(FlowUnit unit, EqualCostRoutes paths, boolean kept, long hash, double share) {
            this.unit = unit;
            this.paths = paths;
            this.kept = kept;
            this.hash = hash;
            this.share = share;
        }

        /** Says where its links begin among the transfer's resources, which stand there in the order of travel. */
        public void standsAt(int first) {
            place = first;
        }

        public int hops() {
            return paths.count() == 0 ? 0 : paths.hops();
        }

        /** The link that is the {@code hop}-th on its present path, from 0; the hosts' own are not among them. */
        public int link(int hop) {
            return link(path, hop);
        }

        int link(int of, int hop) {
            return paths.link(of, hop);
        }

        int paths() {
            return paths.count();
        }

        /** Whether there is anything to choose for whoever keeps paths. */
        boolean hasChoice() {
            return kept && paths.count() > 1;
        }

        /** Whether one of its links stands at a place of the transfer's resources. */
        boolean covers(int at) {
            return at >= place && at < place + hops();
        }

        /** The transfer's resources if this leg took a path. */
        int[] over(int other, int[] resources) {
            int[] changed = resources.clone();
            for (int hop = 0; hop < hops(); hop++) {
                changed[place + hop] = link(other, hop);
            }
            return changed;
        }
    }
}
