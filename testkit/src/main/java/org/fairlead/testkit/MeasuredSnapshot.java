// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.util.Map;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.AvailableBandwidth;

/** What is measured of a network's links; no task has anything to carry. */
public record MeasuredSnapshot(AvailableBandwidth network) implements ClusterSnapshot {
    @Override
    public Topology topology() {
        return network.view().topology();
    }

    @Override
    public int host(String name) {
        return topology().node(name).map(Node::index).orElse(-1);
    }

    @Override
    public double bytesToReceive(int host) {
        return 0;
    }

    @Override
    public double bytesToSend(int host) {
        return 0;
    }

    @Override
    public Map<String, ExecutorMemory> memory() {
        return Map.of();
    }

    @Override
    public double bytesToRead(int host) {
        return 0;
    }
}
