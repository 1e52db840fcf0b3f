// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;

/**
 * One step of a round's work. Steps run one after the other; docs/workloads.md teaches their YAML form.
 *
 * <p>A kind of step is one class, which holds all that is known of it: how it is read, what it needs, how it runs, how that is verified,
 * and what it is for the simulator. Everything that a seed decides is drawn in the same order by {@link #run} and by {@link #model}, so
 * that both do the same work.
 */
public interface WorkloadStep {
    StepKind kind();

    /**
     * Takes its place behind earlier steps.
     *
     * @param files names of what earlier steps wrote for later ones; the step adds its own
     * @param node where the step stands in its file
     * @throws org.fairlead.protocol.yaml.InvalidFileException when it reads what nobody wrote, or writes what somebody has
     */
    default void follow(Set<String> files, YamlNode node) {}

    /** @throws IllegalArgumentException if a network lacks what the step names */
    default void fits(Topology topology) {}

    StepNeeds needs();

    /**
     * Does the work.
     *
     * @param random the round's; rounds that are compared have the same
     * @throws org.fairlead.testbed.cluster.process.ClusterException when it fails
     */
    void run(StepRun run, Random random);

    /**
     * Whether the work was done right, as far as the step alone can say: that files are stored as they were sent, and that results are the same
     * for all contenders, is verified of every round.
     *
     * @param run after {@link #run}
     */
    List<Check> verify(StepRun run);

    /**
     * What the work is for the simulator.
     *
     * @param random the round's
     */
    void model(WorkModel model, Random random);
}
