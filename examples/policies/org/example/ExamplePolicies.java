// SPDX-License-Identifier: Apache-2.0
package org.example;

import java.util.List;
import org.fairlead.core.flow.path.PathPolicy;
import org.fairlead.core.placement.PlacementPolicy;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.task.AssignerPolicy;

/** A policy of each kind that is often added. They share a name, so that {@code simulate jobs --policies example} takes the first two. */
public final class ExamplePolicies implements PolicyProvider {
    @Override
    public List<Policy> policies() {
        return List.of(
                new PlacementPolicy("example", "replicas on the writer, then where the fewest are stored", EmptiestHosts::new),
                new AssignerPolicy(
                        "example", "first the tasks whose input is on the fewest hosts", options -> new ScarceInputFirst()),
                new PathPolicy(
                        "example", "the last path that is up", (topology, seed, options) -> new LastPath(topology)));
    }
}
