// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.order.JobOrder;
import org.fairlead.sim.jobs.path.PathRules;

/**
 * The decisions of one contender, by the names of core's registries.
 *
 * @param name how reports call it
 * @param assigner {@link org.fairlead.core.task.assigner.TaskAssigners}
 * @param placer {@link org.fairlead.core.placement.Placers}
 * @param selector which replica is read: {@link org.fairlead.core.placement.ReadOrders}
 * @param jobOrder {@link JobOrder}
 * @param pools of the job order; jobs of others get weight 1
 * @param speculation {@link org.fairlead.core.task.speculation.Speculation}; {@code none} for none
 * @param copyComputeSplitting whether reduces that copy are admitted apart from those that compute (Hadoop)
 * @param reduceSlotsFactor reduce slots of each host, as a multiple of the cluster's (the paper's "doubled reduce slots")
 * @param options of the assigner
 * @param assigners by the name of an application that has another one than {@code assigner}
 * @param paths who chooses among equal-cost paths
 * @param prefetch what is fetched before its task starts
 */
public record Policies(
        String name,
        String assigner,
        String placer,
        String selector,
        String jobOrder,
        List<JobOrder.Pool> pools,
        String speculation,
        boolean copyComputeSplitting,
        double reduceSlotsFactor,
        AssignerOptions options,
        Map<String, String> assigners,
        Paths paths,
        Prefetch prefetch) {
    /**
     * Who chooses among the equal-cost paths of a transfer.
     *
     * @param rule {@link org.fairlead.sim.jobs.path.PathRules}
     * @param together whether those who choose tasks and replicas know which paths are kept, and count on the best; else they count on the mean
     * @param classes whose paths the rule chooses; the network those of the others
     */
    public record Paths(String rule, boolean together, Set<TrafficClass> classes) {
        /** The network's own hash. */
        public static final Paths NETWORK = new Paths(PathRules.NETWORK, false);

        public Paths {
            classes = Set.copyOf(classes);
        }

        /** Of all classes. */
        public Paths(String rule, boolean together) {
            this(rule, together, EnumSet.allOf(TrafficClass.class));
        }
    }

    public Policies {
        pools = List.copyOf(pools);
        assigners = Map.copyOf(assigners);
    }

    /** With the usual options of the assigner, paths as the network has them, and nothing fetched ahead. */
    public Policies(
            String name,
            String assigner,
            String placer,
            String selector,
            String jobOrder,
            List<JobOrder.Pool> pools,
            String speculation,
            boolean copyComputeSplitting,
            double reduceSlotsFactor) {
        this(
                name,
                assigner,
                placer,
                selector,
                jobOrder,
                pools,
                speculation,
                copyComputeSplitting,
                reduceSlotsFactor,
                AssignerOptions.USUAL,
                Map.of(),
                Paths.NETWORK,
                Prefetch.OFF);
    }

    public Policies with(AssignerOptions other) {
        return new Policies(
                name,
                assigner,
                placer,
                selector,
                jobOrder,
                pools,
                speculation,
                copyComputeSplitting,
                reduceSlotsFactor,
                other,
                assigners,
                paths,
                prefetch);
    }

    /** With other assigners for some applications. */
    public Policies withAssigners(Map<String, String> others) {
        return new Policies(
                name,
                assigner,
                placer,
                selector,
                jobOrder,
                pools,
                speculation,
                copyComputeSplitting,
                reduceSlotsFactor,
                options,
                others,
                paths,
                prefetch);
    }

    /** With another choice of paths. */
    public Policies with(Paths other) {
        return new Policies(
                name,
                assigner,
                placer,
                selector,
                jobOrder,
                pools,
                speculation,
                copyComputeSplitting,
                reduceSlotsFactor,
                options,
                assigners,
                other,
                prefetch);
    }

    /** With another answer to what is fetched ahead. */
    public Policies with(Prefetch other) {
        return new Policies(
                name,
                assigner,
                placer,
                selector,
                jobOrder,
                pools,
                speculation,
                copyComputeSplitting,
                reduceSlotsFactor,
                options,
                assigners,
                paths,
                other);
    }

    /** The assigner of an application. */
    public String assignerOf(String application) {
        return assigners.getOrDefault(application, assigner);
    }
}
