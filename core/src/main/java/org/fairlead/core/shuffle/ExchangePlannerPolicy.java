// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.shuffle;

import java.util.function.Supplier;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;

/**
 * How the blocks of a shuffle are exchanged.
 *
 * @param measures whether it looks at what others leave of links and disks
 * @param needsPresent whether it is a bound that has to be given the present loads
 * @param factory makes one
 */
public record ExchangePlannerPolicy(
        String name, String description, boolean measures, boolean needsPresent, Supplier<ExchangePlanner> factory)
        implements Policy {
    public static final PolicyKind<ExchangePlannerPolicy> KIND =
            new PolicyKind<>(ExchangePlannerPolicy.class, "exchange planner");

    @Override
    public PolicyKind<ExchangePlannerPolicy> kind() {
        return KIND;
    }
}
