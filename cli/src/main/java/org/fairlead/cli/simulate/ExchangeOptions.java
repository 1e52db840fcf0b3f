// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.shuffle.SharedStore;
import org.fairlead.protocol.ClosestWord;
import org.fairlead.protocol.Quantities;
import org.fairlead.sim.cluster.Cluster.Framework;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.sim.jobs.policy.PolicySets;
import picocli.CommandLine.Option;

/** How shuffles are exchanged, as {@code simulate jobs} takes it: makes one contender of each pair of policies and exchange. */
final class ExchangeOptions {
    @Option(
            names = "--exchange",
            paramLabel = "NAMES",
            description =
                    "how shuffles are exchanged (Spark), separated by commas: each of --policies (default: stock) with each of these is a contender. stock: tasks"
                            + " fetch, and spill what memory does not hold; csa, dsa, dsa-sms, fairlead, clairvoyant: blocks are brought to their places by a plan;"
                            + " copies: map output is copied to who will read it while other maps run;"
                            + " none: memory does not count")
    private String names;

    @Option(
            names = "--exchange-memory",
            paramLabel = "SIZE",
            description =
                    "memory of each machine for shuffles; default: 0.3 of its executor's, 256MiB where that is not known")
    private String memory;

    @Option(
            names = "--exchange-store",
            paramLabel = "RATE",
            description =
                    "a shared store for what finds no memory, with such a rate in each direction for all machines together; default: their disks")
    private String store;

    boolean isGiven() {
        return names != null;
    }

    /**
     * Each of some policies with each exchange.
     *
     * @throws IllegalArgumentException that says which option is wrong and what is accepted
     */
    List<Policies> each(List<Policies> policies, Framework framework) {
        if (!isGiven()) {
            if (memory != null || store != null) {
                throw new IllegalArgumentException((memory != null ? "--exchange-memory" : "--exchange-store")
                        + " says nothing without --exchange");
            }
            return policies;
        }
        if (framework != Framework.SPARK) {
            throw new IllegalArgumentException("--exchange " + names
                    + ": exchanges are simulated of Spark only, and the cluster's framework is hadoop");
        }
        List<Policies> all = new ArrayList<>();
        List<String> planners = PolicySets.separated(names);
        for (Policies each : policies) {
            for (String planner : planners) {
                check(planner, planners);
                String name = policies.size() == 1 ? planner : each.name() + "/" + planner;
                all.add(each.named(name).with(new Policies.Exchange(planner, memoryBytes(), sharedStore(), true)));
            }
        }
        return List.copyOf(all);
    }

    private static void check(String planner, List<String> planners) {
        List<String> accepted = Policies.Exchange.names();
        if (!accepted.contains(planner)) {
            throw new IllegalArgumentException("--exchange: there is no '" + planner + "'; "
                    + ClosestWord.closest(planner, accepted)
                            .map(like -> "did you mean '" + like + "'? ")
                            .orElse("")
                    + "accepted: " + String.join(", ", accepted));
        }
        if (planners.stream().filter(planner::equals).count() > 1) {
            throw new IllegalArgumentException("--exchange: '" + planner + "' is there twice");
        }
    }

    private long memoryBytes() {
        if (memory == null) {
            return 0;
        }
        try {
            long bytes = Quantities.bytes(memory);
            if (bytes >= 1) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--exchange-memory: " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("--exchange-memory: '" + memory + "' is not a size above 0, such as 256MiB");
    }

    private SharedStore sharedStore() {
        if (store == null) {
            return SharedStore.NONE;
        }
        try {
            double rate = Quantities.bytesPerSecond(store);
            return new SharedStore(rate, rate, rate, true);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--exchange-store: " + e.getMessage(), e);
        }
    }
}
