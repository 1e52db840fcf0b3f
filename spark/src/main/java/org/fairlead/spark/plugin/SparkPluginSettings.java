// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;

/**
 * What Spark's configuration says of Fairlead: the keys below {@code spark.fairlead.}.
 *
 * @param modesFile YAML whose modes count over those of the configuration, read again while the application runs
 * @param cluster from where the picture of the cluster comes
 */
public record SparkPluginSettings(
        SparkModes modes, Optional<Path> modesFile, PlanOptions plan, Decisions decisions, ClusterSettings cluster) {
    /**
     * Where decisions are written for those who ask when the application is over.
     *
     * @param directory empty: nowhere
     * @param mostBytes of the file
     */
    public record Decisions(Optional<Path> directory, long mostBytes) {}

    private static final String OWN = "fairlead";
    private static final String POOL_MODE = "spark.fairlead.mode.pool.";

    /** @throws IllegalArgumentException one sentence with key, value and what is accepted */
    public static SparkPluginSettings from(SparkConf spark) {
        Options conf = ClusterSettings.options(spark);
        SparkPluginSettings settings = read(conf, ClusterSettings.OfSpark.of(spark));
        conf.refuseUnknown();
        return settings;
    }

    /** The keys that mean something: those that are read; of pools' modes the beginning. */
    static Set<String> knownKeys() {
        Options none = ClusterSettings.options(new SparkConf(false));
        read(none, ClusterSettings.OfSpark.NOTHING);
        return none.known();
    }

    /** Every key is read here or in {@link ClusterSettings}, whatever others say, so that it is known. */
    private static SparkPluginSettings read(Options conf, ClusterSettings.OfSpark spark) {
        SparkModes modes = new SparkModes(
                value(conf, "spark.fairlead.mode", "observe", Mode::of),
                poolModes(conf),
                value(conf, "spark.fairlead.canary.share", "0.1", Double::valueOf));
        String policy = value(conf, "spark.fairlead.policy", OWN, SparkPluginSettings::policy);
        PlanOptions plan = new PlanOptions(
                policy,
                value(conf, "spark.fairlead.plan.wait", "50ms", SparkPluginSettings::upToTenSeconds),
                value(conf, "spark.fairlead.plan.fresh", "1s", SparkPluginSettings::upToTenSeconds),
                value(conf, "spark.fairlead.decline.most", "60s", Quantities::duration),
                value(
                        conf,
                        "spark.fairlead.plan.always",
                        Boolean.toString(ApplicationPlanner.alwaysCounts(policy)),
                        SparkPluginSettings::truth),
                value(conf, "spark.fairlead.seed", "1", Long::valueOf),
                value(conf, "spark.fairlead.fault.policy", "none", PlantedFault::of));
        Decisions decisions = new Decisions(
                path(conf, "spark.fairlead.decisions.dir"),
                value(conf, "spark.fairlead.decisions.most", "256MiB", Quantities::bytes));
        return new SparkPluginSettings(
                modes, path(conf, "spark.fairlead.modes.file"), plan, decisions, ClusterSettings.from(conf, spark));
    }

    private static Optional<Path> path(Options conf, String key) {
        return Optional.of(conf.get(key, "")).filter(text -> !text.isEmpty()).map(Path::of);
    }

    private static Map<String, Mode> poolModes(Options conf) {
        Map<String, Mode> modes = new HashMap<>();
        conf.family(POOL_MODE).forEach((pool, mode) -> modes.put(pool, read(POOL_MODE + pool, mode, Mode::of)));
        return modes;
    }

    private static String policy(String name) {
        TaskAssigners.named(name);
        return name;
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is not true or false");
        };
    }

    private static Duration upToTenSeconds(String text) {
        Duration duration = Quantities.duration(text);
        if (duration.isZero() || duration.toSeconds() > 10) {
            throw new IllegalArgumentException("'" + text + "' is not above 0 and at most 10s");
        }
        return duration;
    }

    private static <T> T value(Options conf, String key, String standard, Function<String, T> reading) {
        return read(key, conf.get(key, standard), reading);
    }

    private static <T> T read(String key, String text, Function<String, T> reading) {
        try {
            return reading.apply(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + ": '" + text + "' is not a number", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }
}
