// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import java.util.Optional;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.sim.cluster.Cluster.Costs;
import org.fairlead.sim.cluster.Cluster.Framework;

/**
 * Reads {@code costs}, and says what is usual. Hadoop 1: a heartbeat each 3 s (HeartbeatInterval's minimum up to release 1.0), reduces
 * from 5 % of the maps on (mapred.reduce.slowstart.completed.maps), a JVM for each task. Spark: offers at least each second
 * (spark.scheduler.revive.interval), tasks in a running JVM. Where neither says anything (set-up of tasks and blocks) the figures
 * are ours.
 */
final class CostKeys {
    static final Costs HADOOP = new Costs(3, 1, 0.05, 1, 0.1, 1.0, 0.2, 3.0, 0.02, 0.005, 0.01, 0, 0, 1.054, 0);
    static final Costs SPARK = new Costs(1, 1, 1, 1, 0.1, 0.02, 0.005, 0.1, 0.02, 0.005, 0.01, 0, 0, 1.054, 0);

    private CostKeys() {}

    static Costs costs(YamlNode root, Framework framework) {
        Costs usual = Costs.usual(framework);
        Optional<YamlNode> given = root.optional("costs");
        if (given.isEmpty()) {
            return usual;
        }
        YamlNode costs = given.get();
        costs.allow(
                "heartbeat",
                "tasks-per-heartbeat",
                "reduce-start",
                "status",
                "status-delay",
                "task-launch",
                "task-end",
                "job-start",
                "block-setup",
                "block-end",
                "read-setup",
                "spill-share",
                "map-spill-share",
                "wire-share");
        return new Costs(
                interval(costs, "heartbeat", usual.heartbeatSeconds()),
                costs.optional("tasks-per-heartbeat")
                        .map(node -> node.integer(1, 10_000))
                        .orElse(usual.tasksPerHeartbeat()),
                costs.optional("reduce-start").map(node -> node.number(0, 1)).orElse(usual.reduceStart()),
                interval(costs, "status", usual.statusSeconds()),
                seconds(costs, "status-delay", usual.statusDelaySeconds()),
                seconds(costs, "task-launch", usual.taskLaunchSeconds()),
                seconds(costs, "task-end", usual.taskEndSeconds()),
                seconds(costs, "job-start", usual.jobStartSeconds()),
                seconds(costs, "block-setup", usual.blockSetupSeconds()),
                seconds(costs, "block-end", usual.blockEndSeconds()),
                seconds(costs, "read-setup", usual.readSetupSeconds()),
                costs.optional("spill-share").map(node -> node.number(0, 100)).orElse(usual.spillShare()),
                costs.optional("map-spill-share")
                        .map(node -> node.number(0, 100))
                        .orElse(usual.mapSpillShare()),
                costs.optional("wire-share").map(node -> node.number(1, 10)).orElse(usual.wireShare()),
                usual.blockSetupProcessorSeconds());
    }

    private static double seconds(YamlNode costs, String key, double usual) {
        return costs.optional(key).map(CostKeys::seconds).orElse(usual);
    }

    static double seconds(YamlNode node) {
        return node.as(Quantities::duration).toNanos() / 1e9;
    }

    /** What a timer repeats must not be so short that nothing else happens. */
    private static double interval(YamlNode costs, String key, double usual) {
        return costs.optional(key)
                .map(node -> {
                    double seconds = seconds(node);
                    if (seconds < 1e-3) {
                        throw node.invalid("below 1ms; at least that is accepted");
                    }
                    return seconds;
                })
                .orElse(usual);
    }
}
