package org.fairlead.core.flow.path;

import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.NextHops;

/**
 * Finds a path on which one more flow adds least to the energy, place by place like {@link PathSearch}; among equals, each is as
 * likely. The flow must have been removed from the assignment. Not safe for threads.
 */
final class CheapestPath {
    /** More than any path costs: demands are below 2^41, hops few. */
    private static final long NO_WAY = Long.MAX_VALUE / 4;

    private final EqualCostPaths paths;
    private final Assignment assignment;
    private final long[] costs;
    private final long[] equals;
    private final int[] seen;
    private int search;
    private NextHops table;
    private int target;
    private long demand;

    CheapestPath(Assignment assignment) {
        this.assignment = assignment;
        paths = assignment.elephants.paths;
        costs = new long[paths.places()];
        equals = new long[paths.places()];
        seen = new int[paths.places()];
    }

    /** Writes a cheapest path of a flow; one without links that are down, of which there is one. */
    void find(int flow, Draw draw, int[] path) {
        Elephants elephants = assignment.elephants;
        search++;
        table = paths.toward(elephants.destinations[flow]);
        target = paths.place(elephants.destinations[flow]);
        demand = elephants.demands[flow];
        int at = paths.place(elephants.sources[flow]);
        int hop = 0;
        if (paths.upLink(elephants.sources[flow]) >= 0) {
            path[hop++] = paths.upLink(elephants.sources[flow]);
        }
        costFrom(at);
        while (at != target) {
            int link = drawn(at, draw);
            path[hop++] = link;
            at = paths.endOf(link);
        }
        if (paths.downLink(elephants.destinations[flow]) >= 0) {
            path[hop] = paths.downLink(elephants.destinations[flow]);
        }
    }

    private int drawn(int at, Draw draw) {
        int[] links = table.links(at);
        if (links.length == 1) {
            return links[0];
        }
        long left = Long.remainderUnsigned(draw.next(), equals[at]);
        for (int link : links) {
            int next = paths.endOf(link);
            if (cost(link) + costFrom(next) == costs[at]) {
                left -= waysFrom(next);
                if (left < 0) {
                    return link;
                }
            }
        }
        throw new AssertionError("the ways that were counted are there");
    }

    private long waysFrom(int at) {
        return at == target ? 1 : equals[at];
    }

    private long cost(int link) {
        return assignment.elephants.up[link] ? assignment.overBy(link, demand) : NO_WAY;
    }

    private long costFrom(int at) {
        if (at == target) {
            return 0;
        }
        if (seen[at] == search) {
            return costs[at];
        }
        long best = NO_WAY;
        long ways = 1;
        for (int link : table.links(at)) {
            long here = cost(link);
            if (here > best) {
                continue;
            }
            int next = paths.endOf(link);
            long all = here + costFrom(next);
            if (all < best) {
                best = all;
                ways = waysFrom(next);
            } else if (all == best && best < NO_WAY) {
                ways += waysFrom(next);
            }
        }
        seen[at] = search;
        costs[at] = best;
        equals[at] = Math.min(ways, Integer.MAX_VALUE);
        return best;
    }
}
