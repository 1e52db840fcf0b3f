// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.flow.MaxMinFairRates;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Plans the paths of all flows that were requested, before the first of their bytes has left.
 *
 * <p><b>Goals.</b> Flows do not meet where there is another way, and do not wait to be noticed: what is to come is known. Others' traffic is gone around. Few moves: each may
 * bring packets out of order.
 *
 * <p><b>Constraints.</b> No path with a link that is down or unknown. No more is promised on a link than others leave of it. A unit keeps its path for {@value #HOLD_NANOS} ns
 * whatever happens, unless a link of it is gone, and after that moves only for {@value #GAIN} times what it would get, with so many bytes left that it matters ({@value
 * #WORTHWHILE_SECONDS} s at its demand). A report that is late moves nobody. Others' flows never move. A plan ends after {@value #VALID_NANOS} ns.
 *
 * <p><b>Algorithm.</b>
 *
 * <ol>
 *   <li><i>Demand</i> of each unit: the max-min fair rates of all flows over what others leave of the hosts' own links alone, as if the network between switches were wide.
 *   <li><i>What is fixed</i> comes first: units with one path only, and those that keep theirs. Each is promised its demand as far as there is room.
 *   <li><i>The others</i> follow, those with a path before those without, the larger demand first: each takes the path on which it can expect most, A = max(room, left ·
 *       n/(N + n)) on the narrowest link, n its flows, N those that are planned there. Of paths that meet its demand alike, its own, then the one that was proposed, then that with
 *       the most room.
 *   <li>Where some are then promised clearly less than their demand, the same is tried again with those first, up to {@value #MOST_TRIES} times as long as there are few: what came late and found
 *       no way comes early. The try counts that promises most. If some still lack, those that had no path before change theirs, one at a time ({@link ConflictSearch}).
 * </ol>
 *
 * <p><b>Example.</b> Two roots with up-links of 10; others take 8 of the first. h1 sends to h3, h2 to h4, each 10 at most. Demands are 10 and 10. h1→h3: 2 by the first root, 10 by
 * the second: the second, 10 promised. h2→h4: max(2, 2) by the first, max(0, 10/2) by the second: the second, too, with nothing promised; both get 5.
 *
 * <p><b>Example of another try.</b> Four cores; each pod's up-links take one flow. f can go by either of two cores, g by the second of them alone, since the way of the first to its pod is
 * taken. f comes first and takes the second; g is promised nothing. In the second try g comes first, and f takes the other.
 *
 * <p><b>Source.</b> Ours; trying again after negotiated congestion in the routing of FPGAs (McMurchie and Ebeling, PathFinder, FPGA 1995); demand estimation after Hedera (Al-Fares et al., NSDI 2010), from requests in place of what switches have seen.
 */
final class DemandPlanner implements PathPlanner {
    static final double GAIN = 1.2;
    static final long HOLD_NANOS = 5_000_000_000L;
    static final long VALID_NANOS = 10_000_000_000L;
    static final double WORTHWHILE_SECONDS = 0.2;
    static final int MOST_TRIES = 8;
    /** A promise below this share of the demand finds no way; one above lacks what measurements are uncertain by. */
    private static final double CLEARLY_LESS = 0.9;

    /** Placements of a unit in a plan, about: beyond, one try has to do. */
    private static final int MOST_PLACEMENTS = 8_000;

    /** Units among which fewer conflicts are searched for. */
    private static final int MOST_SEARCHED = 1_000;

    private static final long ROUND_NANOS = 1_000_000_000L;
    /** Rates that are as good as equal. */
    private static final double EQUAL = 1 - 1e-9;

    private final Routes routes;
    private final KnownPaths known;

    DemandPlanner(Topology topology) {
        routes = topology.routes();
        known = new KnownPaths(routes);
    }

    @Override
    public String name() {
        return PathPlanners.OWN;
    }

    @Override
    public long roundNanos() {
        return ROUND_NANOS;
    }

    @Override
    public boolean plansRequests() {
        return true;
    }

    @Override
    public long holdNanos() {
        return HOLD_NANOS;
    }

    /** A unit that is to be placed. */
    private record Wanted(PathDemand demand, double bytesPerSecond, EqualCostRoutes paths, int present) {
        FlowUnit unit() {
            return demand.unit();
        }
    }

    @Override
    public PathPlan plan(List<PathDemand> demands, AvailableBandwidth bandwidth, PathPlan last, long nowNanos) {
        LinkRooms rooms = new LinkRooms(known, bandwidth, nowNanos);
        double[] rates = hostLimited(demands, rooms);
        Map<FlowUnit, PathPlan.Held> plan = new LinkedHashMap<>();
        List<Wanted> free = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            PathDemand demand = demands.get(i);
            EqualCostRoutes paths = rooms.paths(demand.unit());
            if (paths.count() == 0) {
                continue;
            }
            PathPlan.Held held = last.held(demand.unit(), nowNanos)
                    .filter(path -> isThere(rooms, paths, path.path().number()))
                    .orElse(null);
            Wanted wanted = new Wanted(
                    demand, rates[i], paths, held == null ? -1 : held.path().number());
            if (paths.count() == 1) {
                rooms.promise(demand.unit(), paths, 0, rates[i], demand.flows());
            } else if (held != null && keeps(wanted, held, rooms, nowNanos)) {
                keep(wanted, held.movedAtNanos(), rooms, plan);
            } else {
                free.add(wanted);
            }
        }
        plan.putAll(placed(free, rooms, last, nowNanos));
        return new PathPlan(last.epoch() + 1, nowNanos + VALID_NANOS, plan);
    }

    /** Of several tries, that which promises most. */
    private static Map<FlowUnit, PathPlan.Held> placed(
            List<Wanted> free, LinkRooms fixed, PathPlan last, long nowNanos) {
        Map<FlowUnit, PathPlan.Held> best = Map.of();
        double most = -1;
        int fewest = 0;
        Map<FlowUnit, Integer> timesShort = new HashMap<>();
        int tries = Math.max(1, Math.min(MOST_TRIES, MOST_PLACEMENTS / Math.max(1, free.size())));
        boolean anyShort = true;
        for (int i = 0; i < tries && anyShort; i++) {
            free.sort(Comparator.<Wanted>comparingInt(wanted -> wanted.present() < 0 ? 1 : 0)
                    .thenComparing(wanted -> -timesShort.getOrDefault(wanted.unit(), 0))
                    .thenComparing(
                            Comparator.comparingDouble(Wanted::bytesPerSecond).reversed()));
            LinkRooms rooms = new LinkRooms(fixed);
            Map<FlowUnit, PathPlan.Held> plan = new LinkedHashMap<>();
            double promised = 0;
            int shortOnes = 0;
            for (Wanted wanted : free) {
                double own = place(wanted, rooms, last, plan, nowNanos);
                promised += own;
                if (own < CLEARLY_LESS * wanted.bytesPerSecond()) {
                    timesShort.merge(wanted.unit(), 1, Integer::sum);
                    shortOnes++;
                }
            }
            anyShort = shortOnes > 0;
            if (EQUAL * promised > most) {
                most = promised;
                best = plan;
                fewest = shortOnes;
            }
        }
        return anyShort && free.size() <= MOST_SEARCHED ? better(best, fewest, free, fixed, nowNanos) : best;
    }

    /** The plan after a search for one with fewer conflicts, if fewer units are promised clearly less than they demand. */
    private static Map<FlowUnit, PathPlan.Held> better(
            Map<FlowUnit, PathPlan.Held> plan, int shortOnes, List<Wanted> units, LinkRooms fixed, long nowNanos) {
        int[] start = new int[units.size()];
        double[] rates = new double[start.length];
        boolean[] mayMove = new boolean[start.length];
        EqualCostRoutes[] paths = new EqualCostRoutes[start.length];
        for (int i = 0; i < start.length; i++) {
            Wanted wanted = units.get(i);
            PathPlan.Held held = plan.get(wanted.unit());
            start[i] = held == null ? -1 : held.path().number();
            rates[i] = wanted.bytesPerSecond();
            mayMove[i] = wanted.present() < 0;
            paths[i] = wanted.paths();
        }
        int[] found = new ConflictSearch(fixed.room(), paths, rates, mayMove, start).best();
        LinkRooms rooms = new LinkRooms(fixed);
        Map<FlowUnit, PathPlan.Held> changed = new LinkedHashMap<>();
        int stillShort = 0;
        for (int i = 0; i < start.length; i++) {
            if (found[i] >= 0) {
                Wanted wanted = units.get(i);
                double own = rooms.promise(
                        wanted.unit(),
                        wanted.paths(),
                        found[i],
                        rates[i],
                        wanted.demand().flows());
                stillShort += own < CLEARLY_LESS * rates[i] ? 1 : 0;
                long movedAtNanos =
                        found[i] == start[i] ? plan.get(wanted.unit()).movedAtNanos() : nowNanos;
                changed.put(wanted.unit(), new PathPlan.Held(new PathChoice(found[i]), movedAtNanos, own));
            }
        }
        return stillShort < shortOnes ? changed : plan;
    }

    private static boolean isThere(LinkRooms rooms, EqualCostRoutes paths, int path) {
        return path < paths.count() && !rooms.isLost(paths, path);
    }

    private static boolean keeps(Wanted wanted, PathPlan.Held held, LinkRooms rooms, long nowNanos) {
        return nowNanos - held.movedAtNanos() < HOLD_NANOS
                || rooms.isLate(wanted.paths(), wanted.present())
                || wanted.demand().bytes() < WORTHWHILE_SECONDS * wanted.bytesPerSecond();
    }

    /** @return what it is promised */
    private static double keep(Wanted wanted, long movedAtNanos, LinkRooms rooms, Map<FlowUnit, PathPlan.Held> plan) {
        double promised = rooms.promise(
                wanted.unit(),
                wanted.paths(),
                wanted.present(),
                wanted.bytesPerSecond(),
                wanted.demand().flows());
        plan.put(wanted.unit(), new PathPlan.Held(new PathChoice(wanted.present()), movedAtNanos, promised));
        return promised;
    }

    /** @return what it is promised */
    private static double place(
            Wanted wanted, LinkRooms rooms, PathPlan last, Map<FlowUnit, PathPlan.Held> plan, long nowNanos) {
        int best = best(wanted, rooms);
        if (best < 0) {
            return 0; // no path that is known to be up: the network decides
        }
        if (wanted.present() >= 0) {
            double here = expected(wanted, rooms, wanted.present());
            if (best == wanted.present() || expected(wanted, rooms, best) < GAIN * here) {
                return keep(wanted, last.of(wanted.unit()).orElseThrow().movedAtNanos(), rooms, plan);
            }
        }
        double promised = rooms.promise(
                wanted.unit(),
                wanted.paths(),
                best,
                wanted.bytesPerSecond(),
                wanted.demand().flows());
        plan.put(wanted.unit(), new PathPlan.Held(new PathChoice(best), nowNanos, promised));
        return promised;
    }

    private static double expected(Wanted wanted, LinkRooms rooms, int path) {
        return Math.min(
                wanted.bytesPerSecond(),
                rooms.expected(wanted.paths(), path, wanted.demand().flows()));
    }

    /** The path on which a unit can expect most; −1 where none is known to be up. */
    private static int best(Wanted wanted, LinkRooms rooms) {
        int best = -1;
        for (int path = 0; path < wanted.paths().count(); path++) {
            if (rooms.isUsable(wanted.paths(), path) && (best < 0 || isBetter(wanted, rooms, path, best))) {
                best = path;
            }
        }
        return best;
    }

    private static boolean isBetter(Wanted wanted, LinkRooms rooms, int path, int than) {
        double here = expected(wanted, rooms, path);
        double there = expected(wanted, rooms, than);
        if (here * EQUAL > there || there * EQUAL > here) {
            return here > there;
        }
        int rank = rank(wanted, path);
        int other = rank(wanted, than);
        return rank != other
                ? rank < other
                : rooms.room(wanted.paths(), path) * EQUAL > rooms.room(wanted.paths(), than);
    }

    private static int rank(Wanted wanted, int path) {
        return path == wanted.present() ? 0 : path == wanted.demand().proposed().number() ? 1 : 2;
    }

    /** What each unit would get if the hosts' own links alone bound it; its flows share as many. */
    private double[] hostLimited(List<PathDemand> demands, LinkRooms rooms) {
        List<int[]> links = new ArrayList<>(demands.size());
        List<double[]> usages = new ArrayList<>(demands.size());
        double[] caps = new double[demands.size()];
        for (int i = 0; i < caps.length; i++) {
            PathDemand demand = demands.get(i);
            int up = routes.upLink(demand.unit().source());
            int down = routes.downLink(demand.unit().destination());
            int[] both = up < 0
                    ? (down < 0 ? new int[0] : new int[] {down})
                    : down < 0 ? new int[] {up} : new int[] {up, down};
            links.add(both);
            // a rate is that of one of its flows, so that units share by their numbers of flows
            double[] usage = new double[both.length];
            Arrays.fill(usage, demand.flows());
            usages.add(usage);
            caps[i] = demand.mostBytesPerSecond() / demand.flows();
        }
        double[] rates = MaxMinFairRates.of(rooms.left(), links, usages, caps);
        for (int i = 0; i < rates.length; i++) {
            rates[i] *= demands.get(i).flows();
        }
        return rates;
    }
}
