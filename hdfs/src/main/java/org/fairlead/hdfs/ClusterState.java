// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.List;
import org.fairlead.core.network.EvenSplit;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.placement.PlacementPolicy;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.placement.ReplicaSelector;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.LoadModelSetting;
import org.fairlead.core.view.LoadModels;
import org.fairlead.core.view.Transfer;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.protocol.forecast.ForecastFile;
import org.fairlead.protocol.time.TimeSource;

/** What belongs to one topology; a decision works with one such state from its start to its end. */
public record ClusterState(DatanodeTable table, LoadModel model, ReplicaPlacer placer, ReplicaSelector selector) {
    /**
     * With the rules that {@code fairlead.policy} names.
     *
     * @param blockBytes the file system's usual block size
     */
    static ClusterState of(DatanodeTable table, HdfsPluginSettings settings, long blockBytes, TimeSource time) {
        PlacementPolicy policy = Placers.policy(settings.policy());
        LoadModel model = LoadModels.make(
                policy.loadModel(),
                new LoadModelSetting(
                        table.topology(),
                        settings.heartbeat().toNanos(),
                        0,
                        blockBytes,
                        ForecastFile.of(settings.clairvoyantFile(), table.topology(), time)));
        return new ClusterState(table, model, policy.factory().get(), ReadOrders.named(policy.readOrder()));
    }

    public Topology topology() {
        return table.topology();
    }

    ClusterState with(DatanodeTable newer) {
        return new ClusterState(newer, model, placer, selector);
    }

    /** What is about to go from host to host to host. */
    public Transfer transfer(List<Host> hosts, TrafficClass trafficClass, long bytes, double bytesPerSecond) {
        return Transfer.along(new EvenSplit(topology().routes()), hosts, trafficClass, bytes, bytesPerSecond);
    }
}
