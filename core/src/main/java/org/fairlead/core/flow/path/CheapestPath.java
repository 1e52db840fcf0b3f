// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.NextHops;

/**
 * Finds a path on which one more flow adds least to the energy, where each link's share counts by the link's weight. The flow must have
 * been removed from the assignment. Not safe for threads.
 *
 * <p>Algorithm: branch and bound, the most promising next hop first. A next hop promises no less than its link's cost and that of
 * the links which all ways behind it share ({@link NextHops#join}): in a fat tree, the choice of the aggregation switch
 * decides the last link already. Some 80 links are looked at instead of 544 with k = 32. Where next hops promise the same, chance decides
 * where to begin.
 */
final class CheapestPath {
    private static final long NO_WAY = Long.MAX_VALUE / 4;

    /** Vertices looked at in one search; then the best path so far is taken. */
    private static final int MOST_VERTICES = 4096;

    /** Parts of demand that count: costs are products with weights, and must fit. */
    private static final int COARSE_BITS = 16;

    private final EqualCostPaths paths;
    private final ElephantFlows elephants;
    private final Assignment assignment;
    private final long[] weights;
    private final Draw draw;
    private final long[][] promises;
    private final int[] current;
    private int[] best;
    private long bestCost;
    private int verticesLeft;
    private NextHops table;
    private int target;
    private long demand;

    /** @param weights by link, from 1 to 2^24; so large for one that is down that no path takes it which has another */
    CheapestPath(Assignment assignment, long[] weights, Draw draw) {
        this.assignment = assignment;
        this.weights = weights;
        this.draw = draw;
        elephants = assignment.elephants;
        paths = elephants.paths;
        promises = new long[elephants.mostHops()][0];
        current = new int[elephants.mostHops()];
        best = current;
    }

    /** Writes a cheapest path of a flow; false when none was found that is up. */
    boolean find(int flow, int[] path) {
        table = paths.toward(elephants.destinations[flow]);
        target = paths.vertex(elephants.destinations[flow]);
        demand = elephants.demands[flow];
        best = path;
        bestCost = NO_WAY;
        verticesLeft = MOST_VERTICES;
        int up = paths.upLink(elephants.sources[flow]);
        int down = paths.downLink(elephants.destinations[flow]);
        if (up >= 0) {
            current[0] = up;
        }
        if (down >= 0) {
            current[elephants.hops(flow) - 1] = down;
        }
        explore(paths.vertex(elephants.sources[flow]), up >= 0 ? 1 : 0, 0);
        return bestCost < NO_WAY && elephants.isUp(path, elephants.hops(flow));
    }

    private long cost(int link) {
        long over = assignment.overBy(link, demand);
        return over == 0 ? 0 : (over >> COARSE_BITS) * weights[link];
    }

    /** What the links between a vertex and a later one cost that all ways share, as far as joins tell. */
    private long shared(int vertex, int until) {
        long cost = 0;
        int at = vertex;
        while (at != until) {
            int[] links = table.links(at);
            if (links.length == 1) {
                cost += cost(links[0]);
                at = paths.endOf(links[0]);
            } else {
                at = table.join(at);
            }
        }
        return cost;
    }

    private void explore(int at, int hop, long soFar) {
        if (at == target) {
            bestCost = soFar;
            System.arraycopy(current, 0, best, 0, current.length);
            return;
        }
        if (verticesLeft-- <= 0) {
            return;
        }
        int[] links = table.links(at);
        if (links.length == 1) {
            follow(links[0], hop, soFar);
            return;
        }
        if (promises[hop].length < links.length) {
            promises[hop] = new long[links.length];
        }
        long[] promised = promises[hop];
        int join = table.join(at);
        long soFarAndLater = soFar + shared(join, target);
        for (int i = 0; i < links.length; i++) {
            long own = cost(links[i]);
            promised[i] = own + shared(paths.endOf(links[i]), join);
        }
        int begin = draw.below(links.length);
        while (true) {
            int next = least(promised, links.length, begin);
            if (soFarAndLater + promised[next] >= bestCost) {
                return;
            }
            promised[next] = NO_WAY;
            follow(links[next], hop, soFar);
        }
    }

    private void follow(int link, int hop, long soFar) {
        long cost = soFar + cost(link);
        if (cost < bestCost) {
            current[hop] = link;
            explore(paths.endOf(link), hop + 1, cost);
        }
    }

    private static int least(long[] promised, int count, int begin) {
        int least = begin;
        for (int i = begin + 1; i < begin + count; i++) {
            int index = i < count ? i : i - count;
            if (promised[index] < promised[least]) {
                least = index;
            }
        }
        return least;
    }
}
