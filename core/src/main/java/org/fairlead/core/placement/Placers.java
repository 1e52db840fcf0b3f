// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.List;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.core.view.LoadModels;

/** The placement policies by name. To add one of ours: its line in {@link #policies}. */
public final class Placers implements PolicyProvider {
    @Override
    public List<Policy> policies() {
        return List.of(
                new PlacementPolicy(
                        "random",
                        "replicas at random under HDFS's rack rule",
                        false,
                        LoadModels.PUBLISHED,
                        ReadOrders.STOCK,
                        RandomPlacer::new),
                new PlacementPolicy(
                        "sinbad",
                        "replicas placed as Sinbad was published",
                        true,
                        LoadModels.PUBLISHED,
                        ReadOrders.BANDWIDTH,
                        SinbadPlacer::new),
                new PlacementPolicy(
                        "fairlead", "replicas where a pipeline gets most, in balance of storage", PipelinePlacer::new),
                new PlacementPolicy(
                        "clairvoyant",
                        "fairlead's placer, given the load to come: a bound",
                        true,
                        LoadModels.CLAIRVOYANT,
                        ReadOrders.BANDWIDTH,
                        () -> new PipelinePlacer("clairvoyant", new StorageBalance())));
    }

    /** @throws IllegalArgumentException if there is no policy of that name; its message lists those there are */
    public static ReplicaPlacer named(String name) {
        return policy(name).factory().get();
    }

    /** @throws IllegalArgumentException if there is no policy of that name; its message lists those there are */
    public static PlacementPolicy policy(String name) {
        return PolicyRegistry.installed().named(PlacementPolicy.KIND, name);
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(PlacementPolicy.KIND);
    }
}
