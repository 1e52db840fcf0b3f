// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import org.fairlead.core.topology.EqualCostPaths;

/**
 * The flows of a round that may move, with what they want and where they are, and the room that the others leave them. Amounts are
 * whole parts of a unit, so that sums are exact in any order.
 */
final class ElephantFlows {
    final EqualCostPaths paths;
    final int[] sources;
    final int[] destinations;
    final long[] demands;
    /** Links of flow {@code f} on its present path: {@code present}, from {@code starts[f]} to before {@code starts[f + 1]}. */
    final int[] present;

    final int[] starts;
    /** By link: capacity less what is reserved for flows that stay; below 0 where that alone is too much. */
    final long[] room;
    /** By link: whether it can carry anything. */
    final boolean[] up;
    /** By link: whether all paths of a flow that crosses it cross it, as a host's only link: moving helps nothing. */
    final boolean[] fixed;

    ElephantFlows(
            EqualCostPaths paths,
            int[] sources,
            int[] destinations,
            long[] demands,
            int[] present,
            int[] starts,
            long[] room,
            boolean[] up) {
        this.paths = paths;
        this.sources = sources;
        this.destinations = destinations;
        this.demands = demands;
        this.present = present;
        this.starts = starts;
        this.room = room;
        this.up = up;
        fixed = new boolean[room.length];
        for (int flow = 0; flow < sources.length; flow++) {
            if (paths.upLink(sources[flow]) >= 0) {
                fixed[paths.upLink(sources[flow])] = true;
            }
            if (paths.downLink(destinations[flow]) >= 0) {
                fixed[paths.downLink(destinations[flow])] = true;
            }
        }
    }

    int size() {
        return sources.length;
    }

    int hops(int flow) {
        return starts[flow + 1] - starts[flow];
    }

    int mostHops() {
        int most = 0;
        for (int flow = 0; flow < size(); flow++) {
            most = Math.max(most, hops(flow));
        }
        return most;
    }

    boolean isUp(int[] links, int count) {
        for (int hop = 0; hop < count; hop++) {
            if (!up[links[hop]]) {
                return false;
            }
        }
        return true;
    }
}
