// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.ui.SparkUI;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.record.DecisionFile;
import org.fairlead.spark.record.Records;
import org.fairlead.spark.schedule.Scheduling;
import org.fairlead.spark.ui.FairleadTab;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;

/**
 * Lets people see what is decided: a tab of Spark's web UI, a file of decisions where one is wanted, each second the network's load. What
 * fails here costs what is to be seen and nothing else.
 */
final class SeeingSide implements AutoCloseable {
    private static final String KIND = "fairlead-seeing";
    private static final Logger LOG = LoggerFactory.getLogger(SeeingSide.class);
    private static final long EVERY_MILLIS = 1000;

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(LastingThread.workers(KIND));
    private final RareLog rareLog = new RareLog(LOG);
    private final Scheduling scheduling;
    private final Transfers transfers;
    private final TimeSource time;
    private Optional<DecisionFile> file = Optional.empty();

    /**
     * What became of what is sent before tasks want it.
     *
     * @param prefetch input that was fetched ahead, now
     * @param copies map output that was copied while its stage ran, now
     */
    record Transfers(Supplier<PrefetchReport> prefetch, Supplier<CopiesReport> copies) {}

    private SeeingSide(Scheduling scheduling, Transfers transfers, TimeSource time) {
        this.scheduling = scheduling;
        this.transfers = transfers;
        this.time = time;
    }

    /**
     * @param applicationId Spark's, which is known only now
     */
    static SeeingSide start(
            SparkContext context,
            Scheduling scheduling,
            Transfers transfers,
            String applicationId,
            SparkPluginSettings.Decisions decisions,
            TimeSource time) {
        SeeingSide side = new SeeingSide(scheduling, transfers, time);
        side.writeDecisions(context, applicationId, decisions);
        side.attachTab(context, applicationId);
        side.repeat();
        return side;
    }

    private void writeDecisions(SparkContext context, String applicationId, SparkPluginSettings.Decisions decisions) {
        if (decisions.directory().isEmpty()) {
            return;
        }
        DecisionLine.Application application = new DecisionLine.Application(
                DecisionFile.id(context, applicationId),
                context.appName(),
                scheduling.options().policy());
        try {
            DecisionFile made = DecisionFile.create(decisions.directory().get(), application, decisions.mostBytes());
            file = Optional.of(made);
            scheduling.records().writeTo(made);
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "spark.fairlead.decisions.dir: decisions are not written to {}: {}",
                    decisions.directory().get(),
                    e.toString());
        }
    }

    private void attachTab(SparkContext context, String applicationId) {
        Option<SparkUI> ui = context.ui();
        if (ui.isEmpty()) {
            return;
        }
        try {
            String name = context.appName();
            Records records = scheduling.records();
            FairleadTab.attach(
                    ui.get(),
                    records,
                    time,
                    () -> new Records.About(
                            applicationId,
                            name,
                            scheduling.modes().application().label(),
                            scheduling.options().policy(),
                            scheduling.modes().canaryShare(),
                            scheduling
                                    .picture()
                                    .snapshot()
                                    .map(ClusterSnapshot::memory)
                                    .orElse(Map.of()),
                            transfers.prefetch().get(),
                            transfers.copies().get()));
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Spark's web UI has no tab of Fairlead's", e);
        }
    }

    /** What is repeated catches its own exceptions; the future would keep them to itself. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private void repeat() {
        thread.scheduleWithFixedDelay(
                LastingThread.repeated(KIND, this::look), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            scheduling.picture().snapshot().ifPresent(known -> scheduling
                    .records()
                    .links()
                    .sample(known.network().view(), time.nanoTime(), time.currentTimeMillis()));
            file.ifPresent(DecisionFile::flush);
        } catch (RuntimeException e) {
            rareLog.warn("look", "What is to be seen could not be renewed", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        file.ifPresent(decisions -> {
            PrefetchReport fetched = transfers.prefetch().get();
            if (!fetched.isNone()) {
                scheduling.records().fetchedAhead(fetched);
            }
            CopiesReport copied = transfers.copies().get();
            if (!copied.isNone()) {
                scheduling.records().copied(copied);
            }
            try {
                decisions.close();
            } catch (IOException e) {
                LOG.warn("The file of decisions is not complete: {}", e.toString());
            }
        });
    }
}
