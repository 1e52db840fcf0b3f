// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.experiment.ExperimentTable.Kind;
import org.fairlead.sim.jobs.policy.PolicySets;

/**
 * Where the experiment runs, and who is compared.
 *
 * @param replicas of each block
 * @param contenders the first is the baseline, the last runs without traffic
 */
public record CormorantSetting(CormorantNetwork network, int replicas, List<CormorantContender> contenders) {
    /** That of figure 6, where the paper has figures. */
    public static final CormorantSetting PAPER =
            new CormorantSetting(CormorantNetwork.SECTION_IV, 1, CormorantContender.ALL);

    public CormorantSetting {
        contenders = List.copyOf(contenders);
    }

    /**
     * @param names of contenders of figure 6, or any policies of {@link PolicySets}; empty for the former. The baseline and the network without traffic are always there
     * @throws IllegalArgumentException that says what is wrong and what is accepted
     */
    public static CormorantSetting of(String network, int replicas, List<String> names) {
        CormorantNetwork on = CormorantNetwork.named(network);
        if (replicas < 1 || replicas > on.workers().size()) {
            throw new IllegalArgumentException("replicas must be from 1 to "
                    + on.workers().size() + ", which is how many hosts of " + network + " store, not " + replicas);
        }
        List<CormorantContender> all = CormorantContender.ALL;
        List<CormorantContender> chosen = new ArrayList<>();
        chosen.add(all.get(0));
        names.stream().distinct().map(CormorantSetting::contender).forEach(chosen::add);
        chosen.add(all.get(all.size() - 1));
        return new CormorantSetting(
                on, replicas, names.isEmpty() ? all : chosen.stream().distinct().toList());
    }

    private static CormorantContender contender(String name) {
        Optional<CormorantContender> known = CormorantContender.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
        return known.orElseGet(() -> {
            String policies = PolicySets.named(name, Framework.HADOOP).name();
            return new CormorantContender(
                    name,
                    name.startsWith("clairvoyant") ? Kind.BOUND : Kind.ABLATION,
                    "as its name says",
                    policies,
                    true,
                    Double.NaN);
        });
    }

    /** Whether the paper has figures to stand beside. */
    boolean isThePapers() {
        return network.isThePapers() && replicas == 1;
    }

    /** For people. */
    String meaning() {
        return network.meaning() + ", " + (replicas == 1 ? "one replica" : replicas + " replicas") + " of each block";
    }
}
