// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ReplicaAccessor;
import org.apache.hadoop.hdfs.ReplicaAccessorBuilder;

/**
 * What Hadoop's client asks before it reads a block from a DataNode ({@code dfs.client.replica.accessor.builder.classes}). By then the NameNode has let its user open the file. Hadoop makes one for each block that it
 * opens.
 */
public final class HeldReplicaBuilder extends ReplicaAccessorBuilder {
    private String pool = "";
    private long block;
    private long generation;
    private long visibleLength;
    private byte[] token = {};

    @Override
    public ReplicaAccessorBuilder setFileName(String fileName) {
        return this;
    }

    @Override
    public ReplicaAccessorBuilder setBlock(long blockId, String blockPoolId) {
        block = blockId;
        pool = blockPoolId;
        return this;
    }

    @Override
    public ReplicaAccessorBuilder setGenerationStamp(long genstamp) {
        generation = genstamp;
        return this;
    }

    /** What is held was checked when it was fetched, and is again when it is read. */
    @Override
    public ReplicaAccessorBuilder setVerifyChecksum(boolean verifyChecksum) {
        return this;
    }

    @Override
    public ReplicaAccessorBuilder setClientName(String clientName) {
        return this;
    }

    /** Blocks that are read past the network are not fetched. */
    @Override
    public ReplicaAccessorBuilder setAllowShortCircuitReads(boolean allowShortCircuit) {
        return this;
    }

    /** Where reading is going to end. */
    @Override
    public ReplicaAccessorBuilder setVisibleLength(long length) {
        visibleLength = length;
        return this;
    }

    @Override
    public ReplicaAccessorBuilder setConfiguration(Configuration conf) {
        return this;
    }

    @Override
    @SuppressWarnings("ArrayIsStoredDirectly") // made for this one
    public ReplicaAccessorBuilder setBlockAccessToken(byte[] blockAccessToken) {
        token = blockAccessToken;
        return this;
    }

    /** Null where nothing is held, and whenever anything is odd: Hadoop then reads as ever. */
    @Override
    public ReplicaAccessor build() {
        return HeldReplicas.inThisProcess()
                .flatMap(held -> held.find(new BlockKey(pool, block, generation), visibleLength, token))
                .orElse(null);
    }
}
