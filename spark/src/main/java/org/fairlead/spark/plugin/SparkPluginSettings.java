// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkConf;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.task.AssignerOptions;
import org.fairlead.core.task.assigner.TaskAssigners;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.prefetch.PrefetchSettings;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.fairlead.spark.shuffle.ShuffleSettings;

/**
 * What Spark's configuration says of Fairlead: the keys below {@code spark.fairlead.}.
 *
 * @param modesFile YAML whose modes count over those of the configuration, read again while the application runs
 * @param cluster from where the picture of the cluster comes
 * @param prefetch how input is fetched ahead
 * @param shuffle how map output is copied
 */
public record SparkPluginSettings(
        SparkModes modes,
        Optional<Path> modesFile,
        PlanOptions plan,
        Decisions decisions,
        ClusterSettings cluster,
        PrefetchSettings prefetch,
        ShuffleSettings shuffle) {
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
        PrefetchSettings prefetch = PrefetchSettings.from(conf);
        ShuffleSettings shuffle = ShuffleSettings.from(conf);
        SparkModes modes = new SparkModes(
                conf.value("spark.fairlead.mode", "observe", Mode::of),
                poolModes(conf),
                conf.value("spark.fairlead.canary.share", "0.1", Double::valueOf),
                prefetch.mode(),
                shuffle.mode());
        ClusterSettings cluster = ClusterSettings.from(conf, spark);
        String policy = conf.value("spark.fairlead.policy", OWN, SparkPluginSettings::policy);
        PlanOptions plan = new PlanOptions(
                policy,
                conf.value("spark.fairlead.plan.wait", "50ms", Options::upToTenSeconds),
                conf.value("spark.fairlead.plan.fresh", "1s", Options::upToTenSeconds),
                conf.value("spark.fairlead.decline.most", "60s", Quantities::duration),
                conf.value(
                        "spark.fairlead.plan.always",
                        Boolean.toString(ApplicationPlanner.alwaysCounts(policy) || fetchesObjects(prefetch)),
                        Options::truth),
                conf.value("spark.fairlead.seed", "1", Long::valueOf),
                conf.value("spark.fairlead.fault.policy", "none", PlantedFault::of),
                conf.value("spark.fairlead.plan.paces", "true", SparkPluginSettings::slowHosts),
                conf.value(
                        "spark.fairlead.favored.nodes",
                        Boolean.toString(cluster.controllers().isEmpty()),
                        Options::truth));
        Decisions decisions = new Decisions(
                conf.path("spark.fairlead.decisions.dir"),
                conf.value("spark.fairlead.decisions.most", "256MiB", Quantities::bytes));
        return new SparkPluginSettings(
                modes, conf.path("spark.fairlead.modes.file"), plan, decisions, cluster, prefetch, shuffle);
    }

    /** How fast a store gives is not seen on links: these may be idle while tasks wait for it. */
    private static boolean fetchesObjects(PrefetchSettings prefetch) {
        return prefetch.objects() && prefetch.mode() != Mode.OFF;
    }

    private static Map<String, Mode> poolModes(Options conf) {
        Map<String, Mode> modes = new HashMap<>();
        conf.family(POOL_MODE).forEach((pool, mode) -> modes.put(pool, Options.read(POOL_MODE + pool, mode, Mode::of)));
        return modes;
    }

    private static AssignerOptions.SlowHosts slowHosts(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "false" -> AssignerOptions.SlowHosts.ALIKE;
            case "true" -> AssignerOptions.SlowHosts.AVOIDED;
            case "copies" -> AssignerOptions.SlowHosts.COPIED;
            default -> throw new IllegalArgumentException("'" + text + "' is not one of false, true, copies");
        };
    }

    private static String policy(String name) {
        TaskAssigners.named(name);
        return name;
    }
}
