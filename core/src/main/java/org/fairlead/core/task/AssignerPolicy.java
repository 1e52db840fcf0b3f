// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.function.Function;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyKind;
import org.fairlead.core.view.LoadModels;

/**
 * How tasks are assigned to the slots that hosts offer.
 *
 * @param measures whether it looks at what is measured; else no transfers are reported to it
 * @param loadModel name of the rule by which a simulation judges links' loads for it ({@link LoadModels}); in Spark a setting of its own
 *     says so
 * @param factory makes one for an application
 */
public record AssignerPolicy(
        String name,
        String description,
        boolean measures,
        String loadModel,
        Function<AssignerOptions, TaskAssigner> factory)
        implements Policy {
    public static final PolicyKind<AssignerPolicy> KIND = new PolicyKind<>(AssignerPolicy.class, "task assigner");

    /** One to which all is reported that is reported to Fairlead's own. */
    public AssignerPolicy(String name, String description, Function<AssignerOptions, TaskAssigner> factory) {
        this(name, description, true, LoadModels.OWN, factory);
    }

    @Override
    public PolicyKind<AssignerPolicy> kind() {
        return KIND;
    }
}
