// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.time.Duration;
import java.util.Map;

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

    public SparkSettings {
        // Spark itself reserves 300 MiB of an executor's heap and wants half as much again.
        if (executorMebibytes < 450 || coresPerWorker < 1) {
            throw new IllegalArgumentException("an executor needs at least 450 MiB and a worker at least one core");
        }
    }
}
