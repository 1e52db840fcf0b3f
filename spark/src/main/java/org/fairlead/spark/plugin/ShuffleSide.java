// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.schedule.options.SparkModes;
import org.fairlead.spark.shuffle.CopyCount;
import org.fairlead.spark.shuffle.FairleadShuffleManager;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.fairlead.spark.shuffle.ShuffleSettings;
import org.fairlead.spark.shuffle.exchange.CopyOutcome;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.fairlead.spark.shuffle.exchange.ShuffleListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a driver does for copies of map output: has Spark use our shuffle manager, hears what is written, says what is copied. Where it cannot be, one line says why, and all else goes on. */
final class ShuffleSide implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShuffleSide.class);
    private static final String MANAGER = "spark.shuffle.manager";
    private static final String SORT = "sort";

    private final ShuffleSettings settings;
    private final Supplier<SparkModes> modes;
    private final CopyPlanner planner;

    private ShuffleSide(ShuffleSettings settings, Supplier<SparkModes> modes, CopyPlanner planner) {
        this.settings = settings;
        this.modes = modes;
        this.planner = planner;
    }

    /**
     * Empty where no map output is copied.
     *
     * @param modes in force
     * @param picture by which it is told what links have left
     * @param seed by which a canary draws shuffles
     */
    static Optional<ShuffleSide> start(
            SparkContext context,
            ShuffleSettings settings,
            Supplier<SparkModes> modes,
            ClusterPicture picture,
            long seed,
            TimeSource time) {
        if (settings.mode() == Mode.OFF) {
            return Optional.empty();
        }
        Optional<String> obstacle = obstacle(context.conf());
        if (obstacle.isPresent()) {
            LOG.warn("Fairlead copies no map output: {}", obstacle.get());
            return Optional.empty();
        }
        CopyPlanner planner = new CopyPlanner(
                () -> new ModeInForce(modes.get().shuffle(), modes.get().canaryShare()),
                settings.fault(),
                picture,
                // local-cluster sets it after plug-ins have started
                () -> context.conf().getBoolean("spark.shuffle.readHostLocalDisk", true),
                seed,
                time);
        ShuffleSide side = new ShuffleSide(settings, modes, planner);
        context.addSparkListener(
                new ShuffleListener(planner, Math.max(1, context.conf().getInt("spark.task.cpus", 1))));
        context.conf().set(MANAGER, FairleadShuffleManager.class.getName());
        FairleadShuffleManager.join(planner);
        planner.start();
        return Optional.of(side);
    }

    private static Optional<String> obstacle(SparkConf conf) {
        String set = conf.get(MANAGER, SORT);
        if (!List.of(SORT, "tungsten-sort", FairleadShuffleManager.class.getName())
                .contains(set)) {
            return Optional.of(MANAGER + " is set, and stays as it is: " + set);
        }
        if (conf.getBoolean("spark.shuffle.service.enabled", false)) {
            return Optional.of("spark.shuffle.service.enabled is true: executors do not send map output themselves");
        }
        if (conf.getBoolean("spark.shuffle.push.enabled", false)) {
            return Optional.of("spark.shuffle.push.enabled is true: Spark pushes map output itself");
        }
        if (conf.getBoolean("spark.shuffle.useOldFetchProtocol", false)) {
            return Optional.of("spark.shuffle.useOldFetchProtocol is true: all attempts of a map task have one number");
        }
        List<String> missing = ShuffleSignatures.missing();
        return missing.isEmpty() ? Optional.empty() : Optional.of("Spark lacks " + String.join(", ", missing));
    }

    CopyPlanner planner() {
        return planner;
    }

    /** What is sent to executors when they start. */
    Map<String, String> toExecutors() {
        return settings.toExecutors();
    }

    /** Takes a message of executors that is about shuffles. */
    void receive(Object message) throws IOException {
        ShuffleMessages.read(message, planner);
    }

    /** What became of it all. */
    CopiesReport report() {
        return planner.report();
    }

    /** Registers what is counted with Spark's metrics. */
    void register(MetricRegistry registry) {
        for (Mode mode : Mode.values()) {
            Gauge<Integer> isIt = () -> modes.get().shuffle() == mode ? 1 : 0;
            registry.register("shuffle.mode." + mode.label(), isIt);
        }
        for (CopyOutcome outcome : CopyOutcome.values()) {
            Gauge<Long> count = () -> planner.count(outcome);
            registry.register("shuffle.shuffles." + outcome.label(), count);
        }
        for (CopyCount what : CopyCount.values()) {
            Gauge<Long> count = () -> planner.count(what);
            registry.register("shuffle." + what.label(), count);
        }
        planner.figures().forEach((name, figure) -> {
            Gauge<Long> value = figure::get;
            registry.register("shuffle." + name, value);
        });
    }

    @Override
    public void close() {
        LOG.info(
                "Map output copied: {} shuffles; of {} bytes that were copied {} were read",
                planner.count(CopyOutcome.COPIED),
                planner.count(CopyCount.BYTES_COPIED),
                planner.count(CopyCount.BYTES_READ));
        FairleadShuffleManager.leave(planner);
        planner.close();
    }
}
