// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.function.Supplier;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;

/**
 * Which flows that fetch input ahead are guaranteed a rate.
 *
 * @param factory makes one that has admitted nothing yet
 */
public record RateAdmissionPolicy(String name, String description, Supplier<RateAdmission> factory) implements Policy {
    public static final PolicyKind<RateAdmissionPolicy> KIND =
            new PolicyKind<>(RateAdmissionPolicy.class, "rate admission");

    @Override
    public PolicyKind<RateAdmissionPolicy> kind() {
        return KIND;
    }
}
