// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.read;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.net.Node;
import org.fairlead.hdfs.DecisionRuntime;
import org.fairlead.hdfs.NameNodeRuntimes;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides in which order a reader is given the replicas of a block; {@code dfs.net.topology.impl}. Stock orders first; then the
 * active ones, which stand in front, change places among themselves by the room on their way to the reader. A replica on the
 * reader's own host stays first. Sorting serves reads only: Hadoop calls it from {@code sortLocatedBlocks} and nowhere else.
 */
public class FairleadNetworkTopology extends DFSNetworkTopology {
    private static final Logger LOG = LoggerFactory.getLogger(FairleadNetworkTopology.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);

    @Override
    public <T extends Node> void sortByDistance(
            Node reader, T[] nodes, int activeLen, Consumer<List<T>> secondarySort) {
        super.sortByDistance(reader, nodes, activeLen, secondarySort);
        reorder(reader, nodes, activeLen);
    }

    @Override
    public <T extends Node> void sortByDistanceUsingNetworkLocation(
            Node reader, T[] nodes, int activeLen, Consumer<List<T>> secondarySort) {
        super.sortByDistanceUsingNetworkLocation(reader, nodes, activeLen, secondarySort);
        reorder(reader, nodes, activeLen);
    }

    private <T extends Node> void reorder(Node reader, T[] nodes, int activeLen) {
        try {
            Optional<DecisionRuntime> runtime = NameNodeRuntimes.of(this);
            if (runtime.isPresent() && activeLen > 1) {
                ReadSession.order(runtime.get(), reader, nodes, activeLen);
            }
        } catch (Throwable t) {
            RARE_LOG.warn(t.getClass().getName(), "A read order failed on our side; stock's stays", t);
        }
    }
}
