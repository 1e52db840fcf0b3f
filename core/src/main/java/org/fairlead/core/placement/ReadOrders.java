// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;

/** The read orders by name. To add one of ours: its line in {@link #policies}. */
public final class ReadOrders implements PolicyProvider {
    /** The file system's own. */
    public static final String STOCK = "stock";

    public static final String BANDWIDTH = "bandwidth";

    public static final String OBSERVED = "observed";

    @Override
    public List<Policy> policies() {
        return List.of(
                new ReadOrderPolicy(STOCK, "the nearest replica, else any", StockOrder::new),
                new ReadOrderPolicy(
                        BANDWIDTH, "drawn by the bandwidth that a reader would get of each", BandwidthSelector::new),
                new ReadOrderPolicy(
                        OBSERVED, "drawn by what the reader was given of each lately", ObservedSelector::new));
    }

    /** @throws IllegalArgumentException if there is none of that name; its message lists those there are */
    public static ReplicaSelector named(String name) {
        return PolicyRegistry.installed()
                .named(ReadOrderPolicy.KIND, name)
                .factory()
                .get();
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(ReadOrderPolicy.KIND);
    }
}
