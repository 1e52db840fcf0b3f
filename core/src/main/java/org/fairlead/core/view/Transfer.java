package org.fairlead.core.view;

import java.util.List;
import org.fairlead.core.topology.Link;

/**
 * Bytes that are about to cross the network because of a decision.
 *
 * @param links what they cross, all hops of a replication pipeline together; a link that is crossed twice stands twice
 * @param bytes payload
 * @param bytesPerSecond the rate that was expected when it was decided
 */
public record Transfer(List<Link> links, long bytes, double bytesPerSecond) {
    public Transfer {
        links = List.copyOf(links);
    }
}
