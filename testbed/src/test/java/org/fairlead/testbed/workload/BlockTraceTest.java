// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockTraceTest {
    private static final Map<String, String> ADDRESSES = Map.of("h1", "10.0.0.1", "h2", "10.0.0.2", "h3", "10.0.0.3");

    private static BlockTrace.Transfer write(String dataNode, String source, double seconds) {
        return new BlockTrace.Transfer(dataNode, true, "blk_1", 100, source, ADDRESSES.get(dataNode), seconds);
    }

    @Test
    void dataNodesLogLinesAreRead() {
        assertThat(BlockTrace.Transfer.parse(
                        "h2",
                        "12:00:00.123 INFO  clienttrace: src: /10.0.0.1:5000, dest: /10.0.0.2:9866, volume: /d, bytes: 2097152,"
                                + " op: HDFS_WRITE, cliID: DFSClient_NONMAPREDUCE_1_2, offset: 0, srvID: u, blockid:"
                                + " BP-1-10.0.0.9-2:blk_1073741825_1001, duration(ns): 250000000"))
                .contains(new BlockTrace.Transfer("h2", true, "blk_1073741825", 2097152, "10.0.0.1", "10.0.0.2", 0.25));
        assertThat(BlockTrace.Transfer.parse("h2", "12:00:00.123 INFO  DataNode: Receiving BP-1:blk_1"))
                .isEmpty();
    }

    @Test
    void aBlocksWriteTimeIsThatOfTheFirstDataNodeOfItsPipeline() {
        // The writer has a DataNode: its own comes first, although the second also received from that host.
        assertThat(BlockTrace.firstWrites(
                        List.of(write("h2", "10.0.0.1", 2), write("h1", "10.0.0.1", 3), write("h3", "10.0.0.2", 1)),
                        ADDRESSES))
                .containsExactly(write("h1", "10.0.0.1", 3));
        // It has none: the first is the one that received from outside the pipeline.
        assertThat(BlockTrace.firstWrites(List.of(write("h3", "10.0.0.2", 1), write("h2", "10.0.0.9", 2)), ADDRESSES))
                .containsExactly(write("h2", "10.0.0.9", 2));
    }
}
