// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.nio.file.Path;
import java.util.Set;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterMemory;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;

/**
 * A run of chaos.
 *
 * @param seconds that the plan of faults takes, about; start and final checks come on top
 * @param kinds of faults that are made, where they have a target
 * @param slowDisks whether disks' rates can be changed, which needs the real root
 * @param out an existing directory for the history and the report
 * @param replay the command that runs the same plan again
 */
public record ChaosOptions(
        long seed,
        int seconds,
        Set<FaultKind> kinds,
        Topology topology,
        Contender contender,
        RuntimeClasspath classpath,
        boolean slowDisks,
        Path out,
        String replay) {
    /** Enough for queries that cross the network; each costs memory. */
    public static final int WORKERS = 4;

    private static final long DISK_BYTES = 8L << 30;

    /** The least number of DataNodes with which three replicas find a place while two hosts are broken, and one is left. */
    public static final int LEAST_DATANODES = 6;

    public ChaosOptions {
        kinds = Set.copyOf(kinds);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("there is no kind of fault to make");
        }
        int dataNodes = ClusterRoles.layout(topology, WORKERS).dataNodes().size();
        if (dataNodes < LEAST_DATANODES) {
            throw new IllegalArgumentException("topology '" + topology.name() + "' has " + dataNodes
                    + " DataNodes; at least " + LEAST_DATANODES + " are needed");
        }
    }

    /** Memory at its peak, in bytes: two Spark applications while the answers are asked of stock. */
    public static long memoryBytes(Topology topology) {
        ClusterLayout layout = ClusterRoles.layout(topology, WORKERS);
        return ClusterMemory.estimateBytes(
                layout.dataNodes().size(), 1, layout.workers().size(), 2, SparkSettings.standard());
    }

    public static long diskBytes() {
        return DISK_BYTES;
    }
}
