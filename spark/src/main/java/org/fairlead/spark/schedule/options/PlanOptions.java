// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule.options;

import java.time.Duration;
import org.fairlead.core.plan.PlanLimits;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.protocol.plugin.PlantedFault;

/**
 * How plans are made and how long they count.
 *
 * @param policy name of the task assigner
 * @param firstWait how long offers to a new stage are declined at most, until there is a plan
 * @param fresh age up to which a plan counts
 * @param mostDecline longest time that a stage declines offers since its last launch
 * @param always whether stages wait for plans and declines hold while the cluster is uncontended, too
 * @param seed of what is left to chance
 * @param fault that a drill plants in front of every plan
 * @param slowHosts what becomes of hosts that are slow
 * @param favorsNodes whether tasks keep their reads and writes away from these
 */
public record PlanOptions(
        String policy,
        Duration firstWait,
        Duration fresh,
        Duration mostDecline,
        boolean always,
        long seed,
        PlantedFault fault,
        AssignerOptions.SlowHosts slowHosts,
        boolean favorsNodes) {
    /** With hosts alike. */
    public PlanOptions(
            String policy,
            Duration firstWait,
            Duration fresh,
            Duration mostDecline,
            boolean always,
            long seed,
            PlantedFault fault) {
        this(policy, firstWait, fresh, mostDecline, always, seed, fault, AssignerOptions.SlowHosts.ALIKE, false);
    }

    public PlanLimits limits() {
        return new PlanLimits(firstWait.toNanos(), fresh.toNanos(), mostDecline.toNanos());
    }
}
