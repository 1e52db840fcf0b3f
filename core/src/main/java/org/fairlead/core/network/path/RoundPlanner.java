// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.flow.path.PathSelector;
import org.fairlead.core.flow.path.PathSelectors;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Moves large flows in rounds, as a path selection has them ({@link PathSelector#round}): Hedera's way.
 *
 * <p><b>Goals.</b> The throughput of a network without collisions, with no knowledge of what is to come.
 *
 * <p><b>Constraints.</b> A flow goes as the network decides until a round has seen it: what is requested and has not begun to move does not take part. No path with a link that is down or
 * unknown. What was moved is held until it ends or moves again.
 *
 * <p><b>Algorithm.</b> The flows that are held or seen are the round's flows, on the paths they have, and what others leave of links is their capacity. The selection says which move,
 * and where to. Where a flow is seen to move and nobody has seen over which path, a hash of its pair says where it is taken to be, and it is held there unless it moves. Paths beyond those that {@link Routes#inner} keeps (of more than sixteen) are left to the network.
 *
 * <p><b>Example.</b> Two flows of a whole host's link each are seen on one of four cores; a round moves one, which is held there from then on.
 *
 * <p><b>Source.</b> Al-Fares et al., Hedera, NSDI 2010, by {@link org.fairlead.core.flow.path}.
 */
final class RoundPlanner implements PathPlanner {
    private static final int ROUNDS_VALID = 3;

    private final String name;
    private final KnownPaths known;
    private final PathSelector selector;
    private final long seed;

    RoundPlanner(String name, Topology topology, long seed) {
        this.name = name;
        this.seed = seed;
        known = new KnownPaths(topology.routes());
        selector = PathSelectors.named(name, topology, seed);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long roundNanos() {
        return Math.round(selector.roundSeconds() * 1e9);
    }

    @Override
    public boolean plansRequests() {
        return false;
    }

    @Override
    public long holdNanos() {
        return roundNanos();
    }

    /** A flow as the selection sees it. */
    private record Seen(long flow, int source, int destination, double bytesPerSecond, List<Integer> links)
            implements PathSelector.RunningFlow {
        @Override
        public int hops() {
            return links.size();
        }

        @Override
        public int link(int hop) {
            return links.get(hop);
        }
    }

    @Override
    public PathPlan plan(List<PathDemand> demands, AvailableBandwidth bandwidth, PathPlan last, long nowNanos) {
        LinkRooms rooms = new LinkRooms(known, bandwidth, nowNanos);
        Map<FlowUnit, PathPlan.Held> plan = new LinkedHashMap<>();
        List<PathSelector.RunningFlow> flows = new ArrayList<>();
        double[] loads = new double[rooms.left().length];
        int[] counts = new int[loads.length];
        for (int i = 0; i < demands.size(); i++) {
            PathDemand demand = demands.get(i);
            EqualCostRoutes paths = rooms.paths(demand.unit());
            PathPlan.Held held = last.held(demand.unit(), nowNanos).orElse(null);
            int present = held != null ? held.path().number() : seen(demand, paths);
            if (paths.count() == 0 || present < 0 || present >= paths.count()) {
                continue;
            }
            if (!rooms.isLost(paths, present)) {
                if (held != null) {
                    plan.put(demand.unit(), held);
                } else if (demand.taken().isNetworks()) {
                    plan.put(demand.unit(), new PathPlan.Held(new PathChoice(present), nowNanos, 0));
                }
            }
            List<Integer> links = new ArrayList<>();
            for (int link : rooms.links(demand.unit(), paths, present)) {
                links.add(link);
                loads[link] += demand.bytesPerSecond();
                counts[link]++;
            }
            flows.add(new Seen(i, demand.unit().source(), demand.unit().destination(), demand.bytesPerSecond(), links));
        }
        for (PathSelector.Move move : selector.round(flows, state(rooms.left(), loads, counts))) {
            FlowUnit unit = demands.get((int) move.flow()).unit();
            int path = number(rooms, unit, move.links());
            if (path >= 0) {
                plan.put(unit, new PathPlan.Held(new PathChoice(path), nowNanos, 0));
            }
        }
        return new PathPlan(last.epoch() + 1, nowNanos + ROUNDS_VALID * roundNanos(), plan);
    }

    /** The path over which a unit goes or is taken to go, if it does; −1 if it does not. */
    private int seen(PathDemand demand, EqualCostRoutes paths) {
        if (!demand.taken().isNetworks() || demand.bytesPerSecond() == 0 || paths.count() == 0) {
            return demand.taken().number();
        }
        long pair = (long) demand.unit().source() << 32 | demand.unit().destination();
        long hash = Draw.mixed(
                Draw.mixed(seed, pair), demand.unit().trafficClass().label().hashCode());
        return (int) Long.remainderUnsigned(hash, paths.count());
    }

    private static LinkState state(double[] capacities, double[] loads, int[] counts) {
        return new LinkState() {
            @Override
            public double capacity(int link) {
                return capacities[link];
            }

            @Override
            public double load(int link) {
                return loads[link];
            }

            @Override
            public int flows(int link) {
                return counts[link];
            }
        };
    }

    /** The number of the path with these links; −1 where it is not among those that are kept, or not usable. */
    private static int number(LinkRooms rooms, FlowUnit unit, int[] links) {
        EqualCostRoutes paths = rooms.paths(unit);
        for (int path = 0; path < paths.count(); path++) {
            if (Arrays.equals(rooms.links(unit, paths, path), links)) {
                return rooms.isUsable(paths, path) ? path : -1;
            }
        }
        return -1;
    }
}
