// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.token.Token;
import org.fairlead.protocol.time.TimeSource;

/**
 * HDFS's client, whose every question for the places of blocks comes through here: when a file is opened by path or by handle, when
 * a read comes to a block that is not known yet, when all replicas have failed and are asked for again. What reads by position, by
 * ranges or into buffers does, starts from one of these. And every connection to a DataNode, which counts what comes over it.
 */
final class PlacedClient extends DFSClient {
    private final TimeSource time;

    PlacedClient(URI nameNode, Configuration conf, FileSystem.Statistics statistics, TimeSource time)
            throws IOException {
        super(nameNode, conf, statistics);
        this.time = time;
    }

    /** Where all of HDFS's readers get their connections to DataNodes, but for those past the network. */
    @Override
    public Peer newConnectedPeer(InetSocketAddress address, Token<BlockTokenIdentifier> token, DatanodeID datanode)
            throws IOException {
        long begun = time.nanoTime();
        Peer peer = null;
        try {
            peer = super.newConnectedPeer(address, token, datanode);
            return TimedPeer.of(peer, datanode, time);
        } finally {
            TimedPeer.connected(peer, datanode, time.nanoTime() - begun);
        }
    }

    @Override
    public LocatedBlocks getLocatedBlocks(String path, long start, long length) throws IOException {
        return ReplicaOrder.forThisTask(super.getLocatedBlocks(path, start, length), time);
    }

    @Override
    public HdfsLocatedFileStatus getLocatedFileInfo(String path, boolean needBlockToken) throws IOException {
        HdfsLocatedFileStatus status = super.getLocatedFileInfo(path, needBlockToken);
        if (status != null) {
            ReplicaOrder.forThisTask(status.getLocatedBlocks(), time);
        }
        return status;
    }
}
