// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.Arrays;
import java.util.BitSet;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Freshness;

/**
 * What links have to give to our flows while a plan is made: what others leave, less what is promised so far. A link that is down, unknown or not reported in time has
 * nothing, and nobody is sent over a path with it. Who is there already stays while a report is late: that says nothing of the link.
 */
final class LinkRooms {
    private final KnownPaths known;
    private final Routes routes;
    private final double[] left;
    private final double[] room;
    private final BitSet late;
    private final BitSet unknown;
    /** Flows that are planned on each link so far. */
    private final double[] flows;

    LinkRooms(KnownPaths known, AvailableBandwidth bandwidth, long nowNanos) {
        this.known = known;
        routes = known.routes();
        left = new double[routes.topology().links().size()];
        late = new BitSet(left.length);
        unknown = new BitSet(left.length);
        for (int link = 0; link < left.length; link++) {
            Freshness knowledge = bandwidth.knowledge(link, nowNanos);
            late.set(link, knowledge == Freshness.LATE);
            unknown.set(link, knowledge == Freshness.UNKNOWN);
            left[link] = knowledge == Freshness.UNKNOWN ? 0 : Math.max(0, bandwidth.left(link, nowNanos));
        }
        room = left.clone();
        flows = new double[left.length];
    }

    /** The same as another one is now, from where both go on by themselves. */
    LinkRooms(LinkRooms other) {
        known = other.known;
        routes = other.routes;
        left = other.left;
        late = other.late;
        unknown = other.unknown;
        room = other.room.clone();
        flows = other.flows.clone();
    }

    EqualCostRoutes paths(FlowUnit unit) {
        return known.of(unit);
    }

    /** What others leave of each link; not to be changed. */
    @SuppressWarnings("MixedArrayDimensions")
    double[] left() {
        return left;
    }

    /** What is not promised of each link; not to be changed. */
    @SuppressWarnings("MixedArrayDimensions")
    double[] room() {
        return room;
    }

    /** Whether every link of a path has something to give to anybody. */
    boolean isUsable(EqualCostRoutes paths, int path) {
        for (int hop = 0; hop < paths.hops(); hop++) {
            if (!(left[paths.link(path, hop)] > 0)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a link of a path is down or unknown. One that is full is there: it may be ours that fills it, before that is known. */
    boolean isLost(EqualCostRoutes paths, int path) {
        for (int hop = 0; hop < paths.hops(); hop++) {
            if (unknown.get(paths.link(path, hop))) {
                return true;
            }
        }
        return false;
    }

    /** Whether of a link of a path a report is missing. */
    boolean isLate(EqualCostRoutes paths, int path) {
        for (int hop = 0; hop < paths.hops(); hop++) {
            if (late.get(paths.link(path, hop))) {
                return true;
            }
        }
        return false;
    }

    /** What is not promised on a path, without the hosts' own links; infinite on one of no links. */
    double room(EqualCostRoutes paths, int path) {
        double least = Double.POSITIVE_INFINITY;
        for (int hop = 0; hop < paths.hops(); hop++) {
            least = Math.min(least, room[paths.link(path, hop)]);
        }
        return least;
    }

    /** What so many flows would get on a path: what is not promised, or an even share with those that are planned there. */
    double expected(EqualCostRoutes paths, int path, double ofFlows) {
        double least = Double.POSITIVE_INFINITY;
        for (int hop = 0; hop < paths.hops(); hop++) {
            int link = paths.link(path, hop);
            least = Math.min(least, Math.max(room[link], left[link] * ofFlows / (flows[link] + ofFlows)));
        }
        return least;
    }

    /** What is not promised of the hosts' own links. */
    double hostRoom(FlowUnit unit) {
        return Math.min(of(room, routes.upLink(unit.source())), of(room, routes.downLink(unit.destination())));
    }

    private static double of(double[] rooms, int link) {
        return link < 0 ? Double.POSITIVE_INFINITY : rooms[link];
    }

    /**
     * Promises a rate on a path and on the hosts' own links, as far as there is room.
     *
     * @return what was promised
     */
    double promise(FlowUnit unit, EqualCostRoutes paths, int path, double bytesPerSecond, double ofFlows) {
        double rate = Math.max(0, Math.min(bytesPerSecond, Math.min(hostRoom(unit), room(paths, path))));
        if (Double.isInfinite(rate)) {
            rate = 0; // nothing bounds it, nothing needs a promise
        }
        take(routes.upLink(unit.source()), rate, ofFlows);
        take(routes.downLink(unit.destination()), rate, ofFlows);
        for (int hop = 0; hop < paths.hops(); hop++) {
            take(paths.link(path, hop), rate, ofFlows);
        }
        return rate;
    }

    private void take(int link, double rate, double ofFlows) {
        if (link >= 0) {
            room[link] = Math.max(0, room[link] - rate);
            flows[link] += ofFlows;
        }
    }

    /** The links of a path, the hosts' own included, in the order of travel. */
    int[] links(FlowUnit unit, EqualCostRoutes paths, int path) {
        int[] links = new int[paths.hops() + 2];
        int count = 0;
        if (routes.upLink(unit.source()) >= 0) {
            links[count++] = routes.upLink(unit.source());
        }
        for (int hop = 0; hop < paths.hops(); hop++) {
            links[count++] = paths.link(path, hop);
        }
        if (routes.downLink(unit.destination()) >= 0) {
            links[count++] = routes.downLink(unit.destination());
        }
        return Arrays.copyOf(links, count);
    }
}
