// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.prefetch.PrefetchSettings;
import org.fairlead.spark.prefetch.order.ExecutorOrders;
import org.fairlead.spark.shuffle.ExecutorCopies;
import org.fairlead.spark.shuffle.ShuffleSettings;
import org.fairlead.spark.status.ExecutorStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops what of ours runs in an executor. Whatever fails here, the executor runs as without us. */
public final class ExecutorSide implements ExecutorPlugin {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorSide.class);

    private final TimeSource time;
    private Optional<ExecutorStatus> status = Optional.empty();
    private Optional<ExecutorOrders> orders = Optional.empty();
    private Optional<ExecutorCopies> copies = Optional.empty();

    /** @param time that everything in this executor goes by */
    public ExecutorSide(TimeSource time) {
        this.time = time;
    }

    @Override
    public void init(PluginContext context, Map<String, String> reported) {
        try {
            status = LiveSide.ReportIntervals.of(reported)
                    .map(driver ->
                            ExecutorStatus.start(context, driver.intervalMillis(), driver.progressMillis(), time));
        } catch (RuntimeException | LinkageError e) {
            LOG.error("This executor reports nothing to its driver", e);
        }
        PrefetchSettings.fromDriver(reported).ifPresent(settings -> fetchAhead(context, settings, reported));
        ShuffleSettings.fromDriver(reported).ifPresent(settings -> copyMapOutput(context, settings));
    }

    private void copyMapOutput(PluginContext context, ShuffleSettings settings) {
        try {
            List<String> missing = ShuffleSignatures.missing();
            if (missing.isEmpty()) {
                copies = Optional.of(ExecutorCopies.start(context, settings, time));
            } else {
                LOG.warn("This executor copies no map output: Spark lacks {}", String.join(", ", missing));
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.warn("This executor copies no map output", e);
        }
    }

    private void fetchAhead(PluginContext context, PrefetchSettings settings, Map<String, String> reported) {
        try {
            List<String> missing = PrefetchSignatures.missing();
            Optional<String> obstacle = missing.isEmpty()
                    ? PrefetchSide.anotherUser(PrefetchSide.user(reported))
                    : Optional.of("Hadoop or Spark lacks " + String.join(", ", missing));
            if (obstacle.isPresent()) {
                LOG.warn("This executor fetches no input ahead: {}", obstacle.get());
                return;
            }
            orders = Optional.of(ExecutorOrders.start(
                    context, settings, SparkHadoopUtil.get().newConfiguration(context.conf()), time));
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.warn("This executor fetches no input ahead", e);
        }
    }

    @Override
    public void onTaskStart() {
        status.ifPresent(ExecutorStatus::taskStarted);
    }

    @Override
    public void shutdown() {
        copies.ifPresent(ExecutorCopies::close);
        orders.ifPresent(ExecutorOrders::close);
        status.ifPresent(ExecutorStatus::close);
    }
}
