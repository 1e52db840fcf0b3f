// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.List;
import org.fairlead.core.placement.ReplicaPlacer;
import org.fairlead.core.placement.ReplicaSelector;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LoadModel;
import org.fairlead.hdfs.cluster.DatanodeTable;

/** What belongs to one topology; a decision works with one such state from its start to its end. */
public record ClusterState(DatanodeTable table, LoadModel model, ReplicaPlacer placer, ReplicaSelector selector) {
    public Topology topology() {
        return table.topology();
    }

    ClusterState with(DatanodeTable newer) {
        return new ClusterState(newer, model, placer, selector);
    }

    /** What is crossed from host to host; of several equal paths one, by the seed. */
    public List<Link> crossed(List<Host> hosts, long seed) {
        return topology().routes().crossed(hosts, seed);
    }
}
