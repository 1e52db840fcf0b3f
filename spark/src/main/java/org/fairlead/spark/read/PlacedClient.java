// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.spark.TaskContext;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS's client, whose every question for the places of blocks comes through here: when a file is opened by path or by handle, when
 * a read comes to a block that is not known yet, when all replicas have failed and are asked for again. What reads by position, by
 * ranges or into buffers does, starts from one of these. And every connection to a DataNode, which counts what comes over it.
 */
final class PlacedClient extends DFSClient {
    private static final Logger LOG = LoggerFactory.getLogger(PlacedClient.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);

    private final TimeSource time;
    /** Empty where connections come from an interface that the configuration names: HDFS's client alone knows which. */
    private final Optional<DataNodeSockets> sockets;

    PlacedClient(URI nameNode, Configuration conf, FileSystem.Statistics statistics, TimeSource time)
            throws IOException {
        super(nameNode, conf, statistics);
        this.time = time;
        sockets = conf.getTrimmedStrings(HdfsClientConfigKeys.DFS_CLIENT_LOCAL_INTERFACES).length == 0
                ? Optional.of(new DataNodeSockets(NetUtils.getSocketFactory(conf, ClientProtocol.class), time))
                : Optional.empty();
    }

    /** Where all of HDFS's readers get their connections to DataNodes, but for those past the network. */
    @Override
    public Peer newConnectedPeer(InetSocketAddress address, Token<BlockTokenIdentifier> token, DatanodeID datanode)
            throws IOException {
        long begun = time.nanoTime();
        Peer peer = null;
        try {
            peer = connected(address, token, datanode);
            return TimedPeer.of(peer, datanode, time);
        } finally {
            TimedPeer.connected(peer, datanode, time.nanoTime() - begun);
        }
    }

    /** As the client's own, but that a killed task does not wait for it. */
    private Peer connected(InetSocketAddress address, Token<BlockTokenIdentifier> token, DatanodeID datanode)
            throws IOException {
        if (sockets.isPresent()) {
            try {
                return peer(sockets.get(), address, token, datanode);
            } catch (RuntimeException | LinkageError e) {
                RARE_LOG.warn("connect", "Killed tasks wait for HDFS's time-out where a DataNode does not answer", e);
            }
        }
        return super.newConnectedPeer(address, token, datanode);
    }

    private Peer peer(
            DataNodeSockets from, InetSocketAddress address, Token<BlockTokenIdentifier> token, DatanodeID datanode)
            throws IOException {
        int mostMillis = getConf().getSocketTimeout();
        TaskContext task = TaskContext.get();
        Socket socket = from.connect(address, mostMillis, () -> task != null && task.isInterrupted());
        try {
            return DFSUtilClient.peerFromSocketAndKey(
                    getSaslDataTransferClient(), socket, this, token, datanode, mostMillis);
        } catch (IOException | RuntimeException | LinkageError e) {
            IOUtils.closeSocket(socket);
            throw e;
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
