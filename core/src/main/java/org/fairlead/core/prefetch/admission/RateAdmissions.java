// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

import java.util.List;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;

/** The rate admissions by name. To add one of ours: its line in {@link #policies}. */
public final class RateAdmissions implements PolicyProvider {
    public static final String OWN = PackedAdmission.NAME;

    @Override
    public List<Policy> policies() {
        return List.of(
                new RateAdmissionPolicy("none", "input that is fetched ahead is guaranteed nothing", BestEffort::new),
                new RateAdmissionPolicy(
                        Cardinal.NAME,
                        "a constant rate until the deadline; flows of jobs with more tasks left give way, as published",
                        Cardinal::new),
                new RateAdmissionPolicy(
                        RepairedCardinal.NAME,
                        "the same, with what links have left used first and nobody displaced in vain",
                        RepairedCardinal::new),
                new RateAdmissionPolicy(
                        OWN,
                        "whole jobs, their bytes packed backwards from their deadlines into what links have free until then",
                        PackedAdmission::new));
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(RateAdmissionPolicy.KIND);
    }

    /** @throws IllegalArgumentException if there is none of that name; its message lists those there are */
    public static RateAdmission named(String name) {
        return PolicyRegistry.installed()
                .named(RateAdmissionPolicy.KIND, name)
                .factory()
                .get();
    }
}
