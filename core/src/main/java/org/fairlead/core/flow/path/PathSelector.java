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

    /**
     * @param flow its number
     * @param bytesPerSecond its rate now
     * @param links its path, not to be changed
     */
    record RunningFlow(long flow, int source, int destination, double bytesPerSecond, int[] links) {}

    /** @param links the new path in the order of travel */
    record Move(long flow, int[] links) {}
}
