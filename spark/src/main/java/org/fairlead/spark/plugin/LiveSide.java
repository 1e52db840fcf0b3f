// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.FetchFailed;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.read.PlacedFileSystem;
import org.fairlead.spark.status.SeenTaker;
import org.fairlead.spark.status.StatusEndpoint;

/** What a driver with a live picture does for it: takes executors' messages, and has tasks read what they were placed for. */
final class LiveSide implements AutoCloseable {
    private static final String INTERVAL = "interval-millis";
    private static final String PROGRESS = "progress-millis";

    private final LiveCluster cluster;
    private final ClusterSettings settings;
    private final StatusEndpoint endpoint;

    private LiveSide(LiveCluster cluster, ClusterSettings settings, TimeSource time) {
        this.cluster = cluster;
        this.settings = settings;
        endpoint = new StatusEndpoint(cluster, settings.interval().toMillis(), time);
    }

    static LiveSide start(SparkContext context, LiveCluster cluster, TimeSource time) {
        LiveSide side = new LiveSide(cluster, cluster.settings(), time);
        context.addSparkListener(new SparkListener() {
            @Override
            public void onExecutorAdded(SparkListenerExecutorAdded added) {
                side.endpoint.added(added.executorId(), added.executorInfo().executorHost());
            }

            @Override
            public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                side.endpoint.removed(removed.executorId());
            }

            @Override
            public void onTaskEnd(SparkListenerTaskEnd ended) {
                if (ended.reason() instanceof FetchFailed failed && failed.bmAddress() != null) {
                    cluster.failed(failed.bmAddress().host(), ended.taskInfo().host());
                }
            }
        });
        PlacedFileSystem.install(context.conf(), context.hadoopConfiguration());
        return side;
    }

    /** What is sent to executors when they start. */
    Map<String, String> toExecutors() {
        return Map.of(
                INTERVAL, Long.toString(settings.interval().toMillis()),
                PROGRESS, Long.toString(settings.progressInterval().toMillis()));
    }

    /** What {@link #toExecutors} sent: how often executors report. */
    record ReportIntervals(long intervalMillis, long progressMillis) {
        /** Empty when the driver runs as stock. */
        static Optional<ReportIntervals> of(Map<String, String> sent) {
            return sent.containsKey(INTERVAL) && sent.containsKey(PROGRESS)
                    ? Optional.of(
                            new ReportIntervals(Long.parseLong(sent.get(INTERVAL)), Long.parseLong(sent.get(PROGRESS))))
                    : Optional.empty();
        }
    }

    /** Registers what is counted of paths with Spark's metrics. */
    void register(MetricRegistry registry) {
        Gauge<Long> held = () -> cluster.paths().held();
        registry.register("paths.held", held);
        Gauge<Long> proposed = () -> cluster.paths().proposed();
        registry.register("paths.proposed", proposed);
        Gauge<Long> granted = () -> cluster.paths().granted();
        registry.register("paths.granted", granted);
    }

    /** From now on what executors have seen goes there. */
    void reportTo(SeenTaker taker) {
        endpoint.reportTo(taker);
    }

    Object receive(Object message) throws IOException {
        return endpoint.receive(message);
    }

    boolean enforcement() {
        return cluster.enforcement();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
