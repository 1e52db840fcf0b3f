// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import com.codahale.metrics.Gauge;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;
import scala.jdk.javaapi.CollectionConverters;

/** What the plug-in of this driver says of itself by Spark's metrics. */
final class PluginGauges {
    private static final String SOURCE = "plugin.io.fairlead.spark.FairleadPlugin";

    private PluginGauges() {}

    /** All gauges that are whole numbers now, by the metrics' names; empty without the plug-in. */
    static Map<String, Long> now() {
        Map<String, Long> values = new TreeMap<>();
        for (Source source :
                CollectionConverters.asJava(SparkEnv.get().metricsSystem().getSourcesByName(SOURCE))) {
            source.metricRegistry().getGauges().forEach((name, gauge) -> add(values, name, gauge));
        }
        return values;
    }

    private static void add(Map<String, Long> values, String name, Gauge<?> gauge) {
        if (gauge.getValue() instanceof Number number) {
            values.put(name, number.longValue());
        }
    }
}
