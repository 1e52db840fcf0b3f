// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.List;
import org.fairlead.sim.experiment.ExperimentTable.Kind;

/**
 * Somebody who runs the queries.
 *
 * @param policies a set of {@link org.fairlead.sim.jobs.policy.PolicySets}
 * @param traffic whether the background flows run
 * @param paperSeconds total of figure 6; NaN where the paper has none
 */
record CormorantContender(
        String name, Kind kind, String meaning, String policies, boolean traffic, double paperSeconds) {
    /** Those of figure 6, ours and bounds; the first is the baseline, the last runs without traffic. */
    static final List<CormorantContender> ALL = List.of(
            published("default", Kind.BASELINE, "Hadoop, ECMP", "stock-hadoop", true, 17757),
            published("task/replica", Kind.PUBLISHED, "the paper's tasks and replicas, ECMP", "cormorant", true, 16043),
            published("flow", Kind.PUBLISHED, "Hadoop, the paper's paths", "flows", true, 16090),
            published("collaborative", Kind.PUBLISHED, "the paper's, together", "cormorant-network", true, 13756),
            ours("tasks", Kind.ABLATION, "our tasks and replicas, ECMP"),
            ours("tasks+flows", Kind.KNOWN, "our tasks and the paper's paths, each by itself"),
            ours("plb", Kind.KNOWN, "Hadoop, hosts that leave congested paths"),
            new CormorantContender(
                    "hedera", Kind.KNOWN, "Hadoop, Hedera's rounds", "stock[paths=hedera]", true, Double.NaN),
            new CormorantContender(
                    "paths", Kind.ABLATION, "Hadoop, our paths", "stock[paths=fairlead]", true, Double.NaN),
            ours("fairlead-network", Kind.OURS, "tasks, replicas and paths together"),
            ours("clairvoyant-tasks", Kind.BOUND, "our tasks, given the present, ECMP"),
            ours("clairvoyant-network", Kind.BOUND, "our tasks and paths, given the present"),
            published("no traffic", Kind.BOUND, "Hadoop without background flows", "stock-hadoop", false, 11191));

    private static CormorantContender published(
            String name, Kind kind, String meaning, String policies, boolean traffic, double paper) {
        return new CormorantContender(name, kind, meaning, policies, traffic, paper);
    }

    private static CormorantContender ours(String set, Kind kind, String meaning) {
        return new CormorantContender(set, kind, meaning, set, true, Double.NaN);
    }
}
