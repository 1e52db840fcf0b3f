// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.hdfs.cluster.LookedUpAddresses;
import org.fairlead.protocol.message.WitnessReport;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostHealthTest {
    private final HandDrivenTime time = new HandDrivenTime();
    private final Topology topology =
            Topologies.tree(new Topology.Builder("t"), 1, 2, 1e6, 1).build();
    private final DatanodeDescriptor h1 = datanode("h1");
    private final DatanodeDescriptor h2 = datanode("h2");
    private final DatanodeTable table = DatanodeTable.of(topology, List.of(h1, h2), new LookedUpAddresses(time));
    private final HostHealth health = new HostHealth(time);

    private static DatanodeDescriptor datanode(String host) {
        return new DatanodeDescriptor(
                new DatanodeID("127.0.0.1", host, "of-" + host, 9866, 9864, 9865, 9867), "/default-rack");
    }

    @BeforeEach
    void judge() {
        health.judgedBy(topology, new FailureDetector(topology));
    }

    private void exclude(String path) {
        health.excludedByClient(table, path, h2, Set.of(h1));
    }

    private List<String> failed() {
        return health.heard(table, time.nanoTime()).failures().stream()
                .map(WitnessReport.Failure::host)
                .toList();
    }

    @Test
    void aClientThatExcludesAHostWithEachBlockOfAFileSawItFailOnce() {
        exclude("/a");
        exclude("/a");

        assertThat(failed()).containsExactly("h1");

        exclude("/b");
        assertThat(failed()).as("by another file").containsExactly("h1", "h1");
    }

    @Test
    void afterTenMinutesItSawItFailAnew() {
        exclude("/a");
        time.pass(Duration.ofMinutes(10).minusSeconds(1));

        exclude("/a");
        assertThat(failed()).as("known, and its failure too old to count").isEmpty();

        time.pass(Duration.ofSeconds(1));
        exclude("/a");
        assertThat(failed()).containsExactly("h1");
    }

    @Test
    void ofManyExclusionsTheOldestAreForgotten() {
        exclude("/a");
        time.pass(Duration.ofSeconds(30));
        for (int i = 0; i < 10_000; i++) {
            exclude("/other-" + i);
        }
        time.pass(Duration.ofSeconds(30));

        exclude("/a");

        assertThat(failed()).containsExactly("h1");
    }
}
