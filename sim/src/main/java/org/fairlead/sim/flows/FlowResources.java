// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.Arrays;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/** Which resource is what: links by their index, then, if disks count, a read and a write resource for each limited disk. */
final class FlowResources {
    private static final int UNLIMITED = -1;

    private final int links;
    private final int[] diskOf;
    private double[] capacities;

    FlowResources(Topology topology, boolean disks) {
        links = topology.links().size();
        capacities = topology.links().stream().mapToDouble(Link::bytesPerSecond).toArray();
        diskOf = new int[topology.nodes().size()];
        Arrays.fill(diskOf, UNLIMITED);
        if (disks) {
            topology.hosts().forEach(this::addDisk);
        }
    }

    private void addDisk(Host host) {
        host.disk().ifPresent(disk -> {
            int first = capacities.length;
            diskOf[host.index()] = first;
            capacities = Arrays.copyOf(capacities, first + 2);
            // an unlimited direction is one that no flow can fill
            capacities[first] = Math.min(disk.readBytesPerSecond(), Double.MAX_VALUE);
            capacities[first + 1] = Math.min(disk.writeBytesPerSecond(), Double.MAX_VALUE);
        });
    }

    double[] capacities() {
        return capacities.clone();
    }

    boolean isLink(int resource) {
        return resource < links;
    }

    int links() {
        return links;
    }

    /** The links of a path, then the disks at its ends. */
    int[] along(int[] path, int source, int destination) {
        int read = diskOf[source];
        int write = diskOf[destination];
        if (read == UNLIMITED && write == UNLIMITED) {
            return path;
        }
        int[] all = Arrays.copyOf(path, path.length + (read == UNLIMITED ? 0 : 1) + (write == UNLIMITED ? 0 : 1));
        int filled = path.length;
        if (read != UNLIMITED) {
            all[filled++] = read;
        }
        if (write != UNLIMITED) {
            all[filled] = write + 1;
        }
        return all;
    }

    /** How many of the resources are links; they come first. */
    int hops(int[] resources) {
        int hops = resources.length;
        while (hops > 0 && !isLink(resources[hops - 1])) {
            hops--;
        }
        return hops;
    }
}
