// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.view.AvailableBandwidth;

/** Leaves the order of replicas to the file system: for policies that have no rule for reading. */
final class StockOrder implements ReplicaSelector {
    @Override
    public String name() {
        return ReadOrders.STOCK;
    }

    @Override
    public ReadOrder order(ReadRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        return new ReadOrder.LeftToStock("this policy has no rule for reading", List.of());
    }
}
