// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.function.Supplier;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;
import org.fairlead.core.view.LoadModels;

/**
 * How replicas are placed, and what goes with it.
 *
 * @param measures whether it looks at what is measured; else no transfers are reported to it
 * @param loadModel name of the rule by which it wants links' loads to be judged ({@link LoadModels})
 * @param readOrder name of the rule for readers that goes with it ({@link ReadOrders})
 * @param factory makes one for a topology
 */
public record PlacementPolicy(
        String name,
        String description,
        boolean measures,
        String loadModel,
        String readOrder,
        Supplier<ReplicaPlacer> factory)
        implements Policy {
    public static final PolicyKind<PlacementPolicy> KIND = new PolicyKind<>(PlacementPolicy.class, "placement policy");

    /** One to which all is reported that is reported to Fairlead's own, and whose readers are sent where there is bandwidth. */
    public PlacementPolicy(String name, String description, Supplier<ReplicaPlacer> factory) {
        this(name, description, true, LoadModels.OWN, ReadOrders.BANDWIDTH, factory);
    }

    @Override
    public PolicyKind<PlacementPolicy> kind() {
        return KIND;
    }
}
