// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.function.BiFunction;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;
import org.fairlead.core.topology.Topology;

/**
 * How paths are planned for those whose flows are known by requests.
 *
 * @param factory makes a planner for a network, with a seed for what is left to chance
 */
public record PathPlannerPolicy(String name, String description, BiFunction<Topology, Long, PathPlanner> factory)
        implements Policy {
    public static final PolicyKind<PathPlannerPolicy> KIND = new PolicyKind<>(PathPlannerPolicy.class, "path planner");

    @Override
    public PolicyKind<PathPlannerPolicy> kind() {
        return KIND;
    }
}
