// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.List;
import java.util.Optional;

/**
 * Chooses one of the equal-cost paths for a flow when it arrives (or when its path went down), and may move running flows in
 * periodic rounds. Deterministic for its seed. Hosts go by {@link org.fairlead.core.topology.Host#index()}. Not safe for threads.
 */
public interface PathSelector {
    /**
     * @param flow the flow's number, which a hash may use
     * @return link indexes in the order of travel, none of them down; no links from a host to itself; empty when there is no way
     */
    Optional<int[]> select(long flow, int source, int destination, LinkState links);

    /** Whether {@link #select} looks at loads, so that they have to count the flows that began at this instant. */
    default boolean looksAtLoads() {
        return false;
    }

    /** Seconds between rounds; 0 when there are none. */
    default double roundSeconds() {
        return 0;
    }

    /**
     * A round: which running flows move.
     *
     * @param flows all running flows, in the order of their numbers
     * @param links with the load of {@code flows}
     */
    default List<Move> round(List<RunningFlow> flows, LinkState links) {
        return List.of();
    }

    /** A flow that is on its way. */
    interface RunningFlow {
        /** Its number. */
        long flow();

        int source();

        int destination();

        /** Its rate now. */
        double bytesPerSecond();

        /** How many links it crosses. */
        int hops();

        /** The link that is the {@code hop}-th on its way, from 0. */
        int link(int hop);
    }

    /** A flow takes another path from now on. */
    final class Move {
        private final long flow;
        private final int[] links;

        /** @param links the new path in the order of travel */
        public Move(long flow, int[] links) {
            this.flow = flow;
            this.links = links.clone();
        }

        public long flow() {
            return flow;
        }

        /** The new path in the order of travel. */
        public int[] links() {
            return links.clone();
        }
    }
}
