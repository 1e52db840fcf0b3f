// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a scenario decides about Spark for all contenders alike.
 *
 * @param coresPerWorker cores that a worker offers; an application takes those of one executor on each, so at least as many as all
 *     applications at once take
 * @param executorMebibytes heap of an executor
 * @param driverMebibytes heap of a driver
 * @param startTimeout how long the cluster, or an application, may take to be ready
 */
public record SparkSettings(int coresPerWorker, int executorMebibytes, int driverMebibytes, Duration startTimeout) {
    private static final Pattern HEAP = Pattern.compile("([0-9]{1,6})(m|g|)b?");

    public static SparkSettings standard() {
        return new SparkSettings(16, 512, 512, Duration.ofMinutes(2));
    }

    /** The same with at least so many cores on each worker. */
    public SparkSettings withCoresPerWorker(int least) {
        return new SparkSettings(Math.max(coresPerWorker, least), executorMebibytes, driverMebibytes, startTimeout);
    }

    /** The same with another heap for executors, in MiB. */
    public SparkSettings withExecutorMebibytes(int heap) {
        return new SparkSettings(coresPerWorker, heap, driverMebibytes, startTimeout);
    }

    /** Tasks that an executor runs at a time, by an application's configuration. */
    public static int coresPerExecutor(Map<String, String> spark) {
        try {
            return Integer.parseInt(
                    spark.getOrDefault("spark.executor.cores", "1").strip());
        } catch (NumberFormatException e) {
            return 1; // Spark says what is wrong with it
        }
    }

    /** The heap of an executor by an application's configuration, as Spark reads it: MiB unless it says otherwise; this one's where it says nothing. */
    public int executorMebibytes(Map<String, String> spark) {
        Matcher heap = HEAP.matcher(
                spark.getOrDefault("spark.executor.memory", "").strip().toLowerCase(Locale.ROOT));
        if (!heap.matches()) {
            return executorMebibytes; // Spark says what is wrong with it
        }
        int number = Integer.parseInt(heap.group(1));
        return heap.group(2).equals("g") ? 1024 * number : number;
    }

    public SparkSettings {
        // Spark itself reserves 300 MiB of an executor's heap and wants half as much again.
        if (executorMebibytes < 450 || coresPerWorker < 1) {
            throw new IllegalArgumentException("an executor needs at least 450 MiB and a worker at least one core");
        }
    }
}
