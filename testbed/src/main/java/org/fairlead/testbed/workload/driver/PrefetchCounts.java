// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import com.codahale.metrics.Gauge;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;
import scala.jdk.javaapi.CollectionConverters;

/** What a plug-in counts of input that is fetched ahead, from one request to the next. Executors tell theirs once a second: what comes late is part of the next. */
final class PrefetchCounts {
    private static final String SOURCE = "plugin.io.fairlead.spark.FairleadPlugin";
    private static final String BYTES = "prefetch.bytes.";
    private static final String REQUESTS = "prefetch.requests.";

    private Map<String, Long> taken = Map.of();

    /** What was counted since it was last taken, by the metrics' names; empty where nothing is fetched ahead. */
    Map<String, Long> take() {
        Map<String, Long> now = now();
        Map<String, Long> since = new TreeMap<>();
        now.forEach((name, count) -> since.put(name, count - taken.getOrDefault(name, 0L)));
        taken = now;
        return since;
    }

    private static Map<String, Long> now() {
        Map<String, Long> counts = new TreeMap<>();
        for (Source source :
                CollectionConverters.asJava(SparkEnv.get().metricsSystem().getSourcesByName(SOURCE))) {
            source.metricRegistry().getGauges().forEach((name, gauge) -> add(counts, name, gauge));
        }
        return counts;
    }

    private static void add(Map<String, Long> counts, String name, Gauge<?> gauge) {
        if ((name.startsWith(BYTES) || name.startsWith(REQUESTS)) && gauge.getValue() instanceof Long count) {
            counts.put(name, count);
        }
    }
}
