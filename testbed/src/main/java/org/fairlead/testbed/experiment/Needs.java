package org.fairlead.testbed.experiment;

import java.util.Random;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterMemory;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.Contender;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.machine.Preflight;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.Workloads;

/** What a scenario needs of the machine. */
final class Needs {
    /** No more HDFS clusters side by side than this: each is a JVM per host that wakes up now and then. */
    private static final int MOST_CLUSTERS = 6;

    private static final double TPCH_BYTES_PER_SCALE = 1.1e9;
    private static final int REPLICAS = 3;
    private static final long LOGS_AND_STATE = 300L << 20;

    private Needs() {}

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
                .mapToLong(step -> bytesWritten(step, layout))
                .sum();
        return written * (1 + 2 * REPLICAS) + LOGS_AND_STATE;
    }

    private static long bytesWritten(WorkloadStep step, ClusterLayout layout) {
        if (step instanceof WorkloadStep.Write write) {
            int writers = write.on().choose(layout.dataNodes(), new Random(0)).size();
            return write.fileBytes() * write.files() * writers;
        } else if (step instanceof WorkloadStep.Tpch tpch) {
            return Math.round(tpch.scale() * TPCH_BYTES_PER_SCALE);
        } else if (step instanceof WorkloadStep.Sort sort) {
            return 2L * sort.jobs() * sort.bytes(); // what is sorted, and the result
        }
        return step instanceof WorkloadStep.WordCount count ? count.bytes() : 0;
    }

    private static long memoryBytes(Scenario scenario, ClusterLayout layout, int clusters) {
        boolean onSpark = Workloads.needSpark(scenario.workload());
        int applications = onSpark
                ? (int) scenario.contenders().stream()
                        .map(Contender::sparkKey)
                        .distinct()
                        .count()
                : 0;
        return ClusterMemory.estimateBytes(
                layout.dataNodes().size(),
                clusters,
                onSpark ? layout.workers().size() : 0,
                Math.min(applications, clusters),
                SparkSettings.standard());
    }

    private static int configurations(Scenario scenario) {
        return (int) scenario.contenders().stream()
                .map(Contender::hdfsKey)
                .distinct()
                .count();
    }
}
