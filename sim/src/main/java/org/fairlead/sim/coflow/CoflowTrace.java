// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import java.util.List;

/**
 * Coflows over a non-blocking fabric. A port sends and receives at the same rate, each direction by itself; a flow from a port to
 * itself uses both, as in the public simulator of the benchmark.
 *
 * @param ports ports go from 0 to one less
 * @param coflows in the order of arrival
 */
public record CoflowTrace(int ports, List<Coflow> coflows) {
    public CoflowTrace {
        coflows = List.copyOf(coflows);
    }
}
