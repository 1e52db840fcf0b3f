package io.fairlead.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.fairlead.spark.plugin.BlindPicture;
import org.fairlead.spark.plugin.DriverSide;

/** Fairlead in an unpatched Spark: {@code spark.plugins=io.fairlead.spark.FairleadPlugin}. */
public final class FairleadPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverSide((context, settings) -> new BlindPicture());
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return null;
    }
}
