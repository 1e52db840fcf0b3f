// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.placement;

import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy.NotEnoughReplicasException;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.fairlead.hdfs.AvoidedHosts;
import org.fairlead.hdfs.NameNodeRuntimes;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What both placement policies do around Hadoop's own code. Nothing of ours is thrown across it. */
final class PlacementSeam {
    private static final Logger LOG = LoggerFactory.getLogger(PlacementSeam.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final DatanodeStorageInfo[] NOT_ASKED = {};

    /** Hadoop's own choice; it adds what it chose to the set. */
    interface Stock {
        DatanodeStorageInfo[] choose(Set<Node> excluded);
    }

    /** Takes one DataNode under Hadoop's checks; null when they refuse it. */
    interface Take {
        DatanodeStorageInfo take(DatanodeDescriptor datanode) throws NotEnoughReplicasException;
    }

    private PlacementSeam() {}

    static DatanodeStorageInfo[] choose(NetworkTopology cluster, WriteRequest request, Stock stock) {
        SuspectsGuard guard = guard(cluster, request);
        Optional<WriteSession> session = begin(cluster, request, guard.avoidance());
        if (session.isEmpty()) {
            return guard.choose(stock);
        }
        DatanodeStorageInfo[] alternative = NOT_ASKED;
        if (session.get().asksStock()) {
            alternative =
                    stock.choose(request.excluded() == null ? new HashSet<>() : new HashSet<>(request.excluded()));
        }
        DatanodeStorageInfo[] actual;
        PlannedTargets.set(session.get().targets());
        try {
            actual = guard.choose(stock);
        } finally {
            PlannedTargets.clear();
        }
        finish(session.get(), actual, alternative);
        return actual;
    }

    /** A client's favored nodes, without those that are avoided: in their place Hadoop chooses others. */
    static List<DatanodeDescriptor> favored(NetworkTopology cluster, List<DatanodeDescriptor> favored) {
        try {
            return SuspectsGuard.avoidance(NameNodeRuntimes.of(cluster)).without(favored);
        } catch (Throwable t) {
            report(t);
            return favored;
        }
    }

    /** What Hadoop chooses beside favored nodes: stock's alone, without hosts that are avoided. */
    static DatanodeStorageInfo[] besideFavored(NetworkTopology cluster, WriteRequest request, Stock stock) {
        return guardBesideFavored(cluster, request).choose(stock);
    }

    /**
     * Takes the writer's own DataNode and then the planned ones, while there are any.
     *
     * @param local takes the writer's
     * @param planned takes a planned one
     * @return how many replicas are still wanted; all of them when nothing is planned
     */
    static int takePlanned(int wanted, Node writer, List<DatanodeStorageInfo> results, Take local, Take planned)
            throws NotEnoughReplicasException {
        Deque<DatanodeDescriptor> targets = PlannedTargets.current();
        if (targets.isEmpty()) {
            return wanted;
        }
        int left = wanted;
        if (results.isEmpty() && writer instanceof DatanodeDescriptor own && local.take(own) != null) {
            left--;
        }
        while (left > 0 && !targets.isEmpty()) {
            if (planned.take(targets.poll()) != null) {
                left--;
            }
        }
        return left;
    }

    /** What Hadoop's own order returns: the writer, or the first target of a writer that is no DataNode. */
    static Node source(Node writer, List<DatanodeStorageInfo> results) {
        return writer instanceof DatanodeDescriptor ? writer : results.get(0).getDatanodeDescriptor();
    }

    private static SuspectsGuard guard(NetworkTopology cluster, WriteRequest request) {
        try {
            return SuspectsGuard.of(NameNodeRuntimes.of(cluster), request);
        } catch (Throwable t) {
            report(t);
            return SuspectsGuard.none(request);
        }
    }

    private static SuspectsGuard guardBesideFavored(NetworkTopology cluster, WriteRequest request) {
        try {
            return SuspectsGuard.besideFavored(NameNodeRuntimes.of(cluster), request);
        } catch (Throwable t) {
            report(t);
            return SuspectsGuard.none(request);
        }
    }

    private static Optional<WriteSession> begin(NetworkTopology cluster, WriteRequest request, AvoidedHosts avoidance) {
        try {
            return NameNodeRuntimes.of(cluster).flatMap(runtime -> WriteSession.begin(runtime, request, avoidance));
        } catch (Throwable t) {
            report(t);
            return Optional.empty();
        }
    }

    private static void finish(WriteSession session, DatanodeStorageInfo[] actual, DatanodeStorageInfo[] stock) {
        try {
            session.finished(actual, stock);
        } catch (Throwable t) {
            report(t);
        }
    }

    private static void report(Throwable t) {
        RARE_LOG.warn(t.getClass().getName(), "A placement failed on our side; stock decided", t);
    }
}
