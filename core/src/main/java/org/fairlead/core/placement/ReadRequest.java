// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.topology.Host;

/**
 * A block that somebody wants to read.
 *
 * @param reader empty when it is none of the topology's hosts
 * @param replicas hosts that store the block, at least one, in stock's order
 * @param bytes what will be read of it
 * @param paces by the names of hosts that the reader knows to be slow, how many times as long as elsewhere tasks take there
 */
public record ReadRequest(Optional<Host> reader, List<Host> replicas, long bytes, Map<String, Double> paces) {
    /** By one who knows of no slow hosts. */
    public ReadRequest(Optional<Host> reader, List<Host> replicas, long bytes) {
        this(reader, replicas, bytes, Map.of());
    }

    public ReadRequest {
        replicas = List.copyOf(replicas);
        paces = Map.copyOf(paces);
        if (replicas.isEmpty() || bytes < 1) {
            throw new IllegalArgumentException(
                    "replicas " + replicas.size() + ", bytes " + bytes + ": each at least 1");
        }
    }
}
