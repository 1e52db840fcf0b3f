// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.cluster.TestbedClasses;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.Contender.Engine;

/** How an application is configured: all alike, but for the causes that are a matter of its configuration. */
final class ApplicationSettings {
    /** What a task reads: two blocks, of which the second mostly lies on another host. */
    private static final long TASK_BYTES = 2 * CausedWork.BLOCK_BYTES;

    private static final int REDUCERS = 36;
    private static final String PLUGINS = "spark.plugins";
    /** Its name alone: it stands on Spark, which this process does not have. */
    static final String HEAP_FILLER = "org.fairlead.testbed.workload.driver.HeapFiller";

    static final String HEAP_FREE = "spark.testbed.heap.free";

    private ApplicationSettings() {}

    /** @param directory where the application's logs go */
    static Map<String, String> of(HiddenCause cause, Path directory) {
        boolean few = cause.kind() == CauseKind.TOO_FEW_TASKS;
        long tasks = Math.round(cause.degree());
        Map<String, String> values = new LinkedHashMap<>();
        values.put("spark.eventLog.enabled", "true");
        values.put("spark.eventLog.dir", directory.toUri().toString());
        values.put("spark.eventLog.compress", "false");
        values.put("spark.eventLog.rolling.enabled", "false");
        values.put("spark.fairlead.decisions.dir", directory.toString());
        values.put("spark.sql.adaptive.enabled", "false");
        values.put("spark.sql.files.openCostInBytes", "0");
        values.put("spark.sql.files.minPartitionNum", "1");
        values.put(
                "spark.sql.files.maxPartitionBytes",
                Long.toString(few ? CausedWork.MOST_ROW_BYTES + CausedWork.BYTES / tasks : TASK_BYTES));
        values.put("spark.sql.shuffle.partitions", Long.toString(few ? tasks : REDUCERS));
        // A slot that is free takes what there is, as on a cluster whose input is mostly elsewhere.
        values.put("spark.locality.wait", "0s");
        if (cause.kind() == CauseKind.GARBAGE_COLLECTION) {
            values.put(HEAP_FREE, Double.toString(cause.degree()));
        }
        return values;
    }

    /** The one that observes, with an application's values. */
    static Contender contender(Contender observing, Map<String, String> values, HiddenCause cause) {
        Map<String, String> spark = new LinkedHashMap<>(values);
        List<Path> jars = new ArrayList<>(observing.jars(Engine.SPARK));
        if (cause.kind() == CauseKind.GARBAGE_COLLECTION) {
            jars.add(TestbedClasses.location());
            spark.merge(PLUGINS, HEAP_FILLER, (theirs, ours) -> theirs + "," + ours);
        }
        return observing.withSpark(spark).withSparkJars(jars);
    }
}
