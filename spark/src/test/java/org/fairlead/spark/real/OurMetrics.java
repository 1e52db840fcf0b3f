// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import com.codahale.metrics.Gauge;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;

/** What our plug-in measures in the driver, by the names that the documentation has. */
final class OurMetrics {
    private OurMetrics() {}

    /** @param plugin by the name that Spark was given */
    static long of(String plugin, String name) {
        Source ours = SparkEnv.get()
                .metricsSystem()
                .getSourcesByName("plugin." + plugin)
                .head();
        Gauge<?> gauge = ours.metricRegistry().getGauges().get(name);
        return ((Number) gauge.getValue()).longValue();
    }
}
