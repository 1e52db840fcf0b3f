// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

import java.util.Arrays;
import java.util.List;
import org.fairlead.core.topology.EqualCostPaths;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.NextHops;
import org.fairlead.core.topology.Topology;

/**
 * Which hosts hang on the same edge switch, and which edge switches form a pod: those as near to each other as edge switches come.
 * In a fat tree these are the pods; under common roots all racks are one pod.
 */
final class HostGroups {
    private final EqualCostPaths paths;
    private final int[] podOf;
    private int pods;

    HostGroups(Topology topology, EqualCostPaths paths) {
        this.paths = paths;
        podOf = new int[paths.vertices()];
        Arrays.fill(podOf, -1);
        int[] sampleOf = sampleHosts(topology.hosts());
        for (int vertex = 0; vertex < podOf.length; vertex++) {
            if (sampleOf[vertex] >= 0 && podOf[vertex] < 0) {
                gather(vertex, sampleOf);
            }
        }
    }

    /** One host of each vertex that has hosts; −1 for other vertices. */
    private int[] sampleHosts(List<Host> hosts) {
        int[] sample = new int[podOf.length];
        Arrays.fill(sample, -1);
        for (Host host : hosts) {
            sample[paths.vertex(host.index())] = host.index();
        }
        return sample;
    }

    private void gather(int vertex, int[] sampleOf) {
        NextHops table = paths.toward(sampleOf[vertex]);
        int nearest = Integer.MAX_VALUE;
        for (int other = 0; other < podOf.length; other++) {
            if (other != vertex && sampleOf[other] >= 0 && podOf[other] < 0 && table.count(other) > 0) {
                nearest = Math.min(nearest, table.distance(other));
            }
        }
        for (int other = 0; other < podOf.length; other++) {
            boolean near = sampleOf[other] >= 0 && table.count(other) > 0 && table.distance(other) == nearest;
            if (other == vertex || (near && podOf[other] < 0)) {
                podOf[other] = pods;
            }
        }
        pods++;
    }

    /** From 0 to {@code edges} − 1. */
    int edge(int host) {
        return paths.vertex(host);
    }

    int edges() {
        return podOf.length;
    }

    /** From 0 to {@code pods} − 1. */
    int pod(int host) {
        return podOf[paths.vertex(host)];
    }

    int pods() {
        return pods;
    }
}
