// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterMemory;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.workload.WorkloadRounds;

/** What a scenario needs of the machine. */
final class MachineNeeds {
    /** No more HDFS clusters side by side than this: each is a JVM per host that wakes up now and then. */
    private static final int MOST_CLUSTERS = 6;

    private static final int REPLICAS = 3;
    private static final long LOGS_AND_STATE = 300L << 20;
    private static final double GIB = 1L << 30;

    private MachineNeeds() {}

    /** How many HDFS clusters may run side by side: one per configuration where memory allows. */
    static int clustersAtATime(Scenario scenario, ClusterLayout layout) {
        int wanted = configurations(scenario);
        long available = Preflight.availableMemory();
        int most = Math.min(MOST_CLUSTERS, wanted);
        while (most > 1 && memoryBytes(scenario, layout, most) > available) {
            most--;
        }
        return most;
    }

    /** The least memory with which a scenario runs, in bytes: that of one HDFS cluster at a time. */
    static long memoryBytes(Scenario scenario) {
        return memoryBytes(scenario, ClusterRoles.layout(scenario.topology(), scenario.workers()), 1);
    }

    static long diskBytes(Scenario scenario) {
        ClusterLayout layout = ClusterRoles.layout(scenario.topology(), scenario.workers());
        // Input, HDFS's replicas, and as many again that wait for their deletion.
        long written = scenario.workload().stream()
                .mapToLong(step -> step.needs().bytesWritten(layout.dataNodes()))
                .sum();
        return written * (1 + 2 * REPLICAS) + LOGS_AND_STATE;
    }

    private static long memoryBytes(Scenario scenario, ClusterLayout layout, int clusters) {
        boolean onSpark = WorkloadRounds.needSpark(scenario.workload());
        return ClusterMemory.estimateBytes(
                layout.dataNodes().size(),
                clusters,
                onSpark ? layout.workers().size() : 0,
                applicationsAtATime(scenario, clusters),
                grown(scenario));
    }

    /**
     * What is to be said where executors may use up the memory in a long run; empty where they cannot.
     *
     * @param available bytes of memory
     */
    static Optional<String> memoryWarning(Scenario scenario, ClusterLayout layout, int clusters, long available) {
        if (!WorkloadRounds.needSpark(scenario.workload())) {
            return Optional.empty();
        }
        long most = memoryBytes(scenario, layout, clusters)
                + ClusterMemory.growthBytes(
                        layout.workers().size(), applicationsAtATime(scenario, clusters), grown(scenario));
        return most <= available
                ? Optional.empty()
                : Optional.of(
                        "memory may be used up: executors can grow until all takes %.1f GiB, %.1f are available; rounds in which the kernel ends a process do not count. Fewer workers or contenders, or a smaller spark.executor.memory, need less"
                                .formatted(most / GIB, available / GIB));
    }

    /** With the largest heap that a contender gives its executors. */
    private static SparkSettings grown(Scenario scenario) {
        SparkSettings standard = spark(scenario);
        return applications(scenario).stream().mapToInt(key -> standard.executorMebibytes(key.spark())).max().stream()
                .mapToObj(standard::withExecutorMebibytes)
                .findFirst()
                .orElse(standard);
    }

    /** Applications live as long as the HDFS cluster that they read from. */
    private static int applicationsAtATime(Scenario scenario, int clusters) {
        Map<Contender.HdfsKey, Long> perCluster = applications(scenario).stream()
                .collect(Collectors.groupingBy(Contender.SparkKey::hdfs, Collectors.counting()));
        return perCluster.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(clusters)
                .mapToInt(Long::intValue)
                .sum();
    }

    private static Set<Contender.SparkKey> applications(Scenario scenario) {
        return scenario.running().stream()
                .flatMap(contender -> WorkloadRounds.applications(scenario.workload()).stream()
                        .map(contender::sparkKey))
                .collect(Collectors.toSet());
    }

    /** Spark with as many cores on each worker as all applications take there together. */
    static SparkSettings spark(Scenario scenario) {
        int cores = applications(scenario).stream()
                .mapToInt(key -> SparkSettings.coresPerExecutor(key.spark()))
                .sum();
        return SparkSettings.standard().withCoresPerWorker(cores);
    }

    private static int configurations(Scenario scenario) {
        return (int) scenario.contenders().stream()
                .map(Contender::hdfsKey)
                .distinct()
                .count();
    }
}
