// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.core.view.Origin;

/**
 * Which links do not carry what is planned over them: a switch before them ignores labels, or drops what bears one. Of one thread.
 *
 * <p><b>Goals.</b> Such a switch is found while flows use it, by counters that are there anyway.
 *
 * <p><b>Constraints.</b> Only a lower bound counts: a link carries at least what units that are held over it have moved, whatever others send; applications say how much of a shuffle has come, not from whom, so much less has to be there than they say. A report that is missing says nothing, nor does a figure that no switch counted. Few bytes say nothing
 * ({@value #LEAST_BYTES} a window). A link that was wrongly suspected is trusted again.
 *
 * <p><b>Algorithm.</b> In windows of {@value #WINDOW_NANOS} ns, what applications say to have moved of units that kept their path for the whole window, and for {@value #SETTLED_NANOS} ns before, is added up by link. A link that
 * carried less than {@value #SHARE} of it in {@value #WINDOWS} windows in a row is suspected for {@value #SUSPECTED_NANOS} ns, and twice as long each time again, up to {@value #MOST_DOUBLINGS} times.
 *
 * <p><b>Example.</b> Two units are held over e1-a1, and moved 20 and 10 MB in 3 s. a1-c1, over which the first is held, counted 1 MB, and again in the next window: a1 does not obey. a1-c1 is suspected for 30 s.
 *
 * <p><b>Source.</b> Ours.
 */
public final class PathAudit {
    static final long WINDOW_NANOS = 3_000_000_000L;
    static final long SETTLED_NANOS = 1_000_000_000L;
    static final double LEAST_BYTES = 2e6;
    static final double SHARE = 0.3;
    static final int WINDOWS = 2;
    static final long SUSPECTED_NANOS = 30_000_000_000L;
    static final int MOST_DOUBLINGS = 5;

    private final KnownPaths known;
    private final double[] carried;
    private final long[] measuredAtNanos;
    private final int[] strikes;
    private final int[] times;
    private final long[] untilNanos;
    private final Set<Integer> suspected = new TreeSet<>();
    /** At the beginning of the window. */
    private Map<FlowUnit, Double> movedBefore = Map.of();

    private PathPlan planBefore = PathPlan.NONE;
    private double[] carriedBefore;
    private long begunNanos;
    private boolean begun;
    private long version = Long.MIN_VALUE;

    public PathAudit(Topology topology) {
        known = new KnownPaths(topology.routes());
        int links = topology.links().size();
        carried = new double[links];
        carriedBefore = new double[links];
        measuredAtNanos = new long[links];
        Arrays.fill(measuredAtNanos, ClusterView.NEVER);
        strikes = new int[links];
        times = new int[links];
        untilNanos = new long[links];
    }

    /**
     * Looks at what has happened since it looked before.
     *
     * @param moved bytes of each unit so far, as applications say
     * @param plan the paths that senders keep
     */
    public void observe(ClusterView view, Map<FlowUnit, Double> moved, PathPlan plan, long nowNanos) {
        if (view.version() != version) {
            version = view.version();
            count(view);
        }
        suspected.removeIf(link -> nowNanos - untilNanos[link] >= 0);
        if (begun && nowNanos - begunNanos < WINDOW_NANOS) {
            return;
        }
        if (begun) {
            judge(view, moved, plan, nowNanos);
        }
        begun = true;
        begunNanos = nowNanos;
        movedBefore = new HashMap<>(moved);
        planBefore = plan;
        carriedBefore = carried.clone();
    }

    /** Links that are suspected now. Planners do not leave them: what applications say to have moved is too rough to judge single links by. */
    public Set<Integer> suspected() {
        return Set.copyOf(suspected);
    }

    private void count(ClusterView view) {
        for (int link = 0; link < carried.length; link++) {
            long at = view.measuredAtNanos(link);
            if (at != measuredAtNanos[link]) {
                if (measuredAtNanos[link] != ClusterView.NEVER) {
                    carried[link] += view.latest(link) * (at - measuredAtNanos[link]) / 1e9;
                }
                measuredAtNanos[link] = at;
            }
        }
    }

    private void judge(ClusterView view, Map<FlowUnit, Double> moved, PathPlan plan, long nowNanos) {
        double[] planned = new double[carried.length];
        planBefore.paths().forEach((unit, held) -> {
            double bytes = moved.getOrDefault(unit, 0.0) - movedBefore.getOrDefault(unit, Double.POSITIVE_INFINITY);
            boolean stayed = plan.of(unit)
                    .filter(now -> now.path().equals(held.path()) && now.movedAtNanos() == held.movedAtNanos())
                    .isPresent();
            if (stayed && bytes > 0 && begunNanos - held.movedAtNanos() >= SETTLED_NANOS) {
                EqualCostRoutes paths = known.of(unit);
                for (int hop = 0; hop < paths.hops() && held.path().number() < paths.count(); hop++) {
                    planned[paths.link(held.path().number(), hop)] += bytes;
                }
            }
        });
        for (int link = 0; link < planned.length; link++) {
            boolean counted = view.origin(link) == Origin.SWITCH && view.knowledge(link, nowNanos) == Freshness.FRESH;
            if (planned[link] < LEAST_BYTES || !counted) {
                continue; // nothing is said of it
            }
            boolean missing = carried[link] - carriedBefore[link] < SHARE * planned[link];
            strikes[link] = missing ? strikes[link] + 1 : 0;
            if (strikes[link] >= WINDOWS) {
                strikes[link] = 0;
                untilNanos[link] = nowNanos + (SUSPECTED_NANOS << Math.min(times[link]++, MOST_DOUBLINGS));
                suspected.add(link);
            }
        }
    }
}
