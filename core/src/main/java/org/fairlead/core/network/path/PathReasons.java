// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Keeps why units have the paths that they have, for those who ask: of each the last decision that gave it a path, of {@value #MOST} units; those whose decision is oldest make room. One thread notes, all may
 * ask.
 *
 * <p><b>Algorithm.</b> After a plan, for each unit whose path is new: what it could have expected of each of its paths. Of a link that is what background traffic leaves of it, less what the plan promises
 * to others there, or an even share with them; of a path the least of its links. That is what {@link DemandPlanner} compares, but with all others of the plan, also those that came after it.
 *
 * <p><b>Example.</b> Two roots with up-links of 10; background traffic takes 8 of the first. h1→h3 was given the second, 10 promised. Expected: 2 by the first, beside nobody; 10 by the second.
 */
public final class PathReasons {
    public static final int MOST = 10_000;

    private final KnownPaths known;
    private final Map<FlowUnit, PathReason> reasons = new LinkedHashMap<>();

    public PathReasons(Topology topology) {
        known = new KnownPaths(topology.routes());
    }

    /**
     * A plan was made.
     *
     * @param last the one before
     * @param bandwidth by which it was made
     * @param requesters by unit, asked where any path is new
     */
    public void note(
            PathPlan last,
            PathPlan plan,
            AvailableBandwidth bandwidth,
            Supplier<Map<FlowUnit, List<PathReason.Requester>>> requesters,
            long nowNanos) {
        List<Map.Entry<FlowUnit, PathPlan.Held>> given = plan.paths().entrySet().stream()
                .filter(held -> isNew(last, held))
                .limit(MOST)
                .toList();
        if (given.isEmpty()) {
            return;
        }
        LinkRooms rooms = new LinkRooms(known, bandwidth, nowNanos);
        Promises promises = new Promises(rooms, plan);
        Map<FlowUnit, List<PathReason.Requester>> byUnit = requesters.get();
        List<PathReason> noted = new ArrayList<>(given.size());
        for (Map.Entry<FlowUnit, PathPlan.Held> each : given) {
            FlowUnit unit = each.getKey();
            PathPlan.Held held = each.getValue();
            PathChoice before =
                    last.held(unit, nowNanos).map(PathPlan.Held::path).orElse(PathChoice.NETWORK);
            List<PathReason.Requester> who = byUnit.getOrDefault(unit, Collections.emptyList());
            noted.add(new PathReason(unit, held.path(), before, nowNanos, promises.estimates(unit, held), who));
        }
        enter(noted);
    }

    private static boolean isNew(PathPlan last, Map.Entry<FlowUnit, PathPlan.Held> held) {
        return last.of(held.getKey())
                .filter(before -> before.movedAtNanos() == held.getValue().movedAtNanos()
                        && before.path().equals(held.getValue().path()))
                .isEmpty();
    }

    private synchronized void enter(List<PathReason> noted) {
        for (PathReason reason : noted) {
            reasons.remove(reason.unit()); // it becomes the newest
            if (reasons.size() >= MOST) {
                reasons.remove(reasons.keySet().iterator().next());
            }
            reasons.put(reason.unit(), reason);
        }
    }

    /** The last decision that gave a unit a path; empty when there was none, or it was forgotten. */
    public synchronized Optional<PathReason> of(FlowUnit unit) {
        return Optional.ofNullable(reasons.get(unit));
    }

    /** What a plan promises of each link, and to how many. */
    private static final class Promises {
        private final LinkRooms rooms;
        private final double[] promised;
        private final int[] units;

        Promises(LinkRooms rooms, PathPlan plan) {
            this.rooms = rooms;
            promised = new double[rooms.left().length];
            units = new int[promised.length];
            plan.paths().forEach((unit, held) -> {
                EqualCostRoutes paths = rooms.paths(unit);
                for (int hop = 0; held.path().number() < paths.count() && hop < paths.hops(); hop++) {
                    int link = paths.link(held.path().number(), hop);
                    promised[link] += held.bytesPerSecond();
                    units[link]++;
                }
            });
        }

        List<PathReason.Estimate> estimates(FlowUnit unit, PathPlan.Held held) {
            EqualCostRoutes paths = rooms.paths(unit);
            List<PathReason.Estimate> estimates = new ArrayList<>(paths.count());
            for (int path = 0; path < paths.count(); path++) {
                PathReason.Estimate least =
                        new PathReason.Estimate(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, -1);
                for (int hop = 0; hop < paths.hops(); hop++) {
                    int link = paths.link(path, hop);
                    PathReason.Estimate ofLink =
                            of(link, isOn(paths, held.path().number(), link), held);
                    least = ofLink.bytesPerSecond() < least.bytesPerSecond() ? ofLink : least;
                }
                estimates.add(least);
            }
            return estimates;
        }

        private static boolean isOn(EqualCostRoutes paths, int path, int link) {
            boolean on = false;
            for (int hop = 0; path < paths.count() && hop < paths.hops(); hop++) {
                on |= paths.link(path, hop) == link;
            }
            return on;
        }

        private PathReason.Estimate of(int link, boolean isOwn, PathPlan.Held held) {
            double left = rooms.left()[link];
            int others = units[link] - (isOwn ? 1 : 0);
            double toOthers = promised[link] - (isOwn ? held.bytesPerSecond() : 0);
            double expected = Math.max(left - Math.max(0, toOthers), left / (others + 1));
            return new PathReason.Estimate(expected, left, others, link);
        }
    }
}
