// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.RackMapping;
import org.fairlead.spark.read.PlacedFileSystem;
import org.fairlead.spark.status.ExecutorStatus;
import org.fairlead.spark.status.SeenTaker;
import org.fairlead.spark.status.StatusEndpoint;

/** Picture, status and reads without the scheduler: stock Spark slots the tasks. */
public final class WiredPlugin implements SparkPlugin {
    static volatile LiveCluster cluster;
    /** What executors told of tasks that ended. */
    static final Queue<TaskReads> READS = new ConcurrentLinkedQueue<>();

    @Override
    public DriverPlugin driverPlugin() {
        return new Driver();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new Executor();
    }

    private static final class Driver implements DriverPlugin {
        private StatusEndpoint endpoint;

        @Override
        public Map<String, String> init(SparkContext context, PluginContext plugin) {
            cluster = LiveCluster.start(ClusterSettings.from(context.conf()), RackMapping.ONE, TimeSource.SYSTEM);
            endpoint = new StatusEndpoint(cluster, 500, TimeSource.SYSTEM);
            endpoint.reportTo(new SeenTaker() {
                @Override
                public void read(TaskReads reads) {
                    READS.add(reads);
                }

                @Override
                public void missed(long tasks, long failures) {
                    throw new AssertionError(tasks + " tasks are missed, " + failures + " failures");
                }

                @Override
                public void avoided(long blocks, long files) {}

                @Override
                public void exceeded(NicAllowance allowance) {}
            });
            PlacedFileSystem.install(context.conf(), context.hadoopConfiguration());
            context.addSparkListener(new SparkListener() {
                @Override
                public void onExecutorAdded(SparkListenerExecutorAdded added) {
                    endpoint.added(added.executorId(), added.executorInfo().executorHost());
                }

                @Override
                public void onTaskStart(SparkListenerTaskStart start) {
                    cluster.launched(
                            start.taskInfo().taskId(), -1, -1, 0, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
                }

                @Override
                public void onTaskEnd(SparkListenerTaskEnd end) {
                    cluster.ended(end.taskInfo().taskId());
                }
            });
            return Map.of();
        }

        @Override
        public Object receive(Object message) throws IOException {
            return endpoint.receive(message);
        }

        @Override
        public void shutdown() {
            cluster.close();
        }
    }

    private static final class Executor implements ExecutorPlugin {
        private ExecutorStatus status;

        @Override
        public void init(PluginContext context, Map<String, String> extra) {
            status = ExecutorStatus.start(context, 500, 200, TimeSource.SYSTEM);
        }

        @Override
        public void onTaskStart() {
            status.taskStarted();
        }

        @Override
        public void shutdown() {
            status.close();
        }
    }
}
