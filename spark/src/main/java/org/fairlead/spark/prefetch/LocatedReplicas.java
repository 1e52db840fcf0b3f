// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.impl.BlockReaderFactory;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/** A block's replicas as the NameNode gave them, and a client by which each can be read. */
final class LocatedReplicas {
    private final DFSClient client;
    private final Configuration conf;
    private final UserGroupInformation user;
    private final String path;
    private final LocatedBlock block;

    LocatedReplicas(DFSClient client, Configuration conf, UserGroupInformation user, String path, LocatedBlock block) {
        this.client = client;
        this.conf = conf;
        this.user = user;
        this.path = path;
        this.block = block;
    }

    long blockId() {
        return block.getBlock().getBlockId();
    }

    /** In the NameNode's order. */
    List<DatanodeInfo> datanodes() {
        return List.of(block.getLocations());
    }

    /** As the NameNode gave it with the places. */
    Token<BlockTokenIdentifier> token() {
        return block.getBlockToken();
    }

    /**
     * Hadoop's own reader of a replica over the network, which checks the DataNode's checksums.
     *
     * @param offset in the block
     * @param length bytes that are wanted from there
     */
    BlockReader open(DatanodeInfo datanode, Token<BlockTokenIdentifier> token, long offset, long length)
            throws IOException {
        int index = datanodes().indexOf(datanode);
        StorageType[] types = block.getStorageTypes();
        return new BlockReaderFactory(client.getConf())
                .setInetSocketAddress(NetUtils.createSocketAddr(
                        datanode.getXferAddr(client.getConf().isConnectToDnViaHostname())))
                .setRemotePeerFactory(client)
                .setDatanodeInfo(datanode)
                .setStorageType(types == null || index >= types.length ? StorageType.DEFAULT : types[index])
                .setFileName(path)
                .setBlock(block.getBlock())
                .setBlockToken(token)
                .setStartOffset(offset)
                .setLength(length)
                .setVerifyChecksum(true)
                .setClientName(client.getClientName())
                .setCachingStrategy(CachingStrategy.newDefaultStrategy())
                .setAllowShortCircuitLocalReads(false)
                .setClientCacheContext(client.getClientContext())
                .setUserGroupInformation(user)
                .setConfiguration(conf)
                .build();
    }
}
