// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;
import org.fairlead.core.topology.Topology;

/** How a flow's path is chosen among the equal-cost ones. */
public record PathPolicy(String name, String description, Factory factory) implements Policy {
    public static final PolicyKind<PathPolicy> KIND = new PolicyKind<>(PathPolicy.class, "path selection");

    /** Makes a selector for a run. */
    @FunctionalInterface
    public interface Factory {
        /**
         * @param seed decides what is left to chance
         * @param options of the selectors that have rounds
         */
        PathSelector make(Topology topology, long seed, HederaOptions options);
    }

    @Override
    public PolicyKind<PathPolicy> kind() {
        return KIND;
    }
}
