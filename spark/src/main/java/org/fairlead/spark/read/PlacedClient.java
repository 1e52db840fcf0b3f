// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.read;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.TaskContext;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS's client, whose every question for the places of blocks comes through here: when a file is opened by path or by handle, when
 * a read comes to a block that is not known yet, when all replicas have failed and are asked for again. What reads by position, by
 * ranges or into buffers does, starts from one of these. And every connection to a DataNode, which counts what comes over it; and every file that is created, whose replicas are asked to keep away from slow hosts.
 */
final class PlacedClient extends DFSClient {
    private static final Logger LOG = LoggerFactory.getLogger(PlacedClient.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);

    /** A file that is created otherwise is to lie somewhere in particular. */
    private static final EnumSet<CreateFlag> PLAIN_FLAGS =
            EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE, CreateFlag.SYNC_BLOCK);

    /** Below which Hadoop's committers have tasks write. */
    private static final String TEMPORARY = "/_temporary/";

    private static final int MOST_DIRECTORIES = 1000;

    private final TimeSource time;
    private final KnownDataNodes dataNodes = new KnownDataNodes();
    /** By directory, whether files there are striped; of the newest ones. */
    private final Map<String, Boolean> striped = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_DIRECTORIES;
        }
    });
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
            return TimedPeer.of(peer, datanode, getConf().getSocketTimeout(), time);
        } finally {
            TimedPeer.connected(peer, datanode, time.nanoTime() - begun);
        }
    }

    /** As the client's own, but that a killed task does not wait for it, and none that may read elsewhere. */
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
        long begun = time.nanoTime();
        Socket socket = from.connect(
                address,
                mostMillis,
                () -> (task != null && task.isInterrupted())
                        || WaitingRead.ofThisThread()
                                .filter(read -> read.stopsWaiting(datanode, (time.nanoTime() - begun) / 1e9))
                                .isPresent());
        try {
            return DFSUtilClient.peerFromSocketAndKey(
                    getSaslDataTransferClient(), socket, this, token, datanode, mostMillis);
        } catch (IOException | RuntimeException | LinkageError e) {
            IOUtils.closeSocket(socket);
            throw e;
        }
    }

    /** Where all files are created. */
    @Override
    public DFSOutputStream create(
            String path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            boolean createParent,
            short replication,
            long blockSize,
            Progressable progress,
            int bufferBytes,
            ChecksumOpt checksum,
            InetSocketAddress[] favoredNodes,
            String erasureCodingPolicy,
            String storagePolicy)
            throws IOException {
        boolean isPlain = favoredNodes == null
                && erasureCodingPolicy == null
                && storagePolicy == null
                && PLAIN_FLAGS.containsAll(flags);
        InetSocketAddress[] asked =
                isPlain ? dataNodes.favoredByThisTask(path, replication, this::isStriped) : favoredNodes;
        return super.create(
                path,
                permission,
                flags,
                createParent,
                replication,
                blockSize,
                progress,
                bufferBytes,
                checksum,
                asked,
                erasureCodingPolicy,
                storagePolicy);
    }

    /** Whether a file that is created gets an erasure code from the nearest directory that is there. Outputs of one job are alike. */
    private boolean isStriped(String path) throws IOException {
        int temporary = path.indexOf(TEMPORARY);
        String directory = temporary > 0 ? path.substring(0, temporary) : parent(path);
        Boolean known = striped.get(directory);
        if (known == null) {
            HdfsFileStatus status = null;
            for (String each = directory; status == null; each = parent(each)) {
                status = getFileInfo(each);
            }
            known = status.getErasureCodingPolicy() != null;
            striped.put(directory, known);
        }
        return known;
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    @Override
    public LocatedBlocks getLocatedBlocks(String path, long start, long length) throws IOException {
        return placed(super.getLocatedBlocks(path, start, length));
    }

    @Override
    public HdfsLocatedFileStatus getLocatedFileInfo(String path, boolean needBlockToken) throws IOException {
        HdfsLocatedFileStatus status = super.getLocatedFileInfo(path, needBlockToken);
        if (status != null) {
            placed(status.getLocatedBlocks());
        }
        return status;
    }

    private LocatedBlocks placed(LocatedBlocks located) {
        dataNodes.see(located);
        return ReplicaOrder.forThisTask(located, time);
    }
}
