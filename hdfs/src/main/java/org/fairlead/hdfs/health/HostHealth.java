// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.health;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.HeartbeatSource;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.protocol.time.TimeSource;

/**
 * What a NameNode hears of hosts, reported to whoever judges them, and who is suspected. Requests read one volatile field and, when their client excludes
 * DataNodes, tell so once in ten minutes for each file and host.
 */
public final class HostHealth {
    private static final int MOST_EXCLUSIONS = 10_000;
    /** As long as it counts for who judges. */
    private static final long FAILURE_NANOS = 10_000_000_000L;

    private record Judge(Topology topology, FailureDetector detector) {}

    private record Failure(String host, String complainer, long atNanos) {}

    /** What is reported to a remote controller: by names of hosts, in ages. */
    public record Heard(List<WitnessReport.Datanode> datanodes, List<WitnessReport.Failure> failures) {}

    private record Known(Topology topology, Suspects suspects) {}

    /** For so long a client says again with each block of a file whom it has excluded. */
    private static final long EXCLUDED_NANOS = 600_000_000_000L;

    /** When clients' exclusions were told, by file and host; the oldest first. Its own lock guards it. */
    private final Map<String, Long> toldNanos = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_EXCLUSIONS;
        }
    };

    /** The last that clients reported; the oldest first. */
    private final ArrayDeque<Failure> failures = new ArrayDeque<>();

    private final TimeSource time;
    private volatile Optional<Judge> judge = Optional.empty();
    private volatile Optional<Known> known = Optional.empty();

    public HostHealth(TimeSource time) {
        this.time = time;
    }

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
     * Reports when each DataNode was last heard of.
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
                now.get().detector().heard(host.index(), HeartbeatSource.DATANODE, intervalNanos, atNanos);
            } else {
                now.get().detector().left(host.index(), HeartbeatSource.DATANODE);
            }
        }
    }

    /** A client asks for a block on none of these DataNodes: it saw them fail. */
    public void excludedByClient(DatanodeTable table, String path, Node writer, Set<Node> nodes) {
        Optional<Judge> now = judge.filter(one -> one.topology() == table.topology());
        if (nodes == null || nodes.isEmpty() || now.isEmpty()) {
            return;
        }
        long nowNanos = time.nanoTime();
        String complainer = writer == null ? path : writer.getName();
        for (Node node : nodes) {
            Optional<Host> host = table.host(node);
            if (host.isPresent() && isNew(path + "\n" + host.get().index(), nowNanos)) {
                failed(now.get(), host.get(), complainer, nowNanos);
            }
        }
    }

    private boolean isNew(String exclusion, long nowNanos) {
        synchronized (toldNanos) {
            Long told = toldNanos.get(exclusion);
            if (told != null && nowNanos - told < EXCLUDED_NANOS) {
                return false;
            }
            toldNanos.remove(exclusion); // it is the newest now
            toldNanos.put(exclusion, nowNanos);
            return true;
        }
    }

    private void failed(Judge now, Host host, String complainer, long atNanos) {
        now.detector().failed(host.index(), complainer, atNanos);
        synchronized (failures) {
            failures.add(new Failure(host.name(), complainer, atNanos));
            if (failures.size() > WitnessReport.MOST_FAILURES) {
                failures.remove();
            }
        }
    }

    /**
     * What is heard, for others who judge. Of DataNodes nothing while all were silent at once or this process was stopped: then their silence says nothing of
     * them.
     */
    public Heard heard(DatanodeTable table, long nowNanos) {
        Optional<Judge> now = judge.filter(one -> one.topology() == table.topology());
        if (now.isEmpty()) {
            return new Heard(List.of(), List.of());
        }
        FailureDetector detector = now.get().detector();
        detector.judge(nowNanos); // notices that it was stopped
        return new Heard(detector.hears(nowNanos) ? datanodes(table, nowNanos) : List.of(), failures(nowNanos));
    }

    private static List<WitnessReport.Datanode> datanodes(DatanodeTable table, long nowNanos) {
        List<WitnessReport.Datanode> heard = new ArrayList<>();
        for (Host host : table.topology().hosts()) {
            Optional<DatanodeDescriptor> datanode = table.datanode(host).filter(DatanodeDescriptor::isAlive);
            if (datanode.isPresent() && heard.size() < WitnessReport.MOST_DATANODES) {
                long age = nowNanos / 1_000_000 - datanode.get().getLastUpdateMonotonic();
                heard.add(new WitnessReport.Datanode(host.name(), reported(age)));
            }
        }
        return heard;
    }

    private List<WitnessReport.Failure> failures(long nowNanos) {
        synchronized (failures) {
            failures.removeIf(one -> nowNanos - one.atNanos() > FAILURE_NANOS);
            return failures.stream()
                    .map(one -> new WitnessReport.Failure(
                            one.host(),
                            // paths of files are nobody else's business
                            Integer.toHexString(one.complainer().hashCode()),
                            reported((nowNanos - one.atNanos()) / 1_000_000)))
                    .toList();
        }
    }

    private static long reported(long ageMillis) {
        return Math.min(WitnessReport.LONGEST_AGE_MILLIS, Math.max(0, ageMillis));
    }
}
