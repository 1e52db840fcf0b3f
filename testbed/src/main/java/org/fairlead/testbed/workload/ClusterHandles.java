// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.process.ClusterException;

/**
 * What a contender's round runs on.
 *
 * @param spark empty when no step needs it
 * @param applications the long-lived ones by name: those of {@link WorkloadRounds#applications}
 */
public record ClusterHandles(
        Contender contender,
        HdfsCluster hdfs,
        Optional<SparkCluster> spark,
        Map<String, SparkApplication> applications) {
    private static final Duration FORGOTTEN_WITHIN = Duration.ofSeconds(30);

    public ClusterHandles {
        applications = Map.copyOf(applications);
    }

    /** A round finds executors without what earlier rounds have left in their memory. */
    public void forgetEarlierJobs() {
        applications.values().forEach(application -> application.forgetEarlierJobs(FORGOTTEN_WITHIN));
    }

    /** @throws ClusterException when it was not started */
    SparkApplication application(String name) {
        SparkApplication application = applications.get(name);
        if (application == null) {
            throw new ClusterException("the Spark application '" + name + "' was not started");
        }
        return application;
    }
}
