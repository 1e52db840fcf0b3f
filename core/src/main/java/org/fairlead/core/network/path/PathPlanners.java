// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.List;
import java.util.stream.Stream;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.core.topology.Topology;

/** The path planners by name. To add one of ours: its line in {@link #policies}. */
public final class PathPlanners implements PolicyProvider {
    public static final String OWN = "fairlead";

    @Override
    public List<Policy> policies() {
        Stream<Policy> rounds = Stream.of("hedera", "hedera-published", "hedera-gff")
                .map(name -> new PathPlannerPolicy(
                        name,
                        "large flows move in rounds, by the path selection of that name",
                        (topology, seed) -> new RoundPlanner(name, topology, seed)));
        return Stream.concat(
                        Stream.of(
                                new PathPlannerPolicy(
                                        OWN,
                                        "demands known from requests, the largest first; a path moves for a gain only",
                                        (topology, seed) -> new DemandPlanner(topology)),
                                new PathPlannerPolicy(
                                        "most-available",
                                        "the most available bandwidth when a pair's first flow is requested",
                                        (topology, seed) -> new FirstComePlanner(topology, seed))),
                        rounds)
                .toList();
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(PathPlannerPolicy.KIND);
    }

    /** @throws IllegalArgumentException if there is no planner of that name; its message lists those there are */
    public static PathPlanner named(String name, Topology topology, long seed) {
        return PolicyRegistry.installed()
                .named(PathPlannerPolicy.KIND, name)
                .factory()
                .apply(topology, seed);
    }
}
