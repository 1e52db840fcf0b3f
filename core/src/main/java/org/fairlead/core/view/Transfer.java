// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.Collections;
import java.util.List;
import org.fairlead.core.topology.Link;

/**
 * Bytes that are about to cross the network because of a decision.
 *
 * @param links what they cross, all hops of a replication pipeline together; a link that is crossed twice stands twice
 * @param shares of the bytes that cross each of these, 0 to 1: what comes from many hosts crosses each one's link in part
 * @param bytes payload
 * @param bytesPerSecond the rate that was expected when it was decided
 */
public record Transfer(List<Link> links, List<Double> shares, long bytes, double bytesPerSecond) {
    public Transfer {
        links = List.copyOf(links);
        shares = List.copyOf(shares);
        if (links.size() != shares.size()) {
            throw new IllegalArgumentException(shares.size() + " shares of " + links.size() + " links");
        }
    }

    /** All of it crosses every link. */
    public Transfer(List<Link> links, long bytes, double bytesPerSecond) {
        this(links, Collections.nCopies(links.size(), 1.0), bytes, bytesPerSecond);
    }
}
