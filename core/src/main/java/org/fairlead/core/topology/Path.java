// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.topology;

import java.util.List;

/** The links from one host to another in the order of travel; empty from a host to itself. */
public record Path(List<Link> links) {
    public Path {
        links = List.copyOf(links);
    }

    /** The least capacity on the path, in bytes per second; infinite on the empty path. */
    public double bytesPerSecond() {
        return links.stream().mapToDouble(Link::bytesPerSecond).min().orElse(Double.POSITIVE_INFINITY);
    }
}
