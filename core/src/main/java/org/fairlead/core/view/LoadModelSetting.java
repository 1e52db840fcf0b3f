// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.function.Supplier;
import org.fairlead.core.topology.Topology;

/**
 * Where a load model works.
 *
 * @param intervalNanos between two reports of a link
 * @param riseNanos where not all of our own traffic is reported: time constant with which others' load follows a higher one; 0 for at once
 * @param blockBytes the file system's usual block size
 * @param forecast the load to come; throws IllegalArgumentException where nobody gives it
 */
public record LoadModelSetting(
        Topology topology, long intervalNanos, long riseNanos, long blockBytes, Supplier<Forecast> forecast) {
    /** Where all of our own traffic is reported, and nobody gives the load to come. */
    public LoadModelSetting(Topology topology, long intervalNanos, long blockBytes) {
        this(topology, intervalNanos, 0, blockBytes, () -> {
            throw new IllegalArgumentException("this load model needs the load to come, which is not given here");
        });
    }
}
