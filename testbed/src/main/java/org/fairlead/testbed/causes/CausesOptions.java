// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.cluster.ClusterLayout;
import org.fairlead.testbed.cluster.ClusterMemory;
import org.fairlead.testbed.cluster.ClusterRoles;
import org.fairlead.testbed.cluster.RuntimeClasspath;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;

/**
 * Applications that are slow for drawn causes.
 *
 * @param seed decides the causes and their order
 * @param runs how many applications
 * @param kinds of causes that are drawn
 * @param counterparts whether each application is run twice more: on faster links, and without a host
 * @param processorsPerHost processors that each host has of its own while it works; 0: all share the machine's
 * @param contender that observes
 * @param out an existing directory
 */
public record CausesOptions(
        long seed,
        int runs,
        List<CauseKind> kinds,
        boolean counterparts,
        double processorsPerHost,
        Topology topology,
        Contender contender,
        RuntimeClasspath classpath,
        Path out) {
    private static final long DISK_BYTES = 4L << 30;

    public CausesOptions {
        kinds = kinds.stream().distinct().sorted().toList();
        if (kinds.isEmpty() || runs < 1) {
            throw new IllegalArgumentException("at least one run and one kind of cause are expected");
        }
    }

    /** The same on links that are so many times as fast. */
    CausesOptions withLinks(double times) {
        return new CausesOptions(
                seed,
                runs,
                kinds,
                counterparts,
                processorsPerHost,
                topology.withLinks(times),
                contender,
                classpath,
                out);
    }

    ClusterLayout layout() {
        return ClusterRoles.layout(topology, Integer.MAX_VALUE);
    }

    /** Memory at its peak, in bytes, with executors whose heaps are full. */
    public long memoryBytes() {
        ClusterLayout layout = layout();
        int workers = layout.workers().size();
        SparkSettings settings = SparkSettings.standard();
        return ClusterMemory.estimateBytes(layout.dataNodes().size(), 1, workers, 1, settings)
                + ClusterMemory.growthBytes(workers, 1, settings);
    }

    public static long diskBytes() {
        return DISK_BYTES;
    }
}
