// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.health;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Voice;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.cluster.DatanodeTable;

/**
 * What a NameNode hears of hosts, told to who judges them, and who is suspected. Requests read one volatile field and, when their client excludes
 * DataNodes, tell so once for each file and host.
 */
public final class HostHealth {
    private static final int MOST_EXCLUSIONS = 10_000;

    private record Judge(Topology topology, FailureDetector detector) {}

    private record Known(Topology topology, Suspects suspects) {}

    /** What clients have excluded: they say so again with each block of a file, for ten minutes. */
    private final Map<String, Boolean> excluded = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_EXCLUSIONS;
        }
    });

    private volatile Optional<Judge> judge = Optional.empty();
    private volatile Optional<Known> known = Optional.empty();

    /** Who judges the hosts of a topology: the embedded controller, or this NameNode itself. */
    public void judgedBy(Topology topology, FailureDetector detector) {
        if (judge.isEmpty() || judge.get().detector() != detector) {
            judge = Optional.of(new Judge(topology, detector));
        }
    }

    /** Who is suspected now. */
    public void suspects(Topology topology, Suspects suspects) {
        known = Optional.of(new Known(topology, suspects));
    }

    /** By the indices of a topology; nobody while another one is in force. */
    public Suspects suspects(Topology topology) {
        Optional<Known> now = known;
        return now.isPresent() && now.get().topology() == topology ? now.get().suspects() : Suspects.NONE;
    }

    /**
     * Tells when each DataNode was last heard of.
     *
     * @param intervalNanos between a DataNode's heartbeats
     */
    public void heartbeats(DatanodeTable table, long intervalNanos) {
        Optional<Judge> now = judge.filter(one -> one.topology() == table.topology());
        if (now.isEmpty()) {
            return;
        }
        for (Host host : table.topology().hosts()) {
            Optional<DatanodeDescriptor> datanode = table.datanode(host);
            if (datanode.isPresent() && datanode.get().isAlive()) {
                // Hadoop's monotonic clock is System.nanoTime in milliseconds.
                long atNanos = datanode.get().getLastUpdateMonotonic() * 1_000_000;
                now.get().detector().heard(host.index(), Voice.DATANODE, intervalNanos, atNanos);
            } else {
                now.get().detector().left(host.index(), Voice.DATANODE);
            }
        }
    }

    /** A client asks for a block on none of these DataNodes: it saw them fail. */
    public void excludedByClient(DatanodeTable table, String path, Node writer, Set<Node> nodes) {
        Optional<Judge> now = judge.filter(one -> one.topology() == table.topology());
        if (nodes == null || nodes.isEmpty() || now.isEmpty()) {
            return;
        }
        String complainer = writer == null ? path : writer.getName();
        for (Node node : nodes) {
            Optional<Host> host = table.host(node);
            if (host.isPresent() && excluded.put(path + "\n" + host.get().index(), true) == null) {
                now.get().detector().failed(host.get().index(), complainer, System.nanoTime());
            }
        }
    }
}
