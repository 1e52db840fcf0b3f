// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.function.Supplier;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;

/**
 * How the replicas that a reader tries are ordered.
 *
 * @param factory makes one for a topology
 */
public record ReadOrderPolicy(String name, String description, Supplier<ReplicaSelector> factory) implements Policy {
    public static final PolicyKind<ReadOrderPolicy> KIND = new PolicyKind<>(ReadOrderPolicy.class, "read order");

    @Override
    public PolicyKind<ReadOrderPolicy> kind() {
        return KIND;
    }
}
