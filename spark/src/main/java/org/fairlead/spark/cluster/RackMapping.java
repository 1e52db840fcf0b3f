// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.ScriptBasedMapping;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds in which rack a host stands. May wait for a script. */
@FunctionalInterface
public interface RackMapping {
    /** All hosts in one rack. */
    RackMapping ONE = host -> NetworkTopology.DEFAULT_RACK;

    String rack(String host);

    /** As {@code net.topology.*} says; Hadoop's default, without a script, is one rack. */
    static RackMapping of(Configuration conf) {
        Logger log = LoggerFactory.getLogger(RackMapping.class);
        try {
            Class<? extends DNSToSwitchMapping> type = conf.getClass(
                    CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY,
                    ScriptBasedMapping.class,
                    DNSToSwitchMapping.class);
            DNSToSwitchMapping mapping = ReflectionUtils.newInstance(type, conf);
            return host -> {
                List<String> racks = mapping.resolve(List.of(host));
                return racks == null || racks.isEmpty() ? NetworkTopology.DEFAULT_RACK : racks.get(0);
            };
        } catch (RuntimeException | LinkageError e) {
            log.warn("Hadoop's rack mapping cannot be used; all hosts are taken to be in one rack", e);
            return ONE;
        }
    }
}
