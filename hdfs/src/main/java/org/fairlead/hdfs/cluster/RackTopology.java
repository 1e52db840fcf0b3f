// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.cluster;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.fairlead.core.topology.Topology;

/**
 * A topology from what Hadoop knows: a switch for each rack of its rack mapping, one root above them. A host bears its
 * DataNode's host name, or host name and port where several share one.
 */
public final class RackTopology {
    private RackTopology() {}

    /**
     * @param hostLink capacity of a host's link, bytes per second
     * @param rackLink capacity of a rack's up-link, bytes per second; empty: the sum of its hosts' links
     * @return empty when there is no DataNode yet
     */
    public static Optional<Topology> of(
            Collection<DatanodeDescriptor> datanodes, double hostLink, Optional<Double> rackLink) {
        Map<String, Long> bearers = datanodes.stream()
                .collect(Collectors.groupingBy(DatanodeDescriptor::getHostName, Collectors.counting()));
        Map<String, String> rackByHost = new TreeMap<>();
        for (DatanodeDescriptor datanode : datanodes) {
            boolean alone = bearers.get(datanode.getHostName()) == 1;
            rackByHost.put(
                    alone ? datanode.getHostName() : datanode.getXferAddrWithHostname(), datanode.getNetworkLocation());
        }
        if (rackByHost.isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<String>> hostsByRack = rackByHost.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        Topology.Builder builder = new Topology.Builder("hadoop-racks");
        builder.switchNode("root");
        hostsByRack.forEach((rack, hosts) -> {
            String rackSwitch = "switch" + rack;
            builder.switchNode(rackSwitch);
            builder.cable(rackSwitch, "root", rackLink.orElse(hostLink * hosts.size()));
            hosts.forEach(host -> builder.host(host, rack).cable(host, rackSwitch, hostLink));
        });
        return Optional.of(builder.build());
    }
}
