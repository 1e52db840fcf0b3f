// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.spark.read.PlacedSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the blocks that are to be fetched, as the executor's user: the NameNode checks that this user may read the file, and gives block tokens. Its clients are its own: what they are told to do differs from what tasks' clients do.
 * Safe for threads.
 */
final class HdfsReplicas implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HdfsReplicas.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final String ACCESSORS = HdfsClientConfigKeys.REPLICA_ACCESSOR_BUILDER_CLASSES_KEY;
    /** A DataNode that is silent for so long is given up; stock's readers wait for a minute. */
    private static final int MOST_SOCKET_MILLIS = 10_000;

    private final Configuration conf;
    private final UserGroupInformation user;
    /** Whether stock reads replicas on this host past the network. */
    private final boolean localIsStocks;

    private final Map<String, DFSClient> clients = new HashMap<>();
    private boolean closed;

    /**
     * @param conf the executor's
     * @param user as whom it reads
     */
    HdfsReplicas(Configuration conf, UserGroupInformation user) {
        localIsStocks = conf.getBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, false);
        this.conf = new Configuration(conf);
        this.user = user;
        this.conf.set(ACCESSORS, "");
        this.conf.setBoolean(HdfsClientConfigKeys.Read.ShortCircuit.KEY, false);
        this.conf.set(HdfsClientConfigKeys.DFS_CLIENT_CONTEXT, "fairlead-prefetch");
        this.conf.setInt(
                HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY,
                Math.min(
                        MOST_SOCKET_MILLIS,
                        conf.getInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, MOST_SOCKET_MILLIS)));
    }

    /** The user as whom everything is fetched. */
    UserGroupInformation user() {
        return user;
    }

    /**
     * Asks the NameNode for the block that a request names.
     *
     * @throws IOException in words, if it is not there any more, is not what was asked for, may not be read, or is better left to stock
     */
    LocatedReplicas locate(ExtentRequest request) throws IOException {
        return asUser(() -> {
            DFSClient client = client(request.fileSystem());
            LocatedBlocks located = client.getLocatedBlocks(request.path(), request.blockStart(), 1);
            LocatedBlock block = located == null || located.locatedBlockCount() == 0 ? null : located.get(0);
            check(request, located, block);
            return new LocatedReplicas(client, conf, user, request.path(), block);
        });
    }

    private void check(ExtentRequest request, LocatedBlocks located, LocatedBlock block) throws IOException {
        BlockKey key = request.extent().block();
        if (block == null || block.getStartOffset() != request.blockStart()) {
            throw new IOException(request.path() + " has no block at " + request.blockStart());
        }
        if (block.isStriped()) {
            throw new IOException(request.path() + " is striped");
        }
        boolean isSame = block.getBlock().getBlockId() == key.id()
                && block.getBlock().getGenerationStamp() == key.generation()
                && block.getBlock().getBlockPoolId().equals(key.pool())
                && block.getBlockSize() == request.blockBytes();
        if (!isSame) {
            throw new IOException(request.path() + " has changed: " + block.getBlock() + " instead of " + key);
        }
        if (block.isCorrupt() || (located.isUnderConstruction() && isLast(located, block))) {
            throw new IOException(request.path() + ": " + block.getBlock() + " is corrupt or still written");
        }
        if (localIsStocks && isLocal(block)) {
            throw new IOException(request.path() + ": " + block.getBlock() + " is on this host");
        }
    }

    private static boolean isLast(LocatedBlocks located, LocatedBlock block) {
        LocatedBlock last = located.getLastLocatedBlock();
        return last == null || last.getBlock().getBlockId() == block.getBlock().getBlockId();
    }

    private static boolean isLocal(LocatedBlock block) throws IOException {
        for (DatanodeInfo datanode : block.getLocations()) {
            if (DFSUtilClient.isLocalAddress(NetUtils.createSocketAddr(datanode.getXferAddr()))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The DataNode that a request names.
     *
     * @throws IOException in words, if it has no replica
     */
    static DatanodeInfo source(ExtentRequest request, LocatedReplicas replicas) throws IOException {
        PlacedSource source = PlacedSource.of(request.source());
        return replicas.datanodes().stream()
                .filter(source::isAt)
                .findFirst()
                .orElseThrow(() -> new IOException(request.path() + ": " + request.source() + " has no replica of "
                        + request.extent().block()));
    }

    private DFSClient client(String fileSystem) throws IOException {
        synchronized (clients) {
            if (closed) {
                throw new IOException("the executor ends");
            }
            DFSClient client = clients.get(fileSystem);
            if (client == null) {
                URI uri = URI.create(fileSystem);
                client = new DFSClient(uri, conf, null);
                clients.put(fileSystem, client);
            }
            return client;
        }
    }

    /** Done as the executor's user, whichever thread it is. */
    <T> T asUser(PrivilegedExceptionAction<T> action) throws IOException {
        try {
            return user.doAs(action);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        synchronized (clients) {
            closed = true;
            clients.values().forEach(client -> {
                try {
                    client.close();
                } catch (IOException e) {
                    RARE_LOG.warn("close", "A client of HDFS was not closed", e);
                }
            });
            clients.clear();
        }
    }
}
