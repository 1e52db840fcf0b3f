// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.fairlead.testbed.forward.Page;

/** What {@code testbed status} shows. */
record Status(
        String name,
        String topology,
        String queueing,
        @JsonProperty("congestion_control") String congestionControl,
        List<HostStatus> hosts,
        List<LinkStatus> links,
        List<Page> pages,
        List<String> notes) {

    /** @param runs what the cluster runs on it, in words */
    record HostStatus(String name, String rack, String address, String runs) {}

    /**
     * @param capacity in bytes per second
     * @param bytesPerSecond what it carried during the last second
     */
    record LinkStatus(
            String name,
            double capacity,
            @JsonProperty("bytes_per_second") double bytesPerSecond) {}
}
