// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import java.io.IOException;
import java.util.List;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.network.LinkCount;
import org.fairlead.testbed.network.LinkCounters;

/** What links carry now. */
record LinkRates(Topology topology, LinkCounters counters) {
    private static final long SPAN_MILLIS = 1_000;

    /** During the last second, of each link; takes as long. */
    List<Status.LinkStatus> now() throws IOException {
        List<LinkCount> earlier = counters.read();
        try {
            Thread.sleep(SPAN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<LinkCount> later = counters.read();
        return topology.links().stream()
                .map(link -> {
                    LinkCount from = earlier.get(link.index());
                    LinkCount to = later.get(link.index());
                    double seconds = (to.atNanos() - from.atNanos()) / 1e9;
                    return new Status.LinkStatus(
                            link.name(), link.bytesPerSecond(), (to.bytes() - from.bytes()) / seconds);
                })
                .toList();
    }
}
