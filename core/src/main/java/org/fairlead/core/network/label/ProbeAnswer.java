// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import org.fairlead.core.topology.Node;

/** Who answered a packet that was to end some hops from its sender. */
public sealed interface ProbeAnswer {
    /** A node of the topology. */
    record From(Node node) implements ProbeAnswer {}

    /** Somebody whose address is no node's: the packet lives, and where it was is not known. */
    record Stranger(String address) implements ProbeAnswer {}

    /** Nobody, however often it was asked. */
    record None() implements ProbeAnswer {}
}
