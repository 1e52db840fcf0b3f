// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.fairlead.spark.record.DecisionFile;
import org.fairlead.spark.schedule.Scheduling;
import org.fairlead.spark.schedule.SchedulingByApplication;
import org.fairlead.spark.schedule.options.MasterUrl;
import org.fairlead.spark.schedule.options.SparkModes;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.fairlead.spark.shuffle.exchange.CopyPlanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Starts and stops everything of ours in a driver. Spark makes the scheduler after this: the master's URL is marked, so that our cluster
 * manager is asked for one. Where ours cannot be, one line in the log says why, and Spark runs as stock.
 */
public final class DriverSide implements DriverPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(DriverSide.class);

    private final BiFunction<SparkContext, SparkPluginSettings, ClusterPicture> pictures;
    private final TimeSource time;
    private SparkContext context;
    private Scheduling scheduling;
    private SparkPluginSettings settings;
    private Optional<SeeingSide> seeing = Optional.empty();
    private ModesWatch watch;
    private volatile Optional<LiveSide> live = Optional.empty();
    private volatile Optional<PrefetchSide> prefetch = Optional.empty();
    private volatile Optional<ShuffleSide> shuffles = Optional.empty();

    /**
     * @param pictures makes the driver's picture of the cluster, once the settings are known to be right
     * @param time that everything in this driver goes by
     */
    public DriverSide(BiFunction<SparkContext, SparkPluginSettings, ClusterPicture> pictures, TimeSource time) {
        this.pictures = pictures;
        this.time = time;
    }

    @Override
    public synchronized Map<String, String> init(SparkContext sparkContext, PluginContext pluginContext) {
        try {
            start(sparkContext);
        } catch (IllegalArgumentException | InvalidFileException e) {
            off(e.getMessage());
            stop();
        } catch (RuntimeException | LinkageError e) {
            off("it could not be started: " + e);
            LOG.info("Why Fairlead could not be started", e);
            stop();
        }
        Map<String, String> sent = new HashMap<>();
        live.ifPresent(side -> sent.putAll(side.toExecutors()));
        prefetch.ifPresent(side -> sent.putAll(side.toExecutors()));
        shuffles.ifPresent(side -> sent.putAll(side.toExecutors()));
        return sent;
    }

    /** Whom to tell what executors are to fetch ahead; empty where nothing is. */
    public Optional<PrefetchOrders> prefetchOrders() {
        return prefetch.map(PrefetchSide::orders);
    }

    /** Who has map output copied; empty where nobody does. */
    public Optional<CopyPlanner> copies() {
        return shuffles.map(ShuffleSide::planner);
    }

    /** Shells and PySpark hide what is below a warning. */
    private static void off(String why) {
        LOG.warn("Fairlead is off, Spark runs as stock: {}", why);
    }

    private void start(SparkContext sparkContext) {
        MasterUrl master = MasterUrl.of(sparkContext.master());
        if (!master.isServed()) {
            off("there is nothing to place on master " + master.url()
                    + "; spark://…, yarn and local-cluster[…] are served");
            return;
        }
        List<String> missing = Signatures.missing(master);
        if (!missing.isEmpty()) {
            off("Spark " + sparkContext.version() + " lacks " + String.join(", ", missing));
            return;
        }
        PolicyRegistry.installed().leftOut().forEach(what -> LOG.warn("Fairlead leaves out {}", what));
        settings = SparkPluginSettings.from(sparkContext.conf());
        ModeSwitch<SparkModes> modes = new ModeSwitch<>(settings.modes(), settings.modesFile());
        modes.poll();
        ClusterPicture picture = pictures.apply(sparkContext, settings);
        if (picture instanceof LiveCluster cluster) {
            live = Optional.of(LiveSide.start(sparkContext, cluster, time));
            prefetch = PrefetchSide.start(
                    sparkContext,
                    settings.prefetch(),
                    modes::inForce,
                    settings.plan().seed(),
                    time);
        }
        shuffles = ShuffleSide.start(
                sparkContext,
                settings.shuffle(),
                modes::inForce,
                picture,
                settings.plan().seed(),
                time);
        scheduling = new Scheduling(
                settings.plan(),
                modes,
                picture,
                prefetch.map(PrefetchSide::input),
                shuffles.map(ShuffleSide::planner),
                time);
        if (picture instanceof LiveCluster cluster) {
            cluster.fetches(scheduling::fetches, scheduling::quotas);
        }
        live.ifPresent(side -> side.reportTo(scheduling.seen()));
        context = sparkContext;
        watch = ModesWatch.start(modes, () -> live.map(LiveSide::enforcement).orElse(true));
        sparkContext.addSparkListener(scheduling.taskEnds());
        sparkContext.addSparkListener(scheduling.records().listener());
        SchedulingByApplication.attach(sparkContext, scheduling);
        sparkContext.conf().set("spark.master", master.marked());
    }

    @Override
    public synchronized void registerMetrics(String applicationId, PluginContext pluginContext) {
        if (scheduling == null) {
            return;
        }
        try {
            scheduling.register(pluginContext.metricRegistry());
            live.ifPresent(side -> side.register(pluginContext.metricRegistry()));
            prefetch.ifPresent(side -> side.register(pluginContext.metricRegistry()));
            shuffles.ifPresent(side -> side.register(pluginContext.metricRegistry()));
            Scheduling decisions = scheduling;
            Supplier<PrefetchReport> fetched = prefetch.<Supplier<PrefetchReport>>map(
                            side -> () -> side.report(decisions.prefetchOutcomes()))
                    .orElse(() -> PrefetchReport.NONE);
            Supplier<CopiesReport> copied =
                    shuffles.<Supplier<CopiesReport>>map(side -> side::report).orElse(() -> CopiesReport.NONE);
            seeing = Optional.of(SeeingSide.start(
                    context,
                    scheduling,
                    new SeeingSide.Transfers(fetched, copied),
                    applicationId,
                    settings.decisions(),
                    time));
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("What Fairlead decides is not to be seen: {}", e.toString());
            LOG.info("Why it is not to be seen", e);
        }
        if (scheduling.isServed()) {
            LOG.warn(
                    "Fairlead is on: mode {}, policy {}, {}; {}",
                    scheduling.modes().words(),
                    settings.plan().policy(),
                    settings.cluster().sourceText(),
                    whereToLook(applicationId));
        }
    }

    /** The tab, or the file of decisions; else how to get either. */
    private String whereToLook(String applicationId) {
        Option<String> ui = context.uiWebUrl();
        if (ui.isDefined()) {
            return "see " + ui.get() + "/fairlead/ or 'fairlead explain spark --ui " + ui.get() + "'";
        }
        return settings.decisions()
                .directory()
                .map(directory -> "see 'fairlead explain spark --file "
                        + DecisionFile.path(directory, DecisionFile.id(context, applicationId)) + "'")
                .orElse(
                        "nothing shows what it decides: spark.ui.enabled is false and spark.fairlead.decisions.dir is not set");
    }

    /** Not under the lock: executors wait for the answer. */
    @Override
    public Object receive(Object message) throws IOException {
        if (ShuffleMessages.isOurs(message)) {
            Optional<ShuffleSide> side = shuffles;
            if (side.isPresent()) {
                side.get().receive(message);
            }
            return null;
        }
        Optional<PrefetchSide> ahead = prefetch;
        if (ahead.isPresent() && PrefetchSide.isForUs(message)) {
            ahead.get().receive(message);
            return null;
        }
        Optional<LiveSide> now = live;
        return now.isPresent() ? now.get().receive(message) : null;
    }

    @Override
    public synchronized void shutdown() {
        stop();
    }

    private void stop() {
        if (context != null) {
            SchedulingByApplication.detach(context);
            context = null;
        }
        if (watch != null) {
            watch.close();
            watch = null;
        }
        seeing.ifPresent(SeeingSide::close);
        seeing = Optional.empty();
        if (scheduling != null) {
            scheduling.close();
            scheduling = null;
        }
        shuffles.ifPresent(ShuffleSide::close);
        shuffles = Optional.empty();
        prefetch.ifPresent(PrefetchSide::close);
        prefetch = Optional.empty();
        live.ifPresent(LiveSide::close);
        live = Optional.empty();
    }
}
