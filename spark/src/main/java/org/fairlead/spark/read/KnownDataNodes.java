// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.spark.TaskContext;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.placement.FavoredHosts;
import org.fairlead.spark.source.AvoidedHosts;
import org.fairlead.spark.source.EndedReads;

/** The DataNodes that have blocks of files which a client has opened: to these it can ask the NameNode to write. Safe for threads. */
final class KnownDataNodes {
    /** Beyond that the one that was seen first is forgotten. */
    private static final int MOST = 10_000;

    /** Of as many hosts as the application has, who knows fewer DataNodes names none. */
    private static final double MOST_OF_ALL = 2 / 3.0;

    private static final InetSocketAddress[] NONE = {};

    /** By its id, the newest of what the NameNode said of it. */
    private final Map<String, DataNodeSeen> byId = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DataNodeSeen> eldest) {
            return size() > MOST;
        }
    };

    /** Says whether a directory has an erasure code, which all files in it get. */
    interface StripedFiles {
        boolean at(String path) throws IOException;
    }

    /** @param isHere whether it is on this process's host */
    private record DataNodeSeen(DatanodeInfo node, boolean isHere) {}

    void see(LocatedBlocks located) {
        try {
            if (located != null) {
                for (LocatedBlock block : located.getLocatedBlocks()) {
                    see(block);
                }
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            failed(e);
        }
    }

    private synchronized void see(LocatedBlock block) throws IOException {
        for (DatanodeInfo node : block.getLocations()) {
            DataNodeSeen before = byId.get(node.getDatanodeUuid());
            boolean isKnown = before != null
                    && before.node.getXferPort() == node.getXferPort()
                    && before.node.getIpAddr().equals(node.getIpAddr());
            boolean isHere = isKnown
                    ? before.isHere
                    : DFSUtilClient.isLocalAddress(new InetSocketAddress(node.getIpAddr(), node.getXferPort()));
            byId.put(node.getDatanodeUuid(), new DataNodeSeen(node, isHere));
        }
    }

    /**
     * Where the replicas of a file that the thread's task creates are asked to go.
     *
     * @param isStriped whether files there are, which is asked only if somebody would be named
     * @return null, as for HDFS's client: where the NameNode wants
     */
    InetSocketAddress[] favoredByThisTask(String path, int replicas, StripedFiles isStriped) {
        try {
            Optional<SlowHosts> slow = SlowHosts.ofThisTask();
            if (slow.isPresent()) {
                long seed = Draw.mixed(path.hashCode(), TaskContext.get().taskAttemptId());
                InetSocketAddress[] favored = favored(slow.get(), replicas, seed);
                if (favored.length > 0 && !isStriped.at(path)) {
                    AvoidedHosts.written();
                    return favored;
                }
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            failed(e);
        }
        return null;
    }

    private static void failed(Throwable cause) {
        EndedReads.failed("Files are written where the NameNode wants", cause);
    }

    private InetSocketAddress[] favored(SlowHosts slow, int replicas, long seed) {
        List<DataNodeSeen> known;
        synchronized (this) {
            known = byId.values().stream()
                    .filter(each -> each.node.isInService())
                    .toList();
        }
        boolean isOneHere = known.stream().anyMatch(DataNodeSeen::isHere);
        if (!isOneHere || known.size() < MOST_OF_ALL * slow.hosts()) {
            return NONE; // all would write to the few that they know, and nobody beside itself
        }
        List<FavoredHosts.Known> hosts = known.stream()
                .map(each ->
                        new FavoredHosts.Known(each.node.getNetworkLocation(), slow.paceOf(each.node), each.isHere))
                .toList();
        return FavoredHosts.choose(hosts, replicas, seed).stream()
                .map(place -> known.get(place).node)
                .map(node -> InetSocketAddress.createUnresolved(node.getIpAddr(), node.getXferPort()))
                .toArray(InetSocketAddress[]::new);
    }
}
