// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Arrays;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.NextHops;

/**
 * Looks at all equal-cost paths of a host pair at once, vertex by vertex instead of path by path: 256 paths of a fat tree share
 * some 290 vertices. Not safe for threads.
 */
final class PathSearch {
    /** What a link is worth to a path, which is worth as much as the least of its links. */
    interface LinkValue {
        double of(int link);
    }

    private final EqualCostPaths paths;
    private final double[] widths;
    private final long[] counts;
    private final int[] seen;
    private int search;
    private NextHops table;
    private int target;
    private LinkValue value;
    private double least;
    private int up;
    private int down;
    private int hops;
    private int start;

    PathSearch(EqualCostPaths paths) {
        this.paths = paths;
        widths = new double[paths.vertices()];
        counts = new long[paths.vertices()];
        seen = new int[paths.vertices()];
    }

    /** The value of the best path: infinite from a host to itself, below 0 where there is no path. Values are at least 0. */
    double widest(int source, int destination, LinkValue linkValue) {
        if (source == destination) {
            return Double.POSITIVE_INFINITY;
        }
        begin(source, destination, linkValue);
        double own = Math.min(ownValue(up), ownValue(down));
        return Math.min(own, widestFrom(start));
    }

    private double ownValue(int link) {
        return link < 0 ? Double.POSITIVE_INFINITY : value.of(link);
    }

    private double widestFrom(int at) {
        if (at == target) {
            return Double.POSITIVE_INFINITY;
        }
        if (seen[at] == search) {
            return widths[at];
        }
        double best = -1;
        for (int link : table.links(at)) {
            double here = value.of(link);
            if (here > best) {
                best = Math.max(best, Math.min(here, widestFrom(paths.endOf(link))));
            }
        }
        seen[at] = search;
        widths[at] = best;
        return best;
    }

    /** How many paths are worth at least this much, between hosts that differ; at most {@link Integer#MAX_VALUE} are counted. */
    long count(int source, int destination, LinkValue linkValue, double atLeast) {
        begin(source, destination, linkValue);
        least = atLeast;
        if (ownValue(up) < atLeast || ownValue(down) < atLeast) {
            return 0;
        }
        return countFrom(start);
    }

    private long countFrom(int at) {
        if (at == target) {
            return 1;
        }
        if (seen[at] == search) {
            return counts[at];
        }
        long sum = 0;
        for (int link : table.links(at)) {
            if (value.of(link) >= least) {
                sum += countFrom(paths.endOf(link));
            }
        }
        seen[at] = search;
        counts[at] = Math.min(sum, Integer.MAX_VALUE);
        return counts[at];
    }

    /**
     * One of the paths that the last {@link #count} counted; links must be worth what they were.
     *
     * @param number from 0 to the count − 1, in the order of {@link EqualCostPaths}
     */
    int[] counted(long number) {
        int[] links = new int[hops];
        int hop = 0;
        if (up >= 0) {
            links[hop++] = up;
        }
        long left = number;
        for (int at = start; at != target; at = paths.endOf(links[hop - 1])) {
            for (int link : table.links(at)) {
                long behind = value.of(link) >= least ? countFrom(paths.endOf(link)) : 0;
                if (left < behind) {
                    links[hop++] = link;
                    break;
                }
                left -= behind;
            }
        }
        if (down >= 0) {
            links[hop++] = down;
        }
        return links;
    }

    /**
     * The path of the lowest number that is worth at least this much, between hosts that differ.
     *
     * @param path takes the links, if there is such a path
     */
    boolean first(int source, int destination, LinkValue linkValue, double atLeast, int[] path) {
        begin(source, destination, linkValue);
        least = atLeast;
        if (ownValue(up) < atLeast || ownValue(down) < atLeast) {
            return false;
        }
        int hop = 0;
        if (up >= 0) {
            path[hop++] = up;
        }
        if (!firstFrom(start, path, hop)) {
            return false;
        }
        if (down >= 0) {
            path[hops - 1] = down;
        }
        return true;
    }

    private boolean firstFrom(int at, int[] path, int hop) {
        if (at == target) {
            return true;
        }
        if (seen[at] == search) {
            return false; // looked at before, in vain
        }
        for (int link : table.links(at)) {
            if (value.of(link) >= least) {
                path[hop] = link;
                if (firstFrom(paths.endOf(link), path, hop + 1)) {
                    return true;
                }
            }
        }
        seen[at] = search;
        return false;
    }

    private void begin(int source, int destination, LinkValue linkValue) {
        if (search == Integer.MAX_VALUE) {
            Arrays.fill(seen, 0);
            search = 0;
        }
        search++;
        value = linkValue;
        table = paths.toward(destination);
        target = paths.vertex(destination);
        start = paths.vertex(source);
        up = paths.upLink(source);
        down = paths.downLink(destination);
        hops = paths.hops(source, destination);
    }
}
