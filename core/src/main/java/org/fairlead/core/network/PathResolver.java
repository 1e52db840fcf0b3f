// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import org.fairlead.core.topology.Topology;

/** Says by which links a flow goes: the path that is in force, or each path's share of it where the network alone decides. Safe for threads. */
public interface PathResolver {
    /** Takes the links of a flow. */
    interface Charge {
        /** @param share of the flow's bytes that crosses the link, above 0, at most 1 */
        void charge(int link, double share);
    }

    /** The network whose links it speaks of. */
    Topology topology();

    /**
     * Charges each link between two hosts, their own included, with its share of what goes from one to the other; nothing between a host and itself.
     *
     * @param source a host's index
     * @param destination a host's index
     */
    void resolve(int source, int destination, TrafficClass trafficClass, Charge charge);
}
