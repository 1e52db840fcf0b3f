// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import java.util.Optional;
import org.fairlead.core.topology.Host;

/**
 * A block that somebody wants to read.
 *
 * @param reader empty when it is none of the topology's hosts
 * @param replicas hosts that store the block, at least one, in stock's order
 * @param bytes what will be read of it
 */
public record ReadRequest(Optional<Host> reader, List<Host> replicas, long bytes) {
    public ReadRequest {
        replicas = List.copyOf(replicas);
        if (replicas.isEmpty() || bytes < 1) {
            throw new IllegalArgumentException(
                    "replicas " + replicas.size() + ", bytes " + bytes + ": each at least 1");
        }
    }
}
