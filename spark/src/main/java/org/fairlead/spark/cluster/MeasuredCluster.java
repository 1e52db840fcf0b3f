// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Map;
import org.fairlead.core.network.HeldPaths;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.network.Steering;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.protocol.time.TimeSource;

/** What is measured of the network and of executors, and what running tasks have still to carry. */
record MeasuredCluster(
        AvailableBandwidth network,
        HostNames hosts,
        TaskLedger ledger,
        Map<String, ExecutorMemory> memory,
        TimeSource time)
        implements ClusterSnapshot {
    MeasuredCluster {
        memory = Map.copyOf(memory);
    }

    @Override
    public Topology topology() {
        return network.view().topology();
    }

    @Override
    public PathResolver paths() {
        Steering kept = network.view().steering();
        return kept == Steering.NONE
                ? ClusterSnapshot.super.paths()
                : new HeldPaths(topology().routes(), kept, time.nanoTime());
    }

    @Override
    public int host(String executorHostNameOrAddress) {
        return hosts.host(executorHostNameOrAddress);
    }

    @Override
    public double bytesToReceive(int host) {
        return ledger.bytesToReceive(host);
    }

    @Override
    public double bytesToSend(int host) {
        return ledger.bytesToSend(host);
    }

    @Override
    public double bytesToRead(int host) {
        return ledger.bytesToRead(host);
    }
}
