// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.source.AvoidedHosts;
import org.fairlead.spark.status.TaskThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task that nobody placed, while a host is a million times as slow as another. */
class ReplicaOrderTest {
    private static final String SLOW = "slow";
    private static final String WELL = "well";

    @BeforeEach
    void aTask() {
        Properties byObservation = PlacedSource.with(new Properties(), PlacedSource.BY_OBSERVATION);
        TaskThread.enter(new SlowHosts(2, Map.of(SLOW, 1e6)).with(byObservation));
    }

    @AfterEach
    void noTask() {
        TaskThread.leave();
    }

    /** With replicas on both, the slow one's first. */
    private static LocatedBlock block(long id) {
        return new LocatedBlock(new ExtendedBlock("pool", id, 10, 1), new DatanodeInfo[] {on(SLOW), on(WELL)});
    }

    private static DatanodeInfo on(String host) {
        return new DatanodeInfo.DatanodeInfoBuilder()
                .setNodeID(new DatanodeID("127.0.0.1", host, "of-" + host, 9866, 9864, 9865, 9867))
                .build();
    }

    private static LocatedBlocks file(boolean isWritten, LocatedBlock last, LocatedBlock... blocks) {
        return new LocatedBlocks(10L * blocks.length, isWritten, List.of(blocks), last, !isWritten, null, null);
    }

    private static String first(LocatedBlock block) {
        return block.getLocations()[0].getHostName();
    }

    @Test
    void aBlockThatIsListedAndTheLastCountsOnce() {
        long avoided = AvoidedHosts.blocksRead();
        LocatedBlock only = block(1);

        ReplicaOrder.forThisTask(file(false, block(1), only), TimeSource.SYSTEM);

        assertThat(first(only)).isEqualTo(WELL);
        assertThat(AvoidedHosts.blocksRead() - avoided).isEqualTo(1);
    }

    @Test
    void ofAFileThatIsStillWrittenTheLastBlockIsAvoidedThereToo() {
        long avoided = AvoidedHosts.blocksRead();
        LocatedBlock last = block(2);

        ReplicaOrder.forThisTask(file(true, last, block(1)), TimeSource.SYSTEM);

        assertThat(first(last)).isEqualTo(WELL);
        assertThat(AvoidedHosts.blocksRead() - avoided).isEqualTo(2);
    }
}
