// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Chooses targets as HDFS does by default, blind to load.
 *
 * <p><b>Goals.</b> The baseline with which others are compared, also in the balance of storage.
 *
 * <p><b>Constraints.</b> Those of {@link RackRule}; never asks the bandwidth, so it never leaves a decision to stock for staleness.
 *
 * <p><b>Algorithm.</b> The first replica on the writer; when the writer cannot store, on a host of its rack, or else on any; the second on any
 * host of another rack; the third on another host of the second's rack; further ones anywhere. For more than two fault domains: anywhere in
 * new racks as long as they are needed. Each draw is uniform over the hosts that are allowed: drawn at random up to
 * {@value #DRAWS} times, then searched from a random place.
 *
 * <p><b>Example.</b> A writer in rack r1: its own host, then any host of r2, r3 or r4, then another host of the same rack.
 *
 * <p><b>Source.</b> HDFS's BlockPlacementPolicyDefault.
 */
public final class RandomPlacer implements ReplicaPlacer {
    static final int DRAWS = 32;

    @Override
    public String name() {
        return "random";
    }

    @Override
    public Placement select(PlacementRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        Routes routes = bandwidth.view().topology().routes();
        Targets targets = new Targets(routes, request);
        Draw draw = new Draw(seed);
        targets.takeWriter();
        while (targets.remaining() > 0) {
            int rack = targets.preferredRackOfStock();
            int host = rack >= 0 ? targets.drawIn(rack, draw) : -1;
            if (host < 0) {
                host = targets.drawAnywhere(draw, DRAWS);
            }
            if (host < 0) {
                return targets.none();
            }
            targets.take(host);
        }
        List<Host> chosen = new ArrayList<>(targets.taken());
        return new Placement.Chosen(chosen, 0, "drawn at random under HDFS's rack rule", List.of());
    }
}
