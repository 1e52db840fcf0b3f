// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Suspicion;
import org.fairlead.core.health.SuspicionCause;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.hdfs.cluster.LookedUpAddresses;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvoidedHostsTest {
    private static final long BLOCK = 128L << 20;

    private final HandDrivenTime time = new HandDrivenTime();
    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 1, 3, 1e6, 1).build();
    private final List<DatanodeDescriptor> datanodes = List.of(datanode("h1"), datanode("h2"), datanode("h3"));

    private static DatanodeDescriptor datanode(String host) {
        return new DatanodeDescriptor(
                new DatanodeID("127.0.0.1", host, "of-" + host, 9866, 9864, 9865, 9867), "/default-rack");
    }

    @ParameterizedTest
    @CsvSource({"enforce, 'h1,h3'", "observe, 'h1,h2,h3'", "off, 'h1,h2,h3'"})
    void whoIsSuspectedIsLeftOutWhereThatCounts(String mode, String left) {
        Configuration conf = new Configuration(false);
        conf.set("fairlead.write.mode", mode);
        HdfsPluginSettings settings = HdfsPluginSettings.from(conf);
        try (DecisionRuntime runtime = new DecisionRuntime(settings, BLOCK, path -> OptionalLong.empty(), time)) {
            DatanodeTable table = DatanodeTable.of(topology, datanodes, new LookedUpAddresses(time));
            ClusterState state = ClusterState.of(table, settings, BLOCK, time);
            Suspicion suspicion = new Suspicion(SuspicionCause.NO_CARRIER, time.nanoTime(), 0);
            runtime.health()
                    .suspects(topology, Suspects.of(Map.of(topology.host("h2").index(), suspicion)));

            AvoidedHosts avoided = AvoidedHosts.of(runtime, state, DecisionCounters.Kind.WRITE);

            assertThat(avoided.without(datanodes))
                    .extracting(DatanodeDescriptor::getHostName)
                    .containsExactly(left.split(",", -1));
        }
    }
}
