// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.List;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Topology;

/** The path selectors by name. To add one of ours: its line in {@link #policies}. */
public final class PathSelectors implements PolicyProvider {
    @Override
    public List<Policy> policies() {
        return List.of(
                new PathPolicy("single", "the first that is up", (topology, seed, options) -> new SinglePath(topology)),
                new PathPolicy(
                        "ecmp",
                        "a hash decides",
                        (topology, seed, options) -> new EqualCostMultipath(new EqualCostPaths(topology), seed)),
                new PathPolicy(
                        "most-available",
                        "the most available bandwidth at arrival",
                        (topology, seed, options) -> new MostAvailable(topology, seed)),
                hedera(
                        "hedera",
                        "a hash at arrival, then large flows move in rounds: Hedera with our search",
                        Hedera.Search.NEGOTIATED),
                hedera("hedera-published", "Hedera with annealing as published", Hedera.Search.PUBLISHED),
                hedera("hedera-gff", "Hedera with Global First Fit", Hedera.Search.FIRST_FIT));
    }

    private static PathPolicy hedera(String name, String description, Hedera.Search search) {
        return new PathPolicy(
                name, description, (topology, seed, options) -> new Hedera(topology, search, options, seed));
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(PathPolicy.KIND);
    }

    /** @throws IllegalArgumentException if there is no selector of that name; its message lists those there are */
    public static PathSelector named(String name, Topology topology, long seed) {
        return named(name, topology, seed, HederaOptions.USUAL);
    }

    /** @throws IllegalArgumentException if there is no selector of that name; its message lists those there are */
    public static PathSelector named(String name, Topology topology, long seed, HederaOptions options) {
        return PolicyRegistry.installed().named(PathPolicy.KIND, name).factory().make(topology, seed, options);
    }
}
