// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.time.Duration;

/**
 * What a scenario decides about HDFS for all contenders alike.
 *
 * @param blockBytes default block size; far below stock's 128 MiB, because the emulated links are slow
 * @param nameNodeHeapMebibytes heap of a NameNode
 * @param dataNodeHeapMebibytes heap of a DataNode
 * @param startTimeout how long one HDFS may take to be ready
 * @param heartbeat between two reports of agents and switches, for contenders with a controller
 */
public record HdfsSettings(
        long blockBytes,
        int nameNodeHeapMebibytes,
        int dataNodeHeapMebibytes,
        Duration startTimeout,
        Duration heartbeat) {
    /** HDFS refuses block sizes that are not a multiple of a checksum's span. */
    public static final int CHECKSUM_BYTES = 512;

    public static final long LEAST_BLOCK_BYTES = 64 << 10;

    public static HdfsSettings standard() {
        return new HdfsSettings(8 << 20, 160, 96, Duration.ofMinutes(3), Duration.ofSeconds(1));
    }

    public HdfsSettings withHeartbeat(Duration other) {
        return new HdfsSettings(blockBytes, nameNodeHeapMebibytes, dataNodeHeapMebibytes, startTimeout, other);
    }

    public HdfsSettings {
        if (blockBytes < LEAST_BLOCK_BYTES || blockBytes % CHECKSUM_BYTES != 0) {
            throw new IllegalArgumentException("block size " + blockBytes + ": a multiple of " + CHECKSUM_BYTES
                    + " bytes of at least " + LEAST_BLOCK_BYTES + " is accepted");
        }
    }
}
