// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.HashMap;
import java.util.Map;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Routes;

/** The equal-cost paths between the switches of host pairs, kept from plan to plan: a search costs more than all else that is done for a pair. */
final class KnownPaths {
    /** Pairs of switches; beyond, all are forgotten. */
    private static final int MOST = 1 << 16;

    private final Routes routes;
    private final Map<Long, EqualCostRoutes> bySwitches = new HashMap<>();

    KnownPaths(Routes routes) {
        this.routes = routes;
    }

    Routes routes() {
        return routes;
    }

    EqualCostRoutes of(FlowUnit unit) {
        int from = routes.edgeOf(unit.source());
        int to = routes.edgeOf(unit.destination());
        if (from < 0 || to < 0 || unit.source() == unit.destination()) {
            return routes.inner(unit.source(), unit.destination());
        }
        if (bySwitches.size() >= MOST) {
            bySwitches.clear();
        }
        return bySwitches.computeIfAbsent((long) from << 32 | to, unused -> routes.between(from, to));
    }
}
