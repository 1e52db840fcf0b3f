// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Optional;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.EqualCostPaths;

/**
 * Spreads flows over equal-cost paths by a hash, as switches do (ECMP, RFC 2992).
 *
 * <p>Goals: each path that is up is equally likely for a flow, and the flow keeps to it: no packets out of order.
 *
 * <p>Constraints: blind to load and size; no link of the path is down. The hash is of the seed, source, destination and the
 * flow's number, so the same flow takes the same path in each run with the same seed.
 *
 * <p>Algorithm: the hash draws one of all paths. If a link of it is down, a second hash draws one of those that are up. Any path
 * that is up is then as likely as any other: 1/n from the first draw and an even share of what the first draw lost.
 *
 * <p>Example: four paths, one down. Each of the three others gets 1/4 of the flows at once and 1/3 of the remaining quarter.
 */
final class EqualCostMultipath implements PathSelector {
    private final EqualCostPaths paths;
    private final PathSearch search;
    private final long seed;

    EqualCostMultipath(EqualCostPaths paths, long seed) {
        this.paths = paths;
        this.seed = seed;
        search = new PathSearch(paths);
    }

    /** What a flow's choices are drawn from; the same for the same flow. */
    static long hash(long seed, long flow, int source, int destination) {
        long pair = (long) source << 32 | destination;
        return Draw.mixed(Draw.mixed(seed, pair), flow);
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        int count = paths.count(source, destination);
        if (count == 0) {
            return Optional.empty();
        }
        long hash = hash(seed, flow, source, destination);
        int[] drawn = paths.links(source, destination, (int) Long.remainderUnsigned(hash, count));
        if (isUp(drawn, links)) {
            return Optional.of(drawn);
        }
        long up = search.count(source, destination, links::capacity, Double.MIN_VALUE);
        return up == 0
                ? Optional.empty()
                : Optional.of(search.counted(Long.remainderUnsigned(Draw.mixed(hash, count), up)));
    }

    private static boolean isUp(int[] path, LinkState links) {
        for (int link : path) {
            if (!(links.capacity(link) > 0)) {
                return false;
            }
        }
        return true;
    }
}
