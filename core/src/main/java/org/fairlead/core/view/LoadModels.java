// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

import java.util.List;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/** The load models by name. To add one of ours: its line in {@link #policies}. */
public final class LoadModels implements PolicyProvider {
    public static final String OWN = "fairlead";
    public static final String PUBLISHED = "sinbad";
    public static final String CLAIRVOYANT = "clairvoyant";

    private static final double LEAST_HORIZON_NANOS = 5e8;
    private static final double LONGEST_HORIZON_NANOS = 3e10;

    @Override
    public List<Policy> policies() {
        return List.of(
                new LoadModelPolicy(
                        OWN,
                        "what our own transfers do not explain is others'; a new one gets the rest or an even share",
                        false,
                        setting -> new FairShareLoadModel(
                                setting.topology(), setting.intervalNanos(), setting.riseNanos())),
                new LoadModelPolicy(
                        PUBLISHED,
                        "what is measured and what was committed since, as Sinbad was published",
                        false,
                        setting -> new PublishedLoadModel(setting.topology(), setting.intervalNanos())),
                new LoadModelPolicy(
                        CLAIRVOYANT,
                        "the load to come, from a file: a bound",
                        true,
                        setting -> new ForecastLoadModel(
                                setting.topology(), setting.forecast().get(), horizonNanos(setting))));
    }

    /** About the time of a block over the narrowest link. */
    private static long horizonNanos(LoadModelSetting setting) {
        Topology topology = setting.topology();
        double narrowest = topology.links().stream()
                .mapToDouble(Link::bytesPerSecond)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        double block = setting.blockBytes() / narrowest * 1e9;
        return Math.round(Math.min(LONGEST_HORIZON_NANOS, Math.max(LEAST_HORIZON_NANOS, block)));
    }

    /**
     * Of the models that several policies ask for, the one that serves them all: what is given the load to come, else the first that is more
     * than the published one.
     *
     * @param names at least one
     */
    public static LoadModelPolicy serving(List<String> names) {
        List<LoadModelPolicy> asked = names.stream().map(LoadModels::policy).toList();
        return asked.stream()
                .filter(LoadModelPolicy::needsForecast)
                .findFirst()
                .or(() -> asked.stream()
                        .filter(model -> !model.name().equals(PUBLISHED))
                        .findFirst())
                .orElse(asked.get(0));
    }

    /** @throws IllegalArgumentException if there is no model of that name; its message lists those there are */
    public static LoadModelPolicy policy(String name) {
        return PolicyRegistry.installed().named(LoadModelPolicy.KIND, name);
    }

    /**
     * @throws IllegalArgumentException if there is no model of that name, where its message lists those there are, or without the forecast
     *     that it needs
     */
    public static LoadModel make(String name, LoadModelSetting setting) {
        return policy(name).factory().apply(setting);
    }

    public static List<String> names() {
        return PolicyRegistry.installed().names(LoadModelPolicy.KIND);
    }
}
