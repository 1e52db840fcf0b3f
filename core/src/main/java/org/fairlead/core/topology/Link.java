// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

/**
 * One direction of a cable; the other direction is another link with its own capacity.
 *
 * @param index dense number in its topology, from 0
 * @param bytesPerSecond capacity on the wire, headers included
 */
public record Link(int index, Node from, Node to, double bytesPerSecond) {
    /** {@code from->to}, as reports and messages name it. */
    public String name() {
        return from.name() + "->" + to.name();
    }
}
