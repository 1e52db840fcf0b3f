// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Map;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.task.BlockReads;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/** What is known of the cluster at a moment; only what was committed since moves under it. Reading takes no lock and never blocks. */
public interface ClusterSnapshot extends BlockReads {
    Topology topology();

    /** By which links flows go. */
    default PathResolver paths() {
        return new EvenSplit(topology().routes());
    }

    /** What a new transfer has to expect of each link. */
    AvailableBandwidth network();

    /** The index in the topology of a host by the name or address of its executors; −1 when it is not there, or not yet known. */
    int host(String nameOrAddress);

    /** Bytes that tasks which run on a host have still to receive from many, its own host among them. */
    double bytesToReceive(int host);

    /** The same bytes so many seconds later: until then comes what others leave of the host's link. */
    default double bytesToReceiveAfter(double seconds, int host, long nowNanos) {
        double bytes = bytesToReceive(host);
        int link = topology().routes().downLink(host);
        return link < 0 || seconds <= 0
                ? bytes
                : Math.max(0, bytes - seconds * network().left(link, nowNanos));
    }

    /** Bytes that tasks which run on others have still to fetch from a host. */
    double bytesToSend(int host);

    /** Memory of the executors that have reported it, by their ids; immutable. */
    Map<String, ExecutorMemory> memory();
}
