// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.function.Function;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;

/**
 * A rule by which links' loads are judged.
 *
 * @param needsForecast whether it has to be given the load to come, as none can be but in a testbed or a simulator
 * @param factory makes one for a topology
 */
public record LoadModelPolicy(
        String name, String description, boolean needsForecast, Function<LoadModelSetting, LoadModel> factory)
        implements Policy {
    public static final PolicyKind<LoadModelPolicy> KIND = new PolicyKind<>(LoadModelPolicy.class, "load model");

    @Override
    public PolicyKind<LoadModelPolicy> kind() {
        return KIND;
    }
}
