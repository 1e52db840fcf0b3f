// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.List;
import java.util.stream.Stream;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;

/**
 * Somebody who runs the jobs.
 *
 * @param policies as {@link PolicySets} takes them
 * @param waits whether tasks wait for a host with their input
 * @param free whether the network costs nothing
 * @param isThePapers whether the paper's figures stand beside it: a scheduler run ahead, and its admission as written
 */
record FlexFetchContender(
        String name, Kind kind, String meaning, String policies, boolean waits, boolean free, boolean isThePapers) {
    /** Hadoop 1's fair scheduler waits for so many heartbeats where nobody sets it, for a host and again for a rack. */
    private static final double HEARTBEATS = 1.5;

    private static final FlexFetchContender BASELINE = stock("fifo", Kind.BASELINE, "Hadoop, no waiting", "stock");

    private static final List<FlexFetchContender> FETCHING = List.of(
            stock("clairvoyant", Kind.ABLATION, "launches are known, no rates", "stock[prefetch=clairvoyant]"),
            stock(
                    "clairvoyant cardinal",
                    Kind.ABLATION,
                    "launches are known, rates as published",
                    "stock[prefetch=clairvoyant;admission=cardinal]"),
            stock(
                    "clairvoyant cardinal-repaired",
                    Kind.ABLATION,
                    "launches are known, rates without slips",
                    "stock[prefetch=clairvoyant;admission=cardinal-repaired]"),
            stock(
                    "clairvoyant cardinal-packed",
                    Kind.ABLATION,
                    "launches are known, whole jobs packed",
                    "stock[prefetch=clairvoyant;admission=cardinal-packed]"));

    /** Those of the tables of jobs; the first is the baseline. */
    static final List<FlexFetchContender> ALL = Stream.of(
                    Stream.of(
                            BASELINE,
                            stock("fair", Kind.KNOWN, "Hadoop, jobs share slots fairly", "stock[order=fair]"),
                            new FlexFetchContender(
                                    "locality wait",
                                    Kind.KNOWN,
                                    "Hadoop's wait for a host with the input",
                                    "stock",
                                    true,
                                    false,
                                    false),
                            stock("hot-block-cache", Kind.KNOWN, "memory keeps what was read", "hot-block-cache")),
                    FETCHING.stream(),
                    Stream.of(
                            stock("shadow", Kind.ABLATION, "launches are foreseen, no rates", "shadow-prefetch"),
                            new FlexFetchContender(
                                    "shadow cardinal",
                                    Kind.PUBLISHED,
                                    "launches are foreseen, rates as published",
                                    "stock[prefetch=shadow;admission=cardinal]",
                                    false,
                                    false,
                                    true),
                            stock(
                                    "shadow cardinal-packed",
                                    Kind.OURS,
                                    "launches are foreseen, whole jobs packed",
                                    "stock[prefetch=shadow;admission=cardinal-packed]"),
                            stock(
                                    "bound",
                                    Kind.BOUND,
                                    "what could be there as a whole costs nothing",
                                    "bound-prefetch"),
                            stock("tasks", Kind.OURS, "Fairlead's tasks and replicas, nothing fetched", "tasks"),
                            stock(
                                    "tasks clairvoyant packed",
                                    Kind.ABLATION,
                                    "the same, launches known, jobs packed",
                                    "tasks[prefetch=clairvoyant;admission=cardinal-packed]"),
                            stock(
                                    "tasks shadow packed",
                                    Kind.OURS,
                                    "the same, launches foreseen, jobs packed",
                                    "tasks[prefetch=shadow;admission=cardinal-packed]"),
                            stock(
                                    "tasks bound",
                                    Kind.BOUND,
                                    "the same, what could be there as a whole",
                                    "tasks[prefetch=bound]"),
                            new FlexFetchContender(
                                    "free network",
                                    Kind.BOUND,
                                    "Hadoop, a network that costs nothing",
                                    "stock",
                                    false,
                                    true,
                                    false)))
            .flatMap(each -> each)
            .toList();

    /** Those of figure 10: what a rate does. */
    static final List<FlexFetchContender> ON_ONE_LINK =
            Stream.concat(Stream.of(BASELINE), FETCHING.stream()).toList();

    private static FlexFetchContender stock(String name, Kind kind, String meaning, String policies) {
        return new FlexFetchContender(name, kind, meaning, policies, false, false, false);
    }

    /** Its policies on a cluster. */
    Policies on(Cluster cluster) {
        Policies policies = PolicySets.named(this.policies, cluster.framework());
        double wait = HEARTBEATS * cluster.costs().heartbeatSeconds();
        return waits ? policies.with(AssignerOptions.USUAL.with(AssignerOptions.Delay.seconds(wait, wait))) : policies;
    }
}
