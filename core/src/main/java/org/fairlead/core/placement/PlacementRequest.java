// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.topology.Host;

/**
 * A block that needs targets.
 *
 * @param writer the host that the data comes from; empty when it is none of the topology's
 * @param chosen replicas that are fixed already, in pipeline order (the writer's own copy, the survivors of a pipeline or of a
 *     lost replica)
 * @param additional how many more targets are wanted, at least 1
 * @param bytes expected size of the block
 * @param faultDomains racks that the replicas should span together, at least 1; 2 for HDFS's default
 */
public record PlacementRequest(
        Optional<Host> writer, List<Host> chosen, int additional, long bytes, int faultDomains, Candidates candidates) {
    public PlacementRequest {
        chosen = List.copyOf(chosen);
        if (additional < 1 || faultDomains < 1 || bytes < 1) {
            throw new IllegalArgumentException("additional " + additional + ", fault domains " + faultDomains
                    + ", bytes " + bytes + ": each at least 1");
        }
    }
}
