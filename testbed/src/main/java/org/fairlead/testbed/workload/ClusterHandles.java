package org.fairlead.testbed.workload;

import java.util.Optional;
import org.fairlead.testbed.cluster.Contender;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.SparkCluster;

/**
 * What a contender's round runs on.
 *
 * @param application the long-lived one; empty when no step needs it
 * @param spark empty when no step needs it
 */
public record ClusterHandles(
        Contender contender, HdfsCluster hdfs, Optional<SparkCluster> spark, Optional<SparkApplication> application) {}
