// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.flexfetch;

import java.util.List;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.sim.cluster.Cluster;

/**
 * FlexFetch's clusters: machines with two processors in racks that are not oversubscribed, as {@code clusters/flexfetch.yaml} has them.
 *
 * <p>Published: 50 machines (V. A) and 200 in ten racks (V. C), two processors, a tree without oversubscription, the rates of links, blocks of 64 MB where nobody sets them (I. A). Ours: racks of ten on the testbed, two slots for maps and two for
 * reduces, one disk of {@value #DISK} bytes per second, three replicas, Hadoop's usual costs.
 */
record FlexFetchCluster(int racks, int hostsOfRack, double linkBytesPerSecond) {
    static final double MEGABIT = 125e3;
    static final long BLOCK_BYTES = 64L << 20;
    static final double DISK = 80e6;
    private static final int SLOTS = 2;
    private static final double FREE = 1000;

    /** @param free whether its network costs nothing */
    Cluster cluster(boolean free) {
        double link = free ? FREE * linkBytesPerSecond : linkBytesPerSecond;
        Topology topology = Topologies.tree(new Topology.Builder("flexfetch"), racks, hostsOfRack, link, 1)
                .build();
        Cluster.Disk disk = new Cluster.Disk(DISK, 0.05, 0.5);
        return new Cluster(
                "flexfetch",
                topology,
                topology.hosts().stream()
                        .map(host -> new Cluster.Machine(host.index(), SLOTS, SLOTS, SLOTS, List.of(disk), true, -1))
                        .toList(),
                Cluster.Framework.HADOOP,
                new Cluster.FileSystem(BLOCK_BYTES, 3),
                Cluster.Costs.usual(Cluster.Framework.HADOOP),
                List.of());
    }

    /** For people. */
    String text() {
        return racks * hostsOfRack + " machines in " + racks + " racks, links of "
                + Math.round(linkBytesPerSecond / MEGABIT) + " Mbit/s";
    }
}
