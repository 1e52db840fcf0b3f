// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.List;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.core.task.order.JobOrders;
import org.fairlead.core.task.speculation.Speculations;
import org.fairlead.protocol.ClosestWord;

/** The names that components of {@link Policies} accept. */
final class PolicyNames {
    static final List<String> ASSIGNERS = TaskAssigners.names();
    static final List<String> PLACERS = Placers.names();
    static final List<String> SELECTORS = ReadOrders.names();
    static final List<String> ORDERS = JobOrders.names();
    static final List<String> SPECULATIONS = Speculations.names();
    static final List<String> ADMISSIONS = RateAdmissions.names();

    private PolicyNames() {}

    /**
     * @param where says whose name it is, such as {@code fairlead[placer=x]: placer}
     * @return the name
     * @throws IllegalArgumentException that lists what is accepted
     */
    static String oneOf(List<String> accepted, String name, String where) {
        if (!accepted.contains(name)) {
            String meant = ClosestWord.closest(name, accepted)
                    .map(like -> "did you mean '" + like + "'? ")
                    .orElse("");
            throw new IllegalArgumentException(
                    where + ": there is no '" + name + "'; " + meant + "accepted: " + String.join(", ", accepted));
        }
        return name;
    }
}
