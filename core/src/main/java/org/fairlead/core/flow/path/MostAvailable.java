// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Optional;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topology;

/**
 * Sends a flow, when it arrives, over the path on which it will get most.
 *
 * <p>Goals: avoid links that are busy now. The flow keeps its path.
 *
 * <p>Constraints: knows links as they are, nothing of what flows will want; no link of the path is down.
 *
 * <p>Algorithm: a link of capacity C with load L and n flows has A = max(C − L, C/(n + 1)) to give: what is left, or an even share,
 * because elastic flows fill a link and yet make room. A path has the least A of its links; the flow takes a path that has
 * the most. Among equals a hash decides, for else all flows that arrive together would follow each other.
 *
 * <p>Example: two paths over links of 10, full with one flow and full with four: 5 and 2 available; the first is taken.
 *
 * <p>Source: Cormorant's available bandwidth (the maximum over paths, as when the flow scheduler pins the path), with an even share
 * in place of a residual that is zero on every busy link.
 */
final class MostAvailable implements PathSelector {
    private final PathSearch search;
    private final long seed;

    MostAvailable(Topology topology, long seed) {
        search = new PathSearch(new EqualCostPaths(topology));
        this.seed = seed;
    }

    @Override
    public Optional<int[]> select(long flow, int source, int destination, LinkState links) {
        if (source == destination) {
            return Optional.of(new int[0]);
        }
        PathSearch.LinkValue available = link -> available(link, links);
        double most = search.widest(source, destination, available);
        if (!(most > 0)) {
            return Optional.empty();
        }
        long equals = search.count(source, destination, available, most);
        long hash = EqualCostMultipath.hash(seed, flow, source, destination);
        return Optional.of(search.counted(Long.remainderUnsigned(hash, equals)));
    }

    @Override
    public boolean looksAtLoads() {
        return true;
    }

    /** Bytes per second that one more flow would find on a link. */
    private static double available(int link, LinkState links) {
        double capacity = links.capacity(link);
        return Math.max(capacity - links.load(link), capacity / (links.flows(link) + 1));
    }
}
