// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.cluster;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * Which DataNode runs on which host of a topology, both ways. Immutable; made anew in the background every few seconds, never
 * by a request, and without the namesystem's lock.
 *
 * <p>A DataNode is the host that bears its host name, else the first label of its host name, else its address, else address and
 * port. A client without a DataNode is found by its name or address; those of hosts without a DataNode are those that {@link LookedUpAddresses} knows.
 */
public final class DatanodeTable {
    private final Topology topology;
    private final DatanodeDescriptor[] byHost;
    private final Map<String, Host> byUuid;
    private final Map<String, Host> byName;
    private final int unmatched;
    private final boolean racksAgree;
    private final long[] remaining;
    private final int[] scheduled;
    private final int[] stored;

    private DatanodeTable(
            Topology topology,
            DatanodeDescriptor[] byHost,
            Map<String, Host> byUuid,
            Map<String, Host> byName,
            int unmatched) {
        this.topology = topology;
        this.byHost = byHost;
        this.byUuid = byUuid;
        this.byName = byName;
        this.unmatched = unmatched;
        racksAgree = unmatched == 0 && racksAgree(topology, byHost);
        this.remaining = new long[byHost.length];
        this.scheduled = new int[byHost.length];
        this.stored = new int[byHost.length];
        for (int host = 0; host < byHost.length; host++) {
            DatanodeDescriptor datanode = byHost[host];
            if (datanode != null) {
                remaining[host] = datanode.getRemaining();
                scheduled[host] = datanode.getBlocksScheduled();
                stored[host] = datanode.numBlocks();
            }
        }
    }

    /** @param addresses of hosts without a DataNode */
    public static DatanodeTable of(
            Topology topology, Collection<DatanodeDescriptor> datanodes, LookedUpAddresses addresses) {
        Map<String, Host> byName = new HashMap<>();
        topology.hosts().forEach(host -> byName.put(host.name(), host));
        DatanodeDescriptor[] byHost = new DatanodeDescriptor[topology.nodes().size()];
        Map<String, Host> byUuid = new HashMap<>();
        Map<String, Host> otherNames = new HashMap<>();
        int unmatched = 0;
        for (DatanodeDescriptor datanode : datanodes) {
            Optional<Host> match = names(datanode).stream()
                    .map(byName::get)
                    .filter(host -> host != null)
                    .findFirst();
            if (match.isEmpty()) {
                unmatched++;
                continue;
            }
            Host host = match.get();
            DatanodeDescriptor other = byHost[host.index()];
            if (other == null || !other.isAlive()) {
                byHost[host.index()] = datanode;
            }
            byUuid.put(datanode.getDatanodeUuid(), host);
            names(datanode).forEach(name -> otherNames.putIfAbsent(name, host));
        }
        for (Host host : topology.hosts()) {
            if (byHost[host.index()] == null) {
                addresses.address(host.name()).ifPresent(address -> otherNames.putIfAbsent(address, host));
            }
        }
        otherNames.forEach(byName::putIfAbsent);
        return new DatanodeTable(topology, byHost, byUuid, byName, unmatched);
    }

    /** The same DataNodes on the same hosts, with what their last heartbeats said. */
    public DatanodeTable renewed() {
        return new DatanodeTable(topology, byHost, byUuid, byName, unmatched);
    }

    /** Changes when a DataNode comes, goes, or changes its place or name: whether a new topology or table is needed. */
    public static long signature(Collection<DatanodeDescriptor> datanodes) {
        long sum = datanodes.size();
        for (DatanodeDescriptor datanode : datanodes) {
            long one = datanode.getDatanodeUuid().hashCode();
            one = one * 31 + datanode.getNetworkLocation().hashCode();
            one = one * 31 + datanode.getHostName().hashCode();
            one = one * 31 + datanode.getIpAddr().hashCode();
            one = one * 31 + datanode.getXferPort();
            one = one * 31 + (datanode.isAlive() ? 1 : 0);
            sum += one * 0x9E3779B97F4A7C15L;
        }
        return sum;
    }

    /** Names of hosts without a DataNode. */
    public List<String> withoutDatanode() {
        return topology.hosts().stream()
                .filter(host -> byHost[host.index()] == null)
                .map(Host::name)
                .toList();
    }

    static List<String> names(DatanodeID datanode) {
        String hostName = datanode.getHostName();
        int dot = hostName.indexOf('.');
        boolean address = !hostName.isEmpty() && Character.isDigit(hostName.charAt(hostName.length() - 1));
        String shortName = dot > 0 && !address ? hostName.substring(0, dot) : hostName;
        return List.of(
                datanode.getXferAddrWithHostname(), hostName, shortName, datanode.getXferAddr(), datanode.getIpAddr());
    }

    public Topology topology() {
        return topology;
    }

    /** The DataNode on a host; null when there is none. Not an Optional: asked for each candidate of each decision. */
    DatanodeDescriptor datanodeAt(int host) {
        return byHost[host];
    }

    /**
     * Whether a block fits, by what was known when this table was made: asking the DataNode's descriptor each time would copy
     * and lock. Hadoop's own check, on the newest figures, comes after.
     */
    boolean hasRoom(int host, long blockBytes) {
        return remaining[host] >= (1L + scheduled[host]) * blockBytes;
    }

    /** Replicas on a host when this table was made. */
    int stored(int host) {
        return stored[host];
    }

    public Optional<DatanodeDescriptor> datanode(Host host) {
        return Optional.ofNullable(byHost[host.index()]);
    }

    /** The host of a DataNode or of a client, by what Hadoop knows of it. */
    public Optional<Host> host(Node node) {
        if (node instanceof DatanodeID datanode) {
            return Optional.ofNullable(byUuid.get(datanode.getDatanodeUuid()));
        }
        return node == null ? Optional.empty() : Optional.ofNullable(byName.get(node.getName()));
    }

    private static boolean racksAgree(Topology topology, DatanodeDescriptor[] byHost) {
        Map<String, String> ours = new HashMap<>();
        Map<String, String> hadoops = new HashMap<>();
        for (Host host : topology.hosts()) {
            DatanodeDescriptor datanode = byHost[host.index()];
            if (datanode != null) {
                String location = datanode.getNetworkLocation();
                boolean agrees = host.rack().equals(ours.getOrDefault(location, host.rack()))
                        && location.equals(hadoops.getOrDefault(host.rack(), location));
                if (!agrees) {
                    return false;
                }
                ours.put(location, host.rack());
                hadoops.put(host.rack(), location);
            }
        }
        return true;
    }

    /** Whether DataNodes of one rack of Hadoop's are of one rack of the topology, and those of two of two. */
    public boolean racksAgree() {
        return racksAgree;
    }

    /** DataNodes of which the topology knows no host. */
    public int unmatched() {
        return unmatched;
    }
}
