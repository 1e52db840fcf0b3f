// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which host runs what.
 *
 * @param racks rack of every host that takes part or works as a client, without a leading slash, in the topology's order
 * @param dataNodes hosts with a DataNode in each HDFS cluster
 * @param workers hosts with a Spark worker; empty when no Spark is wanted
 * @param driver host of Spark's drivers
 * @param objectStore host of the object store, where there is one
 */
public record ClusterLayout(
        Map<String, String> racks,
        String nameNode,
        List<String> dataNodes,
        String sparkMaster,
        List<String> workers,
        String driver,
        Optional<String> objectStore) {

    public ClusterLayout {
        racks = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(racks));
        dataNodes = List.copyOf(dataNodes);
        workers = List.copyOf(workers);
        if (dataNodes.isEmpty() || Set.copyOf(dataNodes).size() < dataNodes.size()) {
            throw new IllegalArgumentException("DataNodes " + dataNodes + ": at least one, each once");
        }
        for (List<String> group : List.of(
                dataNodes,
                workers,
                List.of(nameNode, sparkMaster, driver),
                objectStore.stream().toList())) {
            for (String host : group) {
                if (!racks.containsKey(host)) {
                    throw new IllegalArgumentException("host '" + host + "' has a part in the cluster but no rack");
                }
            }
        }
    }

    /** Every host that is named, in the topology's order. */
    public List<String> hosts() {
        return List.copyOf(racks.keySet());
    }

    /** What runs on a host, in words. */
    public List<String> partsOf(String host) {
        List<String> parts = new ArrayList<>();
        if (host.equals(nameNode)) {
            parts.add("NameNode");
        }
        if (dataNodes.contains(host)) {
            parts.add("DataNode");
        }
        if (host.equals(sparkMaster)) {
            parts.add("Spark master");
        }
        if (workers.contains(host)) {
            parts.add("Spark worker");
        }
        if (host.equals(driver)) {
            parts.add("Spark driver");
        }
        if (objectStore.filter(host::equals).isPresent()) {
            parts.add("object store");
        }
        return parts;
    }
}
