// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.assigner;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.fairlead.core.policy.Policy;
import org.fairlead.core.policy.PolicyProvider;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.AssignerPolicy;
import org.fairlead.core.task.TaskAssigner;
import org.fairlead.core.view.LoadModels;

/** The task assigners by name. To add one of ours: its line in {@link #policies}. */
public final class TaskAssigners implements PolicyProvider {
    @Override
    public List<Policy> policies() {
        return List.of(
                stock(
                        "stock-hadoop",
                        "tasks as Hadoop's fair scheduler: a host with the input, its rack, any",
                        (name, options) -> new DelayScheduling(options.delay())),
                stock(
                        "stock-spark",
                        "tasks as Spark's locality wait",
                        (name, options) -> new LocalityWait(name, options.waits())),
                stock(
                        "stock-spark:standalone",
                        "tasks as Spark's locality wait without a resource manager that tells it of racks",
                        (name, options) ->
                                new LocalityWait(name, options.waits().withoutRacks())),
                published(
                        "cormorant",
                        "tasks by available bandwidth as Cormorant was published",
                        (name, options) -> new CormorantAssigner(options)),
                published(
                        "status-aware",
                        "tasks gated as the status-aware scheduler was published",
                        (name, options) -> new StatusAwareAssigner(name, options.gates(), options.delay())),
                gates("receive", true, false, false),
                gates("potential", false, true, false),
                gates("disk", false, false, true),
                gates("receive+potential", true, true, false),
                gates("receive+disk", true, false, true),
                gates("potential+disk", false, true, true),
                new AssignerPolicy(
                        "fairlead", "tasks where they are predicted to end soonest", EarliestFinishTime::new));
    }

    private static AssignerPolicy stock(
            String name, String description, BiFunction<String, AssignerOptions, TaskAssigner> factory) {
        return new AssignerPolicy(name, description, false, LoadModels.PUBLISHED, named(name, factory));
    }

    private static AssignerPolicy published(
            String name, String description, BiFunction<String, AssignerOptions, TaskAssigner> factory) {
        return new AssignerPolicy(name, description, true, LoadModels.PUBLISHED, named(name, factory));
    }

    private static Function<AssignerOptions, TaskAssigner> named(
            String name, BiFunction<String, AssignerOptions, TaskAssigner> factory) {
        return options -> factory.apply(name, options);
    }

    private static AssignerPolicy gates(String which, boolean receive, boolean potential, boolean disk) {
        return published(
                "status-aware:" + which,
                "tasks gated as the status-aware scheduler was published, by " + which + " alone",
                (name, options) ->
                        new StatusAwareAssigner(name, options.gates().only(receive, potential, disk), options.delay()));
    }

    /** Names that {@link #make(String, AssignerOptions)} accepts. */
    public static List<String> names() {
        return PolicyRegistry.installed().names(AssignerPolicy.KIND);
    }

    /** @throws IllegalArgumentException if there is no assigner of that name; its message lists those there are */
    public static AssignerPolicy policy(String name) {
        return PolicyRegistry.installed().named(AssignerPolicy.KIND, name);
    }

    /** @throws IllegalArgumentException if there is no assigner of that name; its message lists those there are */
    public static TaskAssigner named(String name) {
        return make(name, AssignerOptions.USUAL);
    }

    /** @throws IllegalArgumentException if there is no assigner of that name; its message lists those there are */
    public static TaskAssigner make(String name, AssignerOptions options) {
        return policy(name).factory().apply(options);
    }
}
