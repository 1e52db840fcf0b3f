// SPDX-License-Identifier: Apache-2.0
package io.fairlead.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.RackMapping;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.plugin.ExecutorSide;

/** Fairlead in an unpatched Spark: {@code spark.plugins=io.fairlead.spark.FairleadPlugin}. */
public final class FairleadPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverSide(
                (context, settings) -> LiveCluster.start(
                        settings.cluster(), RackMapping.of(context.hadoopConfiguration()), TimeSource.SYSTEM),
                TimeSource.SYSTEM);
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorSide(TimeSource.SYSTEM);
    }
}
